"""Score Petite Belote: lines with their reasons, points carried over by a litige, and the end.

Carried points are computed from the recorded manches (BE-13), so a correction changes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from petite_belote.facts import TOTAL, BeloteFacts
from petite_belote.options import TEAMS, BeloteOptions, Litige

from scorekeeper.games.contract import Deal, Ending, Line, MancheFacts, MancheScore, Sheet, Table, add_up, penalty_lines

HALF, CAPOT = TOTAL // 2, 252


@dataclass(frozen=True, slots=True)
class BeloteDeal(Deal):
    """A deal with the points carried over by litiges, which its winner also takes (BE-13)."""

    carried: int


def score(options: BeloteOptions, _seats: int, manches: Sequence[MancheFacts[BeloteFacts]]) -> Sheet:
    """Compute the sheet from the facts; points are by team (BE-11 to BE-15)."""
    lines = [
        [
            *manche_lines(options, manche.facts),
            *_carried_lines(manche.facts, litiges_before(options, manches[:index])),
            *penalty_lines(manche),
        ]
        for index, manche in enumerate(manches)
    ]
    rows = add_up(TEAMS, lines)
    return Sheet(TEAMS, rows, find_ending(options, rows))


def deal(options: BeloteOptions, table: Table, played: Sequence[MancheFacts[BeloteFacts]]) -> BeloteDeal:
    """Return the next deal: the dealer in turn (BE-2), and the points carried over (BE-13)."""
    return BeloteDeal(table.after(table.dealer, len(played)), HALF * litiges_before(options, played))


def winner(facts: BeloteFacts) -> int | None:
    """Return the team with more points, None for a litige."""
    return None if facts.points[0] == facts.points[1] else facts.points.index(max(facts.points))


def litiges_before(options: BeloteOptions, played: Sequence[MancheFacts[BeloteFacts]]) -> int:
    """Count the litiges since the latest manche with a winner (BE-13)."""
    if options.litige is Litige.SPLIT:
        return 0
    return sum(1 for _ in takewhile(lambda manche: winner(manche.facts) is None, reversed(played)))


def manche_lines(options: BeloteOptions, facts: BeloteFacts) -> list[Line]:
    """Return the lines of one manche without carried points: made, failed, capot or a litige."""
    takers, ahead = facts.taker % TEAMS, winner(facts)
    if ahead is None:
        defence = Line(1 - takers, "litige", HALF, "BE-13")
        return [defence] if options.litige is Litige.CARRIED else [Line(takers, "litige", HALF, "BE-13"), defence]
    if facts.capot:
        return [Line(ahead, "capot", CAPOT, "BE-14")]
    if ahead != takers:
        return [Line(ahead, "failed", TOTAL, "BE-12")]
    made = Line(takers, "made", facts.points[takers], "BE-11", seat=facts.taker)
    defence = Line(1 - takers, "defence", facts.points[1 - takers], "BE-11")
    return [made, defence] if defence.points else [made]


def find_ending(options: BeloteOptions, rows: Sequence[MancheScore]) -> Ending | None:
    """Return the end, at the first manche after which a team has the target and the totals differ (BE-15)."""
    for index, row in enumerate(rows, start=1):
        highest = max(row.totals)
        if highest >= options.target and min(row.totals) < highest:
            reached = [side for side, total in enumerate(row.totals) if total >= options.target]
            result = {"limit": options.target, "reached": reached, "totals": list(row.totals)}
            return Ending("target", "BE-15", (row.totals.index(highest),), index, result)
    return None


def _carried_lines(facts: BeloteFacts, litiges: int) -> list[Line]:
    """Return the line of the carried points, which the winner takes (BE-13)."""
    ahead = winner(facts)
    return [] if ahead is None or not litiges else [Line(ahead, "carried", HALF * litiges, "BE-13", litiges)]
