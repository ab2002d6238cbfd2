"""The tool that counts cards in hand or taken: the points that the game gives for them, line by line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask_babel import LazyString

from scorekeeper.cards.cards import Card
from scorekeeper.games.shape import ImpossibleFactsError
from scorekeeper.web.games.contract import Tool
from scorekeeper.web.games.tools.keys import DeckKey, board_after, card_query, deck_rows, sent_cards
from scorekeeper.web.games.tools.table import ToolError, ToolTable


@dataclass(frozen=True)
class PileLine:
    """A line of the count; `points` is None for a line without points."""

    text: str
    points: int | None
    article: str


@dataclass(frozen=True)
class PileCount:
    """The count of a pile: its lines, their total (None if they do not add up), and a remark."""

    lines: Sequence[PileLine]
    total: int | None = None
    remark: str = ""


@dataclass(frozen=True)
class PileCheckBox:
    """A check box below the cards."""

    name: str
    label: str
    ticked: bool


@dataclass(frozen=True)
class PilePage:
    """The page of a pile: the buttons of the cards, the chosen cards, and their count or the error."""

    state: Mapping[str, Any]
    rows: list[tuple[str, list[DeckKey]]]
    chosen: list[str]
    check_boxes: Sequence[PileCheckBox]
    count: PileCount | None
    fault: ToolError | None = None


CountPile = Callable[[ToolTable, Sequence[Card]], PileCount]


@dataclass(frozen=True)
class PileRules:
    """How a game counts a pile; `check_boxes` returns the check boxes of its page for a table."""

    title: LazyString
    hint: LazyString
    count: CountPile
    check_boxes: Callable[[ToolTable], Sequence[PileCheckBox]] = field(default=lambda _table: ())


def pile_tool(rules: PileRules) -> Tool:
    """Return the tool of a game that counts a pile by these rules."""
    return Tool("pile", rules.title, "rules/tools/_pile.html", lambda table: _show(table, rules), rules.hint)


def _show(table: ToolTable, pile_rules: PileRules) -> PilePage:
    """Count the pile in the query string; a card outside the deck, or too often in the pile, is an error."""
    play_rules = table.rules(table.dealer or 0)
    codes, check_boxes = sent_cards(table.arguments, "card"), pile_rules.check_boxes(table)
    ticked = {box.name: "1" for box in check_boxes if box.ticked}
    state = {"card": card_query(codes), **ticked}
    rows = deck_rows(play_rules, ())
    if not codes and not ticked:
        return PilePage(state, rows, codes, check_boxes, None)
    try:
        board_after(play_rules, codes)
        count = pile_rules.count(table, [Card(code) for code in codes])
    except ImpossibleFactsError as error:
        return PilePage(state, rows, codes, check_boxes, None, table.tool_error(error))
    return PilePage(state, rows, codes, check_boxes, count)
