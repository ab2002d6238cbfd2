"""A true manche, dealt and played to its end by the rules, and what is told of it."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from contradictions.search import Cells

from scorekeeper.record.score_format import score_line

Facts = dict[str, Any]


class Scene(NamedTuple):
    """What lies open as a card is played: the number of the trick, its cards, whether the closed suit is open."""

    number: int
    trick: Sequence[int]
    opened: bool


class AnyLaw(Protocol):
    """The law of a game: its cards by number, with suit and height, who takes a trick, what may not be played."""

    seats: int
    tricks: int
    deck: Sequence[str]
    suit: Sequence[int]
    height: Sequence[int]
    key: Sequence[str]
    trump: int
    closed_suit: int

    def taker(self, trick: Sequence[int]) -> int:
        """The place in the trick of the card that takes it."""

    def opened(self, fallen: Sequence[int]) -> bool:
        """Whether the suit that is not led at first may be led, after these cards."""

    def breach(self, scene: Scene, card: int, hand: Sequence[int]) -> int:
        """1 when this hand, which holds the card, may not play it."""


class Played(NamedTuple):
    """What was played: by seat the cards in order, all of them as they fell, who took each trick."""

    played: tuple[tuple[int, ...], ...]
    plays: tuple[str, ...]
    winners: tuple[int, ...]


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


def play_out(law: AnyLaw, hands: Sequence[Sequence[int]], leader: int, chance: random.Random) -> Played:
    """Lawful tricks to the last card, each seat with a taste of its own: high cards, low ones, or any."""
    left = [list(hand) for hand in hands]
    tastes = [chance.choice(["any", "any", "high", "low"]) for _ in hands]
    played: list[list[int]] = [[] for _ in hands]
    plays, winners = list[int](), list[int]()
    for number in range(len(hands[0])):
        trick: list[int] = []
        opened = law.opened(plays)
        for turn in range(len(hands)):
            seat = (leader + turn) % len(hands)
            cards = [card for card in left[seat] if not law.breach(Scene(number, trick, opened), card, left[seat])]
            card = {"high": max, "low": min}.get(tastes[seat], chance.choice)(cards)
            left[seat].remove(card)
            played[seat].append(card)
            trick.append(card)
        plays += trick
        leader = (leader + law.taker(trick)) % len(hands)
        winners.append(leader)
    return Played(tuple(map(tuple, played)), tuple(law.deck[card] for card in plays), tuple(winners))


def seats_of_plays(law: AnyLaw, leader: int, cards: Sequence[int]) -> list[tuple[int, int]]:
    """The seat and the trick of each of the first cards played."""
    placed: list[tuple[int, int]] = []
    for number in range(len(cards)):
        turn = number % law.seats
        if number and turn == 0:
            leader = (leader + law.taker(cards[number - law.seats : number])) % law.seats
        placed.append(((leader + turn) % law.seats, number // law.seats))
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
    law: AnyLaw,
    laid: Sequence[Sequence[int] | None],
    placed: dict[int, int],
    wished: Sequence[int],
    chance: random.Random,
) -> Cells:
    """Cells with the cards that were played where they fell, those laid open with their seat, the rest as wished for.

    `placed` gives cards by cell, `laid` the whole hands laid open, `wished` an arrangement to begin with.
    """
    tricks, deck = law.tricks, law.deck
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


def _fill(
    cards: list[int], cells: Sequence[int], own: Sequence[int], wished: Sequence[int], chance: random.Random
) -> None:
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


def last_of_suits(suit: Sequence[int], played: Sequence[int], seats: int, tricks: int) -> list[list[int]]:
    """By seat and suit, the number of the last trick to which it played that suit; -1 for never."""
    ends = [[-1] * 5 for _ in range(seats)]
    for seat in range(seats):
        end, at = ends[seat], seat * tricks
        for number in range(tricks):
            end[suit[played[at + number]]] = number
    return ends
