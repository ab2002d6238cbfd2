"""The story of a soirée: who won it, how long it took, its best manche, the rarest of what happened, the title.

A soirée is an evening of parties, games played to their end; a manche is one deal of a partie. A partie counts if it
has ended and is neither abandoned nor deleted. A remark is something worth telling, with its sentence. The title of a
game belongs to the player with the most victories in its last parties.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scorekeeper.record.models import Soiree
from scorekeeper.record.read_models.lists import ListedPartie
from scorekeeper.record.read_models.soiree_summaries import PlayingTime, playing_time
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.games import PAGES
from scorekeeper.web.history.soiree.ranking import RankedPlayer
from scorekeeper.web.remarks import remarks_on_soiree
from scorekeeper.web.remarks.remark import Fact, Remark
from scorekeeper.web.remarks.titles import find_title_change
from scorekeeper.web.text.values import format_duration, join_words, with_label

_MOST_FACTS = 3


@dataclass(frozen=True, slots=True)
class Story:
    """The story of a soirée, empty before the end of its first partie."""

    # A sentence that says who won, or who leads: « Hélène a tout raflé. »
    headline: str = ""

    # The parties won, the hours, the manches: short texts for one line.
    figures: tuple[str, ...] = ()

    # The manche with the largest gap between the best and the worst points.
    best_manche: Fact | None = None

    # The events of the soirée that happen least often in the carnet, the rarest first, at most three.
    facts: tuple[Fact, ...] = ()

    # The sentences about changes of titles, each with the name of its game.
    titles: tuple[str, ...] = ()

    def sentences(self) -> list[str]:
        """Return the sentences that follow the ranking: the best manche, the facts, the titles."""
        lines = [fact.text for fact in self.facts]
        if self.best_manche is not None:
            lines.insert(0, _("La manche de la soirée : %(sentence)s", sentence=self.best_manche.text))
        return [*lines, *self.titles]


def story_of(
    soiree: Soiree, parties: Sequence[ListedPartie], ranking: Sequence[RankedPlayer], *, is_past: bool = True
) -> Story:
    """Return the story of a soirée, from its parties and from the ranking of its players.

    `is_past` is true if no more parties will follow: the story then says who won, else who leads.
    """
    counted = [partie for partie in parties if partie.counts]
    if not counted:
        return Story()
    # The largest number of victories of a player.
    most = max((player.won for player in ranking), default=0)
    remarks = remarks_on_soiree(soiree, counted)
    # The remark about the manche with the largest gap between the best and the worst points.
    swing = next((remark for remark in remarks if remark.key == "swing"), None)
    best_manche = None
    if swing is not None:
        # The page has a heading that says what it is: `best_manche` is a sentence without these words.
        best_manche = _fact(replace(swing, key="best_manche"))
    # The other remarks, the rarest first. The rank of a remark is how often such a thing happens in a partie: 0 to 1.
    others = sorted((remark for remark in remarks if remark is not swing), key=lambda remark: remark.rank)
    # In the order of the fields: headline, figures, best manche, facts, titles.
    return Story(
        _headline(ranking, most, len(counted), is_past=is_past),
        tuple(_figures(most, counted, playing_time(soiree, counted))),
        best_manche,
        tuple(map(_fact, others[:_MOST_FACTS])),
        # Each game has its own title, so the sentence is labelled with the name of the game.
        tuple(with_label(str(remark.details["game"]), remark.text) for remark in _title_changes(soiree, counted)),
    )


def _fact(remark: Remark) -> Fact:
    return Fact(remark.full_text, remark.address)


def _headline(ranking: Sequence[RankedPlayer], most: int, parties: int, *, is_past: bool) -> str:
    """Return the sentence that says who won or leads the soirée.

    It is empty if no partie has a winner, or if all players have the same number of victories. `most` is the largest
    number of victories of a player, and `parties` the number of parties that count.
    """
    first = [player for player in ranking if player.won == most]
    # `first` are the players with the most victories. Here, these are none or all.
    if not most or len(first) == len(ranking):
        return ""
    who = join_words([player.name for player in first])
    if not is_past:
        return ngettext("%(who)s mène.", "%(who)s mènent.", len(first), who=who)
    # One side won every partie.
    if parties > 1 and first[0].won == parties:
        return ngettext("%(who)s a tout raflé.", "%(who)s ont tout raflé.", len(first), who=who)
    if parties > 1 and len(first) > 1:
        return _("Égalité : %(who)s.", who=who)
    return ngettext("%(who)s l’emporte.", "%(who)s l’emportent.", len(first), who=who)


def _figures(most: int, counted: Sequence[ListedPartie], time: PlayingTime | None) -> Iterator[str]:
    """Yield the figures: « 2 parties sur 3 », « 2 h 40 », « 34 manches », « 6 min la manche ».

    The first is the number of parties that the best player won (`most`) of those that count. It is left out if a single
    partie counts. The times are left out if `time` is None, because it is not known.
    """
    if len(counted) > 1 and most:
        yield ngettext("%(num)d partie sur %(parties)s", "%(num)d parties sur %(parties)s", most, parties=len(counted))
    if time is not None:
        yield format_duration(time.seconds)
    # `ending_after` is the number of manches up to the end of a partie.
    manches = sum(partie.ending_after or 0 for partie in counted)
    yield ngettext("%(num)d manche", "%(num)d manches", manches)
    if time is not None:
        yield _("%(time)s la manche", time=format_duration(time.of_manche))


def _title_changes(soiree: Soiree, counted: Sequence[ListedPartie]) -> Iterator[Remark]:
    """Yield a remark for each game whose title has new holders after these parties of the soirée."""
    # `fromkeys` keeps each game once, in the order of play. `PAGES` has the installed games.
    for game in dict.fromkeys(partie.game for partie in counted if partie.game in PAGES):
        yield from find_title_change(soiree, game, {partie.id for partie in counted if partie.game == game})
