"""Deals to play, and functions that play their cards: tap by tap, or without reading each page."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from record import evening
from record.evening import play_card
from support.referee import Scene, Small, legal_cards, rightful_leaders, taker
from web.visitor import Page, Table, Typed, Visitor

from scorekeeper.games.hearts.options import cards_dealt, read_options
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Partie
from scorekeeper.record.partie.open_partie import open_partie

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

DATA = Path(__file__).parents[1] / "data"
SIX = ("Anne", "Luc", "Zoé", "Maxence", "Inès", "Paul")
EIGHT = (*SIX, "Rose", "Tom")


def recorded(slug: str, number: int) -> dict[str, Any]:
    """Return a manche dealt and played at random, refereed by an independent program (tests/data)."""
    line = (DATA / f"{slug}_deals.jsonl").read_text(encoding="utf-8").splitlines()[number]
    deal: dict[str, Any] = json.loads(line)
    return deal


@dataclass(frozen=True)
class Dealt:
    """A manche of Dame de Pique played at random by the rules: the hands, the leader, the cards, the trick winners."""

    hands: tuple[tuple[str, ...], ...]
    leader: int
    plays: tuple[str, ...]
    winners: tuple[int, ...]

    def taken(self, code: str) -> list[int]:
        """Return how many cards of this code, or hearts for `H`, each seat took."""
        seats = len(self.hands)
        counts = [0] * seats
        for index, card in enumerate(self.plays):
            counts[self.winners[index // seats]] += card == code or (code == "H" and card.endswith("H"))
        return counts


def dealt(seats: int, dealer: int, seed: int, **options: Any) -> Dealt:  # noqa: ANN401 - house rules
    """Deal and play a manche of Dame de Pique, each card chosen at random among the legal ones."""
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
    remaining, first = [list(hand) for hand in hands], leader
    for number in range(size):
        trick: list[str] = []
        for turn in range(seats):
            seat, scene = (first + turn) % seats, Scene(number, tuple(trick), tuple(plays[: number * seats]))
            card = chance.choice(sorted(legal_cards(table, scene, tuple(remaining[seat]))))
            remaining[seat].remove(card)
            trick.append(card)
            plays.append(card)
        first = (first + taker(table, tuple(trick))) % seats
        winners.append(first)
    return Dealt(hands, leader, tuple(plays), tuple(winners))


def tap(visitor: Visitor, table: Table, code: str, **more: Any) -> Page:  # noqa: ANN401 - values of any field
    """Load the page of the cards, tap a card, and return the answer."""
    return visitor.press(f"{table.partie}/cards", "/cards", {"card": code, **more})


def play(visitor: Visitor, table: Table, codes: Iterable[str]) -> None:
    """Tap these cards, none of which breaks a rule, each on a freshly loaded page."""
    for code in codes:
        answer = tap(visitor, table, code)
        assert (answer.status, answer.location) == (303, f"{table.partie}/cards"), (code, answer.text)


def press_in_sequence(visitor: Visitor, path: str, ending: str, steps: Iterable[Typed]) -> None:
    """Send a form once for each step, from one page load, with the versions counted up; each is carried out."""
    form = visitor.get(path).form(ending)
    first = int(form.value("version") or "")
    for number, typed in enumerate(steps, start=first):
        counted = {"version": str(number), "request_id": f"{path} {number}"}
        answer = visitor.post(form.action, form.sent({**typed, **counted}))
        assert answer.status == 303, (typed, answer.text)


def play_quickly(visitor: Visitor, table: Table, codes: Iterable[str]) -> None:
    """Tap these cards from one page load, with the versions counted up."""
    form = visitor.get(f"{table.partie}/cards").form("/cards")
    first = int(form.value("version") or "")
    for number, code in enumerate(codes):
        typed = {"card": code, "seat": None, "version": str(first + number), "request_id": f"{table.partie} {number}"}
        answer = visitor.post(form.action, form.sent(typed))
        assert (answer.status, answer.location) == (303, f"{table.partie}/cards"), (code, answer.text)


def lead(visitor: Visitor, table: Table, seat: int, card: str | None = "2C") -> None:
    """Enter the leader with the first card, or without a card."""
    typed: Typed = {"leader": str(seat), "card": card}
    assert visitor.press(f"{table.partie}/cards", "/cards", typed).status == 303


def stored_cards(visitor: Visitor, table: Table) -> dict[str, Any] | None:
    """Return the stored cards of the current manche."""
    with visitor.app.app_context():
        return evening.cards(db.session.get_one(Partie, table.partie_id))


def plays(visitor: Visitor, table: Table) -> list[str]:
    """Return the codes of the cards played in the current manche."""
    codes: list[str] = (stored_cards(visitor, table) or {}).get("plays", [])
    return codes


def version(visitor: Visitor, table: Table) -> int:
    """Return the version of the partie."""
    with visitor.app.app_context():
        return db.session.get_one(Partie, table.partie_id).version


def lay_out(visitor: Visitor, table: Table, leader: int, codes: Sequence[str]) -> None:
    """Store all these cards at once, as if each had been tapped and accepted."""
    with visitor.open_table(table) as opened:
        evening.lay_out(opened, leader, codes)


def play_on(visitor: Visitor, table: Table, codes: Sequence[str]) -> None:
    """Play these cards without loading a page."""
    with visitor.app.app_context():
        partie = db.session.get_one(Partie, table.partie_id)
        for code in codes:
            with writing(), open_partie(partie, None, visitor.access()) as opened:
                play_card(opened, code)


def bid(visitor: Visitor, table: Table, *bids: object) -> None:
    """Enter the bids of Atout Pique in the order of the seats."""
    for one in bids:
        assert visitor.press(f"{table.partie}?entry=open", "/begin", {"bid": str(one)}).status == 303


def second_device(visitor: Visitor) -> Visitor:
    """Return another browser with the same cookie."""
    other = Visitor(visitor.app)
    cookie = visitor.client.get_cookie(visitor.cookie_name)
    assert cookie is not None
    other.client.set_cookie(other.cookie_name, cookie.value)
    other.key = visitor.key
    return other
