"""From facts to the sheet of Petite Belote: every point with its why, what a litige carries over, and the end.

What is carried over is replayed from the manches recorded (BE-13): a correction of one moves it with the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from fourth_game.facts import TOTAL, BeloteFacts
from fourth_game.options import SEATS, TEAMS, BeloteOptions, Litige
from scorekeeper.games.contract import Deal, Ending, Line, MancheFacts, MancheScore, Sheet, add_up, penalty_lines

HALF, CAPOT = TOTAL // 2, 252


@dataclass(frozen=True, slots=True)
class BeloteDeal(Deal):
    """A deal with the points that its winner takes besides: those that litiges carried over (BE-13)."""

    carried: int


def score(options: BeloteOptions, _seats: int, manches: Sequence[MancheFacts[BeloteFacts]]) -> Sheet:
    """The whole sheet, replayed from the facts; points are per team (BE-11 to BE-15)."""
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


def deal(
    options: BeloteOptions, _seats: int, first_dealer: int, played: Sequence[MancheFacts[BeloteFacts]]
) -> BeloteDeal:
    """The deal after the manches played: the deal goes round (BE-2), with what is carried over (BE-13)."""
    return BeloteDeal((first_dealer + len(played)) % SEATS, HALF * litiges_before(options, played))


def winner(facts: BeloteFacts) -> int | None:
    """The team with more points, None at a litige."""
    return None if facts.points[0] == facts.points[1] else facts.points.index(max(facts.points))


def litiges_before(options: BeloteOptions, played: Sequence[MancheFacts[BeloteFacts]]) -> int:
    """How many litiges wait for a winner after these manches: the last ones, up to the latest that was won (BE-13)."""
    if options.litige is Litige.SPLIT:
        return 0
    return sum(1 for _ in takewhile(lambda manche: winner(manche.facts) is None, reversed(played)))


def manche_lines(options: BeloteOptions, facts: BeloteFacts) -> list[Line]:
    """The lines of one manche for itself: won, failed, or a litige."""
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
    """The end, at the first manche after which a team has the target and the totals differ (BE-15)."""
    for index, row in enumerate(rows, start=1):
        highest = max(row.totals)
        if highest >= options.target and min(row.totals) < highest:
            reached = [side for side, total in enumerate(row.totals) if total >= options.target]
            result = {"limit": options.target, "reached": reached, "totals": list(row.totals)}
            return Ending("target", "BE-15", (row.totals.index(highest),), index, result)
    return None


def _carried_lines(facts: BeloteFacts, litiges: int) -> list[Line]:
    """What the winner takes of the litiges before; another litige lets it wait (BE-13)."""
    ahead = winner(facts)
    return [] if ahead is None or not litiges else [Line(ahead, "carried", HALF * litiges, "BE-13", litiges)]
