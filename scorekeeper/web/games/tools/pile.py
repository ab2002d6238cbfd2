"""Count this pile: the cards that somebody holds or has taken, and what the game gives for them, line by line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask_babel import LazyString

from scorekeeper.cards.cards import Card
from scorekeeper.games.shape import ImpossibleFactsError
from scorekeeper.web.games.contract import Tool
from scorekeeper.web.games.tools.keys import DeckKey, deck_rows, laid, picked, written
from scorekeeper.web.games.tools.table import ToolFault, ToolTable


@dataclass(frozen=True)
class PileLine:
    """Points that a pile gives, in words, and the article; None where it only says what there is."""

    said: str
    points: int | None
    article: str


@dataclass(frozen=True)
class PileCount:
    """What a pile comes to: its lines, their total if they add up, what is to be said beside them."""

    lines: Sequence[PileLine]
    total: int | None = None
    remark: str = ""


@dataclass(frozen=True)
class PileExtra:
    """Something to tick beside the cards: the name of its field, what it says, whether it is ticked."""

    name: str
    label: str
    ticked: bool


@dataclass(frozen=True)
class PileShown:
    """The cards of the deck, those of the pile, and what they come to, or why they cannot be."""

    state: Mapping[str, Any]
    rows: list[tuple[str, list[DeckKey]]]
    held: list[str]
    extras: Sequence[PileExtra]
    count: PileCount | None
    fault: ToolFault | None = None


Counting = Callable[[ToolTable, Sequence[Card]], PileCount]


@dataclass(frozen=True)
class PileRules:
    """How a game counts a pile, in its own words: `extras` are what may be ticked beside the cards at this table."""

    title: LazyString
    hint: LazyString
    count: Counting
    extras: Callable[[ToolTable], Sequence[PileExtra]] = field(default=lambda _table: ())


def pile_tool(rules: PileRules) -> Tool:
    """The tool of a game that counts piles so."""
    return Tool("pile", rules.title, "rules/tools/_pile.html", lambda table: _show(table, rules), rules.hint)


def _show(table: ToolTable, pile: PileRules) -> PileShown:
    """The pile in the address, counted. A card that is not in the deck, or too often in the pile, is refused."""
    law, codes, extras = table.rules(table.dealer or 0), picked(table.arguments, "card"), pile.extras(table)
    ticked = {extra.name: "1" for extra in extras if extra.ticked}
    state = {"card": written(codes), **ticked}
    rows = deck_rows(law, ())
    if not codes and not ticked:
        return PileShown(state, rows, codes, extras, None)
    try:
        laid(law, codes)
        count = pile.count(table, [Card(code) for code in codes])
    except ImpossibleFactsError as error:
        return PileShown(state, rows, codes, extras, None, table.fault(error))
    return PileShown(state, rows, codes, extras, count)
