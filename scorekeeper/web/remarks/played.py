"""The parties that remarks are about (`PlayedPartie`), made from a scored partie or from the parties of a list.

A partie is a game played to its end, a manche one deal of it, a side a player or a team. The course of a partie is its
points and totals after each manche. A feat is an event that a game declares as worth telling, such as a nil made; its
key (`why`) is that of the line of the score that records it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from scorekeeper.games import game_counted_as
from scorekeeper.games.contract import MancheScore
from scorekeeper.partie.course import Course, course_of
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.read_models.feats import Feats, feats_of_parties
from scorekeeper.record.read_models.lists import ListedPartie, ListedSide
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.games import PAGES
from scorekeeper.web.games.contract import GamePages
from scorekeeper.web.text.highlights import manches_by_owner


@dataclass(frozen=True, slots=True)
class Deed:
    """A feat that a player or a side did in a partie."""

    # The key of the feat.
    why: str

    # The name of the player or the side.
    who: str
    times: int

    # The numbers of the manches in which it was done, from 1. For a partie of a list, only that of the first is known,
    # or none.
    manches: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayedPartie:
    """A partie that is over."""

    id: int

    # The slug under which statistics count it (`Partie.counted_as`): "hearts", or "hearts:simple" for a kind of it.
    game: str
    course: Course

    # The names of its sides, by number.
    names: Sequence[str]
    deeds: Sequence[Deed]

    # Its number among the parties of its soirée, from 1. It is 0 if remarks are about this partie alone, so that they
    # do not name it.
    place: int = 0

    @property
    def pages(self) -> GamePages:
        """The object with everything that pages show of its game, such as its texts and the feats that it declares."""
        return PAGES[self.game]

    def rare_feat_in(self, manche: int) -> str:
        """Return the text of the rare feat that was done in a manche: « Volte de Zoé »; empty without one."""
        feats = self.pages.soiree_feats
        done = [deed for deed in self.deeds if manche in deed.manches and feats[deed.why].rare]
        if not done:
            return ""
        # `sentence` is a function of the game; its arguments are the number of times and who did it.
        return feats[done[0].why].sentence(1, done[0].who)

    def when(self, manche: int, *, after: bool = False) -> str:
        """Return in which manche something happened: « à la manche 3 », « à la manche 3 de la partie 2 ».

        With `after`, return after which manche it was so.
        """
        text = self.pages.text.MANCHE
        when = text.in_manches([manche])
        if after:
            when = _("après %(manche)s", manche=text.noun(manche))
        if not self.place:
            return when
        return _("%(when)s de la partie %(place)s", when=when, place=self.place)


def played_from_scored(scored: ScoredPartie) -> PlayedPartie:
    """Return a scored partie that is over as a `PlayedPartie`.

    Its game has scored its facts, so all its lines are known, and with them the manches of each feat.
    """
    slug = scored.partie.counted_as
    deeds = [
        # `manches_by_owner` returns the numbers of the manches with such a line, by the name of its player or side.
        Deed(why, who, len(manches), tuple(manches))
        for why in PAGES[slug].soiree_feats
        for who, manches in manches_by_owner(scored, why).items()
    ]
    return PlayedPartie(scored.partie.id, slug, course_of(scored), scored.names_of_sides, deeds)


def played_from_list(parties: Sequence[ListedPartie]) -> list[PlayedPartie]:
    """Return the parties of a list that count and whose games are installed, as `PlayedPartie`."""
    counted = [partie for partie in parties if partie.counts and partie.game in PAGES]
    whys = {why for partie in counted for why in PAGES[partie.game].soiree_feats}
    feats = feats_of_parties([partie.id for partie in counted], whys)
    # The arguments are in the order of the fields: id, game, course, names, deeds, place.
    return [
        PlayedPartie(
            partie.id,
            partie.game,
            _course_of_listed(partie),
            [side_name(side) for side in sides_by_number(partie)],
            [*_deeds_of_listed(partie, [feat for feat in feats if feat.partie_id == partie.id])],
            partie.place if len(counted) > 1 else 0,  # a single one needs no number
        )
        for partie in counted
    ]


def sides_by_number(partie: ListedPartie) -> list[ListedSide]:
    """Return the sides in the order of their numbers."""
    return sorted(partie.sides, key=lambda side: side.number)


def side_name(side: ListedSide) -> str:
    """Return the name of a side, else the names of its players."""
    return side.name or " & ".join(side.players)


def _course_of_listed(partie: ListedPartie) -> Course:
    """Return the course of a partie from its totals after each manche."""
    # The totals before the first manche, which are 0 for all sides, and those after each manche.
    all_totals = ((0,) * len(partie.sides), *partie.course)
    rows = []
    for totals_before, totals in pairwise(all_totals):
        points = tuple(after - before for before, after in zip(totals_before, totals, strict=True))
        # The arguments are the lines, the points and the totals. The lines (points with their reasons) are not known
        # here.
        rows.append(MancheScore((), points, totals))
    winners = tuple(side.number for side in sides_by_number(partie) if side.won)
    # −1 if the lowest total wins.
    sign, game = 1, game_counted_as(partie.game)
    if game is not None and game.lowest_leads:
        sign = -1
    return Course(tuple(rows), sign, winners)


def _deeds_of_listed(partie: ListedPartie, lines: Feats) -> Iterator[Deed]:
    """Yield the deeds in a partie from its feats: one for each player and key of lines."""
    for why, feat in PAGES[partie.game].soiree_feats.items():
        of_feat = [line for line in lines if line.why == why]
        for side in sides_by_number(partie):
            of_side = [line for line in of_feat if line.side == side.number]
            # A feat of a whole side has a line for each of its players. If all of them have as many, the deed is one of
            # the side; else each player has one. `owners` has the name of each with the row.
            are_equal = len(of_side) == len(side.players) and len({line.times for line in of_side}) == 1
            owners: Mapping[str, Any] = {line.player: line for line in of_side}
            if feat.shared and are_equal:
                owners = {side_name(side): of_side[0]}
            for who, line in owners.items():
                # `manche` is the number of the first manche with such a line, None if it is not stored.
                yield Deed(why, who, line.times, () if line.manche is None else (line.manche,))
