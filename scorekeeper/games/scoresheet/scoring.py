"""The points of a manche (one deal) of any game, and the totals of a partie (a game to its end).

A *side* is a player, or a team that scores together. The *facts* of a manche are its points, and whether it was the
last one. SH-1 to SH-3 are the articles of the sheet's rulebook. A *line* has points of one side, with the key of their
reason and the article.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.games.by_totals import best_sides
from scorekeeper.games.contract import (
    POINTS_LIMIT,
    Deal,
    Ending,
    Line,
    MancheFacts,
    Sheet,
    Table,
    add_up,
    penalty_lines,
)
from scorekeeper.games.scoresheet.options import ScoresheetOptions
from scorekeeper.games.shape import ImpossibleFactsError, Json, read_object, read_whole, read_wholes


@dataclass(frozen=True, slots=True)
class ScoresheetFacts:
    """The facts of one manche."""

    # The points by side.
    points: tuple[int, ...]

    # 1 if the table stopped after this manche, else 0 (SH-3).
    last: int


class NoDeal(Deal):
    """The next manche of a game without a dealer."""

    # Pages name no dealer.
    is_named = False


def read_facts(options: ScoresheetOptions, seats: int, json: Json) -> ScoresheetFacts:
    """Read the facts of one manche from JSON. Raises `ImpossibleFactsError` for points of another sum (SH-2)."""
    # Raises for another key, or for JSON that is no object.
    read_object(json, ("points", "last"))
    # One integer for each side: `options.teams` is 0 if each player plays alone.
    points = read_wholes(json.get("points"), options.teams or seats, -POINTS_LIMIT, POINTS_LIMIT, "points")
    # The house rules may say what the points add up to; None if they do not.
    if options.total not in {None, sum(points)}:
        found, total = sum(points), options.total
        raise ImpossibleFactsError("other_total", field="points", article="SH-2", found=found, total=total)
    return ScoresheetFacts(points, read_whole(json.get("last", 0), 0, 1, "last"))


def write_facts(facts: ScoresheetFacts) -> dict[str, Any]:
    """Return the facts as JSON, for `read_facts`."""
    return {"points": list(facts.points), "last": facts.last}


def score(
    options: ScoresheetOptions,
    seats: int,
    manches: Sequence[MancheFacts[ScoresheetFacts]],
    *,
    lowest_leads: bool = False,
) -> Sheet:
    """Add up the points (SH-2), up to the manche that ends the partie (SH-3): at the limit, or when the table stops."""
    # The number of sides: without teams, each player is one.
    count = options.teams or seats
    limit = options.limit
    lines = []
    for manche in manches:
        entered = [Line(side, "points", points, "SH-2") for side, points in enumerate(manche.facts.points)]
        # `penalty_lines`: the points that the table agreed to give (T-5).
        lines.append(entered + penalty_lines(manche))
    # The points and the totals after each manche, by side.
    rows = add_up(count, lines)
    for number, (row, manche) in enumerate(zip(rows, manches, strict=True), start=1):
        if limit is not None and max(row.totals) >= limit:
            why = "limit"
        elif manche.facts.last:
            why = "stopped"
        else:
            continue
        # The sides with the best total. Where fewest points win, the side that reaches the limit loses.
        winners = best_sides(row.totals, lowest_leads=lowest_leads)
        result = {"limit": limit, "totals": list(row.totals)}
        return Sheet(count, rows, Ending(why, "SH-3", winners, number, result))
    return Sheet(count, rows)


def deal(options: ScoresheetOptions, table: Table, played: Sequence[MancheFacts[ScoresheetFacts]]) -> Deal:
    """Return the next deal, with the dealer in turn (SH-1)."""
    # A deal has a dealer in any case; of `NoDeal`, pages do not name it.
    next_deal = Deal if options.dealer else NoDeal
    return next_deal(table.after(table.dealer, len(played)))
