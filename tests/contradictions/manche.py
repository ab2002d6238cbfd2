"""A true manche, dealt and played to its end by the rules, and what is told of it."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from contradictions.search import Cells

from scorekeeper.record.score_format import score_line

Facts = dict[str, Any]


@dataclass(frozen=True)
class Manche:
    """The table, and every card: the deck by number, who led first, and the cards of each seat in the order played."""

    game: str
    seats: int
    options: dict[str, Any]
    deck: tuple[str, ...]
    leader: int
    played: tuple[tuple[int, ...], ...]
    plays: tuple[str, ...]
    winners: tuple[int, ...]
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def tricks(self) -> int:
        return len(self.winners)

    @property
    def hands(self) -> list[list[str]]:
        return [[self.deck[card] for card in own] for own in self.played]


@dataclass(frozen=True)
class Answer:
    """What the program says of a manche told so: its points by side, or the fault it finds."""

    points: list[int] | None
    fault: str | None = None

    @property
    def key(self) -> str:
        words = (self.fault or "").removeprefix("manche 1: ").split()
        return words[0].rstrip(",") if words else ""


def line_of(manche: Manche, facts: Facts) -> Facts:
    return {"game": manche.game, "seats": manche.seats, "options": manche.options, "manches": [facts]}


def ask(manche: Manche, facts: Facts) -> Answer:
    sheet = score_line(json.dumps(line_of(manche, facts)))
    if "error" in sheet:
        return Answer(None, sheet["error"])
    return Answer(sheet["manches"][0]["points"])


def play_out(legal: Any, taker: Any, hands: Sequence[Sequence[int]], leader: int, chance: random.Random) -> tuple[Any, ...]:  # noqa: ANN401, E501 - the law of any game
    """Lawful tricks to the last card, each seat with a taste of its own: high cards, low ones, or any."""
    seats, left = len(hands), [list(hand) for hand in hands]
    tastes = [chance.choice(["any", "any", "high", "low"]) for _ in hands]
    played: list[list[int]] = [[] for _ in hands]
    plays, winners, fallen = [], [], list[int]()
    for number in range(len(hands[0])):
        trick: list[int] = []
        for turn in range(seats):
            seat = (leader + turn) % seats
            cards = legal(number, trick, fallen, left[seat])
            card = {"high": max, "low": min}.get(tastes[seat], chance.choice)(cards)
            left[seat].remove(card)
            played[seat].append(card)
            trick.append(card)
        plays += trick
        fallen += trick
        leader = (leader + taker(trick)) % seats
        winners.append(leader)
    return tuple(tuple(own) for own in played), plays, winners


def seats_of_plays(seats: int, leader: int, count: int, taker: Any, cards: Sequence[int]) -> list[tuple[int, int]]:  # noqa: ANN401 - as above
    """The seat and the trick of each of the first cards played."""
    placed: list[tuple[int, int]] = []
    for number in range(count):
        turn = number % seats
        if number and turn == 0:
            leader = (leader + taker(cards[number - seats : number])) % seats
        placed.append(((leader + turn) % seats, number // seats))
    return placed


def numbers_of(deck: Sequence[str], codes: Sequence[str]) -> list[int] | None:
    """The cards by number, each copy once; None when the deck has not so many."""
    free: dict[str, list[int]] = {}
    for number, code in enumerate(deck):
        free.setdefault(code, []).append(number)
    found = []
    for code in codes:
        if not free.get(code):
            return None
        found.append(free[code].pop(0))
    return found


def begin_cells(
    deck: Sequence[str],
    tricks: int,
    placed: dict[int, int],
    laid: Sequence[Sequence[int] | None],
    wished: Sequence[int],
    chance: random.Random,
) -> Cells:
    """Cells with the cards that were played where they fell, those laid open with their seat, the rest as wished for.

    `placed` gives cards by cell, `laid` the whole hands laid open, `wished` an arrangement to begin with.
    """
    cards = [-1] * len(deck)
    for cell, card in placed.items():
        cards[cell] = card
    down, groups, unseen = set(placed.values()), [], list[int]()
    for seat, hand in enumerate(laid):
        free = [cell for cell in range(seat * tricks, (seat + 1) * tricks) if cell not in placed]
        if hand is None:
            unseen += free
        else:
            _fill(cards, free, [card for card in hand if card not in down], wished, chance)
            groups.append(tuple(free))
    unseen += [cell for cell in range(len(laid) * tricks, len(deck)) if cell not in placed]
    seen = set(cards)
    _fill(cards, unseen, [card for card in range(len(deck)) if card not in seen], wished, chance)
    return Cells(cards, tuple(group for group in (*groups, tuple(unseen)) if group))


def _fill(cards: list[int], cells: Sequence[int], own: Sequence[int], wished: Sequence[int], chance: random.Random) -> None:
    left = set(own)
    blank = []
    for cell in cells:
        if wished and wished[cell] in left:
            cards[cell] = wished[cell]
            left.discard(wished[cell])
        else:
            blank.append(cell)
    rest = sorted(left)
    chance.shuffle(rest)
    for cell, card in zip(blank, rest, strict=True):
        cards[cell] = card
