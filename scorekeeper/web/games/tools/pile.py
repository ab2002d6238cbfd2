"""The tool that counts cards in hand or taken: the points that the game gives for them, line by line.

A *pile* are these cards. A *tool* is a page of the rules that computes from its query string and stores nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask_babel import LazyString

from scorekeeper.cards.cards import Card
from scorekeeper.games.board import board_of
from scorekeeper.games.contract import CardByCard
from scorekeeper.games.shape import ImpossibleFactsError
from scorekeeper.web.games.contract import Tool
from scorekeeper.web.games.tools.keys import SuitButtons, card_buttons, card_query, sent_cards
from scorekeeper.web.games.tools.query import ToolQuery


@dataclass(frozen=True)
class PileLine:
    """A line of the count: its reason, its points (None if it has none), and the article (rule) that gives them."""

    text: str
    points: int | None
    article: str


@dataclass(frozen=True)
class PileCount:
    """The count of a pile: its lines, their total, and a remark.

    The total is None if there is none: the cards are too many, or a player has to choose between two scores.
    """

    lines: Sequence[PileLine]
    total: int | None = None
    remark: str = ""


@dataclass(frozen=True)
class PileCheckBox:
    """A check box below the cards, by its name in the query string."""

    name: str
    label: str
    ticked: bool


@dataclass(frozen=True)
class PilePage:
    """The page of a pile: the buttons of the cards, the chosen cards, and their count or the error."""

    # The query arguments that lead to this page, for its links and its form.
    state: Mapping[str, Any]
    # The buttons of the cards, by suit.
    rows: list[SuitButtons]
    # The codes of the chosen cards, such as `QS`.
    chosen: list[str]
    check_boxes: Sequence[PileCheckBox]
    count: PileCount | None = None
    error: ImpossibleFactsError | None = None


def pile_tool(
    title: LazyString,
    hint: LazyString,
    count: Callable[[ToolQuery, Sequence[Card]], PileCount],
    check_boxes: Callable[[ToolQuery], Sequence[PileCheckBox]] = lambda _query: (),
) -> Tool:
    """Return the tool of a game that counts a pile.

    `count` returns the count of these cards, `check_boxes` the check boxes of the page under these house rules.
    """

    def show(query: ToolQuery) -> PilePage:
        """Count the pile in the query string; a card outside the deck, or too often in the pile, is an error."""
        # `rules` has the deck. Some games need to know the dealer for their rules of play; the deck is the same with
        # any dealer, so that without a known one seat 0 is taken.
        rules = query.rules(query.dealer or 0)
        codes = sent_cards(query.arguments, "card")
        boxes = check_boxes(query)
        state = {"card": card_query(codes), **{box.name: "1" for box in boxes if box.ticked}}
        page = PilePage(state, card_buttons(rules), codes, boxes)
        # Nothing is chosen: there is nothing to count.
        if not any(state.values()):
            return page
        try:
            # The cards are played one by one on a board, from seat 0, only for its errors: it refuses the same cards as
            # in a manche (one deal).
            board_of(rules, CardByCard(0, tuple(codes)))
            return replace(page, count=count(query, [Card(code) for code in codes]))
        except ImpossibleFactsError as error:
            return replace(page, error=error)

    # The name in addresses, the title, the template, the function that returns what the template reads, and the hint.
    return Tool("pile", title, "rules/tools/_pile.html", show, hint)
