"""Steps of a visitor at a table of Petite Belote."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from web.visitor import Page, Table, Visitor


def seated(visitor: Visitor, **options: Any) -> Table:  # noqa: ANN401 - house rules
    return visitor.set_table(game="petite_belote", **options)


def takes(visitor: Visitor, table: Table, taker: int, trump: str = "H") -> None:
    answer = visitor.press(f"{table.partie}?entry=open", "/begin", {"trump": trump, "taker": str(taker)})
    assert (answer.status, answer.location) == (303, table.partie), answer.text


def noted(visitor: Visitor, table: Table, taker: int, *points: object, **more: str) -> Page:
    """Enter who takes at hearts, then the points of each team."""
    takes(visitor, table, taker)
    return visitor.record(table, {f"points-{side}": str(value) for side, value in enumerate(points)} | more)


def refused(page: Page, sentence: str) -> None:
    assert page.status == 422, page.text
    assert page.refusal().startswith(sentence)
