"""A manche entered card by card on the phone: each card judged, taken back or let stand, and the facts they tell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from web.visitor import Page, Table, Typed, Visitor

from scorekeeper.record.database import db
from scorekeeper.record.models import Partie

if TYPE_CHECKING:
    from collections.abc import Iterable

DATA = Path(__file__).parents[1] / "data"


def recorded(slug: str, number: int) -> dict[str, Any]:
    line = (DATA / f"{slug}_deals.jsonl").read_text(encoding="utf-8").splitlines()[number]
    found: dict[str, Any] = json.loads(line)
    return found


def tap(visitor: Visitor, table: Table, code: str, **more: Any) -> Page:  # noqa: ANN401 - whatever a form holds
    """Tap a card on the page as it stands, and give the answer to it."""
    return visitor.press(f"{table.partie}/cards", "/cards", {"card": code, **more})


def play(visitor: Visitor, table: Table, codes: Iterable[str]) -> None:
    for code in codes:
        answer = tap(visitor, table, code)
        assert (answer.status, answer.location) == (303, f"{table.partie}/cards"), (code, answer.text)


def lead(visitor: Visitor, table: Table, seat: int, card: str | None = "2C") -> None:
    typed: Typed = {"leader": str(seat)} | ({} if card is None else {"card": card})
    assert visitor.press(f"{table.partie}/cards", "/cards", typed).status == 303


def kept(visitor: Visitor, table: Table) -> dict[str, Any] | None:
    with visitor.app.app_context():
        partie = db.session.get(Partie, table.partie_id)
        assert partie is not None
        return partie.cards


def test_a_whole_manche_of_hearts_fills_its_own_facts_t_7(visitor: Visitor) -> None:
    deal = recorded("hearts", 0)
    table = visitor.set_table(dealer=deal["dealer"])
    lead(visitor, table, deal["leader"], deal["plays"][0])
    play(visitor, table, deal["plays"][1:])
    page = visitor.get(f"{table.partie}/cards")
    assert "Toutes les cartes sont jouées" in page.text
    assert visitor.send(page, "/record").location == table.partie
    assert visitor.totals(table) == [tuple(deal["points"])]
    assert kept(visitor, table) is None


def test_a_whole_manche_of_spades_fills_its_own_facts_t_7(visitor: Visitor) -> None:
    deal = recorded("spades", 0)
    table = visitor.set_table(game="spades", dealer=deal["dealer"])
    for turn in range(4):
        bid = deal["bids"][(deal["dealer"] + 1 + turn) % 4]
        assert visitor.press(f"{table.partie}?entry=open", "/begin", {"bid": str(bid)}).status == 303
    play(visitor, table, deal["plays"])
    assert visitor.press(f"{table.partie}/cards", "/record").location == table.partie
    assert visitor.totals(table) == [tuple(deal["points"])]
