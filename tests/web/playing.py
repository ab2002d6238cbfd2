"""Cards put on the table: deals to play, and the ways of a visitor to play them, tap by tap or in a hurry."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from record import evening
from support.referee import Scene, Small, legal_cards, rightful_leaders, taker
from web.visitor import Page, Table, Typed, Visitor

from scorekeeper.games.hearts.options import cards_dealt, read_options
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import ChangeKind, Partie
from scorekeeper.record.partie import journal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

DATA = Path(__file__).parents[1] / "data"
SIX = ("Anne", "Luc", "Zoé", "Maxence", "Inès", "Paul")
EIGHT = (*SIX, "Rose", "Tom")


def recorded(slug: str, number: int) -> dict[str, Any]:
    """A manche dealt and played at random, refereed by somebody else (tests/data)."""
    line = (DATA / f"{slug}_deals.jsonl").read_text(encoding="utf-8").splitlines()[number]
    found: dict[str, Any] = json.loads(line)
    return found


@dataclass(frozen=True)
class Dealt:
    """A manche of Dame de Pique played at random and by the rules: the hands, who led, the cards, who took each."""

    hands: tuple[tuple[str, ...], ...]
    leader: int
    plays: tuple[str, ...]
    winners: tuple[int, ...]

    def taken(self, code: str) -> list[int]:
        """How many cards of this code, or hearts under `H`, each seat took."""
        seats = len(self.hands)
        counts = [0] * seats
        for index, card in enumerate(self.plays):
            counts[self.winners[index // seats]] += card == code or (code == "H" and card.endswith("H"))
        return counts


def dealt(seats: int, dealer: int, seed: int, **options: Any) -> Dealt:  # noqa: ANN401 - house rules
    """Deal and play a manche of Dame de Pique, each card chosen among those that its player's hand allows."""
    chance = random.Random(seed)
    deck = [card.code for card in cards_dealt(read_options(options, seats), seats)]
    chance.shuffle(deck)
    size = len(deck) // seats
    table = Small("random", "hearts", seats, size, tuple(deck), options)
    hands = tuple(tuple(deck[seat * size : (seat + 1) * size]) for seat in range(seats))
    leader = rightful_leaders(table, dealer, hands)
    assert leader is not None
    plays: list[str] = []
    winners: list[int] = []
    left, first = [list(hand) for hand in hands], leader
    for number in range(size):
        trick: list[str] = []
        for turn in range(seats):
            seat, scene = (first + turn) % seats, Scene(number, tuple(trick), tuple(plays[: number * seats]))
            card = chance.choice(sorted(legal_cards(table, scene, tuple(left[seat]))))
            left[seat].remove(card)
            trick.append(card)
            plays.append(card)
        first = (first + taker(table, tuple(trick))) % seats
        winners.append(first)
    return Dealt(hands, leader, tuple(plays), tuple(winners))


def tap(visitor: Visitor, table: Table, code: str, **more: Any) -> Page:  # noqa: ANN401 - whatever a form holds
    """Tap a card on the page as it stands, and give the answer to it."""
    return visitor.press(f"{table.partie}/cards", "/cards", {"card": code, **more})


def play(visitor: Visitor, table: Table, codes: Iterable[str]) -> None:
    """Tap these cards one after the other, each on the page as it stands, none of them breaking a rule."""
    for code in codes:
        answer = tap(visitor, table, code)
        assert (answer.status, answer.location) == (303, f"{table.partie}/cards"), (code, answer.text)


def in_a_row(visitor: Visitor, path: str, ending: str, steps: Iterable[Typed]) -> None:
    """Take these steps on one page that keeps count of the versions, as the pages would, each carried out."""
    form = visitor.get(path).form(ending)
    first = int(form.value("version") or "")
    for number, typed in enumerate(steps, start=first):
        counted = {"version": str(number), "request_id": f"{path} {number}"}
        answer = visitor.post(form.action, form.sent({**typed, **counted}))
        assert answer.status == 303, (typed, answer.text)


def hurry(visitor: Visitor, table: Table, codes: Iterable[str]) -> None:
    """Tap these cards on one page that keeps count of the versions, as the pages would."""
    form = visitor.get(f"{table.partie}/cards").form("/cards")
    first = int(form.value("version") or "")
    for number, code in enumerate(codes):
        typed = {"card": code, "seat": None, "version": str(first + number), "request_id": f"{table.partie} {number}"}
        answer = visitor.post(form.action, form.sent(typed))
        assert (answer.status, answer.location) == (303, f"{table.partie}/cards"), (code, answer.text)


def lead(visitor: Visitor, table: Table, seat: int, card: str | None = "2C") -> None:
    """Say who leads, with the card that opens or another to come."""
    typed: Typed = {"leader": str(seat), "card": card}
    assert visitor.press(f"{table.partie}/cards", "/cards", typed).status == 303


def kept(visitor: Visitor, table: Table) -> dict[str, Any] | None:
    """The cards of the manche under way as the record keeps them."""
    with visitor.app.app_context():
        return evening.cards(db.session.get_one(Partie, table.partie_id))


def plays(visitor: Visitor, table: Table) -> list[str]:
    """The cards of the manche under way."""
    found: list[str] = (kept(visitor, table) or {}).get("plays", [])
    return found


def version(visitor: Visitor, table: Table) -> int:
    """The version of the partie."""
    with visitor.app.app_context():
        return db.session.get_one(Partie, table.partie_id).version


def lay_out(visitor: Visitor, table: Table, leader: int, codes: Sequence[str]) -> None:
    """Put all these cards down at once, as if each had been tapped and let stand."""
    with visitor.app.app_context(), writing():
        partie = db.session.get_one(Partie, table.partie_id)
        evening.lay_out(partie, leader, codes)
        journal.note_change(partie, visitor.access(), ChangeKind.PLAYED, facts={"cards": list(codes)})


def bid(visitor: Visitor, table: Table, *bids: object) -> None:
    """Key in the bids of Atout Pique in the order of the seats that call them."""
    for one in bids:
        assert visitor.press(f"{table.partie}?entry=open", "/begin", {"bid": str(one)}).status == 303


def second_phone(visitor: Visitor) -> Visitor:
    """Another browser that holds the same carnet."""
    other = Visitor(visitor.app)
    cookie = visitor.client.get_cookie("lamarque")
    assert cookie is not None
    other.client.set_cookie("lamarque", cookie.value)
    other.key = visitor.key
    return other
