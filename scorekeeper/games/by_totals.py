"""A partie of which only the points are known, by side and manche: an old paper score, or a game not installed here.

Lists show such a partie under its game. The points are added up, and the partie ended with its last manche.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.games.contract import POINTS_LIMIT, AnyGame, Deal, Ending, Game, Line, MancheFacts, Sheet, add_up
from scorekeeper.games.shape import Json, read_object, read_wholes

WHY = "paper"  # the key of the points in the facts, in databases and files
_ARTICLE = "T-1"


def by_totals(
    slug: str, table_sizes: frozenset[int], sides: Callable[[Any, int], tuple[int, ...]], *, lowest_leads: bool
) -> AnyGame:
    """Return a game whose only facts are points by side, without house rules or cards."""

    def read_facts(options: object, seats: int, json: Json) -> tuple[int, ...]:
        points = read_object(json, (WHY,)).get(WHY)
        return read_wholes(points, 1 + max(sides(options, seats)), -POINTS_LIMIT, POINTS_LIMIT, WHY)

    def score(options: object, seats: int, manches: Sequence[MancheFacts[tuple[int, ...]]]) -> Sheet:
        count = 1 + max(sides(options, seats))
        rows = [[Line(side, WHY, points, _ARTICLE) for side, points in enumerate(manche.facts)] for manche in manches]
        sheet = Sheet(count, add_up(count, rows))
        best = (min if lowest_leads else max)(sheet.totals)
        winners = tuple(side for side, total in enumerate(sheet.totals) if total == best)
        return replace(sheet, ending=Ending(WHY, _ARTICLE, winners, len(rows))) if rows else sheet

    return Game(
        *(slug, "", (), (), table_sizes, lowest_leads),
        read_options=lambda _json, _seats: None,
        write_options=lambda _options: {},
        sides=sides,
        read_facts=read_facts,
        write_facts=lambda points: {WHY: list(points)},
        score=score,
        deal=lambda _options, seats, first, manches: Deal((first + len(manches)) % seats),
    )
