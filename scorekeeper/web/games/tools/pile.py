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
    """A line of the count: its text, its points (None for a line without points) and its article."""

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
class PileExtra:
    """A check box beside the cards."""

    name: str
    label: str
    ticked: bool


@dataclass(frozen=True)
class PileShown:
    """The page of a pile: the card buttons, the cards chosen, and their count or the error."""

    state: Mapping[str, Any]
    rows: list[tuple[str, list[DeckKey]]]
    chosen: list[str]
    extras: Sequence[PileExtra]
    count: PileCount | None
    fault: ToolError | None = None


Counting = Callable[[ToolTable, Sequence[Card]], PileCount]


@dataclass(frozen=True)
class PileRules:
    """How a game counts a pile: `count` is its function, `extras` returns the check boxes of a table."""

    title: LazyString
    hint: LazyString
    count: Counting
    extras: Callable[[ToolTable], Sequence[PileExtra]] = field(default=lambda _table: ())


def pile_tool(rules: PileRules) -> Tool:
    """Return the tool of a game with these rules."""
    return Tool("pile", rules.title, "rules/tools/_pile.html", lambda table: _show(table, rules), rules.hint)


def _show(table: ToolTable, pile: PileRules) -> PileShown:
    """The pile of the query string, counted. Cards not in the deck, or too often in the pile, are an error."""
    play_rules, codes, extras = table.rules(table.dealer or 0), sent_cards(table.arguments, "card"), pile.extras(table)
    ticked = {extra.name: "1" for extra in extras if extra.ticked}
    state = {"card": card_query(codes), **ticked}
    rows = deck_rows(play_rules, ())
    if not codes and not ticked:
        return PileShown(state, rows, codes, extras, None)
    try:
        board_after(play_rules, codes)
        count = pile.count(table, [Card(code) for code in codes])
    except ImpossibleFactsError as error:
        return PileShown(state, rows, codes, extras, None, table.fault(error))
    return PileShown(state, rows, codes, extras, count)
