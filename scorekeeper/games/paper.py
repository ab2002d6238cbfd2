"""A partie kept on paper, of which only the points are left: those of each side, manche by manche.

It is of its game in every list; its cards, its declarations and why each got what they got nobody knows any more. It
ends where the paper ends: the game says only whether the higher total won or the lower.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.games.contract import (
    POINTS_LIMIT,
    AnyGame,
    Deal,
    Ending,
    Line,
    MancheFacts,
    Sheet,
    add_up,
)
from scorekeeper.games.shape import Json, read_object, read_wholes

WHY = "paper"
_ARTICLE = "T-1"


@dataclass(frozen=True, slots=True)
class PaperFacts:
    """The points of a manche, by side."""

    points: tuple[int, ...]


def on_paper(game: AnyGame) -> AnyGame:
    """The game as its paper tells it: the same table and house rules, points in the place of facts."""

    def sides(options: Any, seats: int) -> int:  # noqa: ANN401 - each game has its own options type
        return 1 + max(game.sides(options, seats))

    def read_facts(options: Any, seats: int, json: Json) -> PaperFacts:  # noqa: ANN401 - likewise
        points = read_object(json, (WHY,)).get(WHY)
        return PaperFacts(read_wholes(points, sides(options, seats), -POINTS_LIMIT, POINTS_LIMIT, WHY))

    def score(options: Any, seats: int, manches: Sequence[MancheFacts[PaperFacts]]) -> Sheet:  # noqa: ANN401 - likewise
        return _sheet(sides(options, seats), manches, lowest_leads=game.lowest_leads)

    def deal(_options: object, seats: int, first: int, manches: Sequence[MancheFacts[PaperFacts]]) -> Deal:
        return Deal((first + len(manches)) % seats)

    return replace(
        game,
        read_facts=read_facts,
        write_facts=lambda facts: {WHY: list(facts.points)},
        score=score,
        deal=deal,
        begin=None,
        play=None,
    )


def _sheet(sides: int, manches: Sequence[MancheFacts[PaperFacts]], *, lowest_leads: bool) -> Sheet:
    rows = [[Line(side, WHY, count, _ARTICLE) for side, count in enumerate(one.facts.points)] for one in manches]
    sheet = Sheet(sides, add_up(sides, rows))
    if not rows:
        return sheet
    best = min(sheet.totals) if lowest_leads else max(sheet.totals)
    winners = tuple(side for side, total in enumerate(sheet.totals) if total == best)
    return replace(sheet, ending=Ending(WHY, _ARTICLE, winners, len(rows)))
