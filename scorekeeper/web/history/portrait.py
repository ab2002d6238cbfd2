"""The values of the pages of a player and of two players: victories in a row, places by quarter, facts with labels.

They are computed from the outcomes of parties. A partie is a game played to its end, a manche one deal of it, a side a
player or a team. A partie counts if it has ended and is neither abandoned nor deleted.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from flask import url_for

from scorekeeper.games import game_counted_as
from scorekeeper.record.read_models.feats import Feats
from scorekeeper.record.read_models.moments import best_of_games, group_by_game
from scorekeeper.record.read_models.player_parties import Finish, Meeting
from scorekeeper.record.read_models.statistics import KnownPlayer, PairFigures
from scorekeeper.web.core.formatting import plain, short_date
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.games import PAGES
from scorekeeper.web.remarks.feats import feat_names
from scorekeeper.web.remarks.remark import Fact, partie_address
from scorekeeper.web.remarks.rivals import Rivals
from scorekeeper.web.text.values import format_mean

_FEWEST_IN_RUN = 2  # a single victory is no run


class Quarter(NamedTuple):
    """A quarter of a year in which a player finished parties."""

    # The first day of the quarter: 1 July 2026.
    first_day: dt.date

    # The number of parties that count for the player in this quarter.
    parties: int

    # The sum of the player's ranks in them, each from 1.
    ranks: int

    # The sum of the numbers of sides in them.
    sides: int

    @property
    def place(self) -> float:
        """The mean place, from 0 for the first of all sides to 1 for the last one."""
        # Over all parties, the sum of (rank − 1), divided by its largest possible value, the sum of (sides − 1).
        return (self.ranks - self.parties) / max(1, self.sides - self.parties)

    @property
    def mean_place(self) -> str:
        """The mean rank and the mean number of sides: « 1,8 sur 3,5 »."""
        # `format_mean` divides and returns one decimal.
        ranks, sides = format_mean(self.ranks, self.parties), format_mean(self.sides, self.parties)
        return _("%(count)s sur %(tries)s", count=ranks, tries=sides)


@dataclass(frozen=True, slots=True)
class Lead:
    """How two players finished in the parties against each other."""

    # The number of parties in which the first player had the better rank.
    above: int

    # The number of parties in which the second player had the better rank.
    below: int

    # The number of parties in which both had the same rank.
    tied: int

    # The player with more of these better ranks leads. This is the partie with which the present leader took the lead;
    # None if neither leads.
    since: Meeting | None


def runs_of_wins(finishes: Sequence[Finish]) -> list[list[Finish]]:
    """Return the runs of victories in a row, oldest first, each as the list of its parties.

    `finishes` are the player's parties, oldest first.
    """
    return [list(run) for won, run in groupby(finishes, key=lambda finish: finish.won) if won]


def places_by_quarter(finishes: Sequence[Finish]) -> list[Quarter]:
    """Return the quarters of a year in which the player has parties, oldest first. `finishes` are oldest first too."""

    def first_day(finish: Finish) -> dt.date:
        # The months 7 to 9 begin with 3 × 2 + 1, July.
        return finish.held_on.replace(month=3 * ((finish.held_on.month - 1) // 3) + 1, day=1)

    quarters = []
    for first, played in groupby(finishes, key=first_day):
        places = [(finish.rank, finish.sides) for finish in played]
        ranks, sides = map(sum, zip(*places, strict=True))
        quarters.append(Quarter(first, len(places), ranks, sides))
    return quarters


def lead_of(meetings: Sequence[Meeting]) -> Lead:
    """Return the score of two players in the parties against each other. `meetings` are oldest first."""
    # `ahead` is 1 if the first player finished ahead, −1 if the second did, 0 if neither.
    results = [meeting.ahead for meeting in meetings if not meeting.is_together]
    # `lead` is the number of parties in which the first player was ahead, less the number of those in which the second
    # player was.
    lead, since = 0, None
    for meeting in meetings:
        if meeting.is_together or not meeting.ahead:
            continue
        # The lead changes by 1 with each partie, so it is 0 before the other player leads.
        lead += meeting.ahead
        if not lead:
            since = None
        elif since is None:
            since = meeting
    return Lead(results.count(1), results.count(-1), results.count(0), since)


def present_fact(finishes: Sequence[Finish]) -> Fact | None:
    """Return a fact about the victories in a row up to the last partie, else about the last victory.

    None without a victory. `finishes` are oldest first.
    """
    runs = runs_of_wins(finishes)
    if not runs:
        return None
    # The last victory of the last run. If it was the last partie of the player too, the run has not ended.
    last = runs[-1][-1]
    if last == finishes[-1] and len(runs[-1]) >= _FEWEST_IN_RUN:
        text = ngettext(
            "%(num)d victoire de suite, la dernière le %(day)s",
            "%(num)d victoires de suite, la dernière le %(day)s",
            len(runs[-1]),
            day=short_date(last.held_on),
        )
    else:
        text = _("Dernière victoire le %(day)s", day=short_date(last.held_on))
    return Fact(text, partie_address(last.partie_id))


def rival_facts(rivals: Rivals, player_id: int, year: int | None, players: Mapping[int, KnownPlayer]) -> Iterator[Fact]:
    """Yield facts about the rivals of a player: the *bête noire*, the opponent under *Domine*, and the best partner.

    The *bête noire* (`nemesis`) is the opponent who finished ahead of the player most often in proportion; the opponent
    under *Domine* (`victim`) is the one who finished behind most often. Those that the player does not have are left
    out. `year` is that of the page, None for all years.
    """

    def fact(label: str, pair: PairFigures, text: str) -> Fact:
        address = url_for("players.pair", player_id=player_id, other_id=pair.other_id, year=year)
        return Fact(text, address, label, players[pair.other_id].name)

    for label, pair in ((_("Bête noire"), rivals.nemesis), (_("Domine"), rivals.victim)):
        # A player of few parties has no rival yet.
        if pair is not None:
            yield fact(label, pair, f"{pair.above} – {pair.below}")
    partner = rivals.best_partner
    if partner is not None:
        text = ngettext(
            "%(num)d victoire sur %(met)s", "%(num)d victoires sur %(met)s", partner.won, met=partner.together
        )
        yield fact(_("Meilleure paire"), partner, text)


def moment_facts(finishes: Sequence[Finish]) -> Iterator[Fact]:
    """Yield facts about the best comeback and the closest victory of a player, if there are any."""
    best = best_of_games(group_by_game(finish for finish in finishes if finish.won))
    for kind, label in (("comeback", _("La plus belle remontée")), ("close_finish", _("La victoire la plus serrée"))):
        if kind in best:
            # A close finish is stored as minus the lead of the winner.
            points = abs(getattr(best[kind], kind))
            yield Fact(_points_on(points, best[kind].held_on), partie_address(best[kind].partie_id), label)


def _points_on(points: int, day: dt.date) -> str:
    return ngettext("%(num)d point, le %(day)s", "%(num)d points, le %(day)s", points, day=short_date(day))


def record_facts(finishes: Sequence[Finish]) -> Iterator[Fact]:
    """Yield facts about the longest run of victories, and about the best total in each game.

    `finishes` are the player's parties, oldest first.
    """
    run = max(runs_of_wins(finishes), key=len, default=[])
    if len(run) >= _FEWEST_IN_RUN:
        text = _("%(count)s victoires, jusqu’au %(day)s", count=len(run), day=short_date(run[-1].held_on))
        yield Fact(text, partie_address(run[-1].partie_id), _("La plus longue série"))
    for game, of_game in group_by_game(finishes).items():
        # `game_counted_as` returns the game of a slug, None if it is not installed any more.
        rules = game_counted_as(game)
        if rules is None:
            continue
        name = str(PAGES[game].text.NAME)
        best = max(of_game, key=attrgetter("points"))
        label = _("Plus grand total, %(game)s", game=name)
        # In a game such as Hearts, the lowest total wins.
        if rules.lowest_leads:
            best = min(of_game, key=attrgetter("points"))
            label = _("Plus petit total, %(game)s", game=name)
        # `plain` writes a negative number with a true minus sign.
        text = _("%(points)s, le %(day)s", points=plain(best.points), day=short_date(best.held_on))
        yield Fact(text, partie_address(best.partie_id), label)


def feat_facts(done: Mapping[tuple[str, str], Feats]) -> Iterator[Fact]:
    """Yield a fact about each rare feat of a player: the number of times and the last day.

    `done` are the rows of the feats of this player, oldest first, by (game, key of the lines).
    """
    names = feat_names()
    for (_game, why), of_feat in done.items():
        last, times = of_feat[-1], sum(each.times for each in of_feat)
        day = short_date(last.held_on)
        # Feats are of both genders in French: « 3 fois » fits all of them.
        text = ngettext("%(num)d fois, le %(day)s", "%(num)d fois, la dernière le %(day)s", times, day=day)
        # If it was done several times in the partie, only the manche of the first time is known.
        manche = last.manche if last.times == 1 else None
        yield Fact(text, partie_address(last.partie_id, manche), names[why])


def gap_facts(meetings: Sequence[Meeting], name: str, other_name: str) -> Iterator[Fact]:
    """Yield a fact for each game: the largest difference of points between two players, and who was ahead."""
    # The parties of opponents in which one was ahead: `ahead` is 0 if both have the same rank.
    against = [meeting for meeting in meetings if not meeting.is_together and meeting.ahead and _gap(meeting)]
    for game, of_game in group_by_game(against).items():
        widest = max(of_game, key=_gap)
        text = _points_on(_gap(widest), widest.held_on)
        ahead = name if widest.ahead > 0 else other_name
        yield Fact(text, partie_address(widest.partie_id), str(PAGES[game].text.NAME), ahead)


# The difference of points between the two players.
def _gap(meeting: Meeting) -> int:
    return abs(meeting.points - meeting.other_points)
