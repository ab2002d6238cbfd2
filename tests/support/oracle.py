"""The arbiter's definition, applied by listing every deal of a small deck: slow, and with nothing clever in it.

A deal is judged play by play by the referee who sees it. The deals kept are those with the fewest irregular plays,
plays judged forbidden when they were played being out of the count; everything is read off that list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import contains

from support.referee import Scene, Small, legal_cards, suit, taker

BITS = 2  # a hand is a number: two bits for how many it holds of each card


@dataclass(frozen=True)
class Word:
    """What the oracle says of a play."""

    seat: int
    ruling: str
    exposing: bool
    exposes: frozenset[int]
    suspects: frozenset[int]


@dataclass(frozen=True)
class Held:
    """What every deal kept says of a hand."""

    left: int
    certain: frozenset[str]
    voids: frozenset[str]
    laid: bool


@dataclass(frozen=True)
class Move:
    seat: int
    card: str
    scene: Scene
    before: int  # what the seat had played before


@cache
def kinds(deck: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(deck))


def number(deck: tuple[str, ...], cards: Sequence[str]) -> int:
    return sum(1 << BITS * kinds(deck).index(card) for card in cards)


@cache
def cards_of(deck: tuple[str, ...], hand: int) -> tuple[str, ...]:
    return tuple(card for place, card in enumerate(kinds(deck)) for _ in range(hand >> BITS * place & 3))


@cache
def subhands(cards: int, size: int, place: int = 0) -> tuple[int, ...]:
    """Every hand of that size out of these cards."""
    if size == 0:
        return (0,)
    if cards >> BITS * place == 0:
        return ()
    there = cards >> BITS * place & 3
    return tuple(
        (taken << BITS * place) + rest
        for taken in range(min(there, size) + 1)
        for rest in subhands(cards, size - taken, place + 1)
    )


def deals_of(table: Small, opened: Sequence[Sequence[str] | None]) -> list[tuple[int, ...]]:
    """Every deal of the deck in which the hands laid open are as they are."""
    hands = tuple(None if hand is None else number(table.deck, hand) for hand in opened)
    return _deals(table.deck, table.sizes, hands)


@lru_cache(maxsize=4)
def _deals(deck: tuple[str, ...], sizes: tuple[int, ...], hands: tuple[int | None, ...]) -> list[tuple[int, ...]]:
    def share(seat: int, left: int) -> Iterator[tuple[int, ...]]:
        if seat == len(hands):
            yield ()
            return
        hand = hands[seat]
        if hand is not None:
            yield from ((hand, *rest) for rest in share(seat + 1, left))
            return
        for cards in subhands(left, sizes[seat]):
            yield from ((cards, *rest) for rest in share(seat + 1, left - cards))

    return list(share(0, number(deck, deck) - sum(hand or 0 for hand in hands)))


class Oracle:
    def __init__(self, table: Small, dealer: int, leader: int, opened: Sequence[Sequence[str] | None]) -> None:
        self.table, self.dealer, self.seat = table, dealer, leader
        self.players: list[int] = []
        self.opened = opened
        self.order = [(dealer + 1 + turn) % table.seats for turn in range(table.seats)]
        self.opening = 3 << self.place(table.opening) if table.game == "hearts" else 0
        self.moves: list[Move] = []
        self.standing: set[int] = set()
        self.exposed: frozenset[int] = frozenset()
        self.suspects: frozenset[int] = frozenset()
        self.scene = Scene(0, (), ())
        self.everything = deals_of(table, opened)
        self.kept = self.everything
        self.faults = 0
        self.laws: list[dict[int, bool]] = []

    def place(self, card: str) -> int:
        return BITS * kinds(self.table.deck).index(card)

    def played_by(self, seat: int) -> int:
        return number(self.table.deck, [move.card for move in self.moves if move.seat == seat])

    def opens(self, move: Move) -> bool:
        """Whether the legality of the move hangs on who holds the opening card, and so on every hand."""
        return not move.scene.trick and move.scene.tricks == 0 and self.table.game == "hearts"

    def legal(self, move: Move, deal: tuple[int, ...], law: dict[int, bool]) -> bool:
        if self.opens(move):
            return move.card == self.table.opening and self.first_holder(deal) == move.seat
        hand = deal[move.seat] - move.before
        if hand not in law:
            law[hand] = move.card in legal_cards(self.table, move.scene, cards_of(self.table.deck, hand))
        return law[hand]

    def first_holder(self, deal: tuple[int, ...]) -> int | None:
        """The first seat after the dealer that holds the opening card."""
        for seat in self.order:
            if deal[seat] & self.opening:
                return seat
        return None

    def legal_deals(self, move: Move, deals: list[tuple[int, ...]], law: dict[int, bool]) -> list[tuple[int, ...]]:
        """Those of the deals in which the move is legal; the law is asked once for each hand."""
        if self.opens(move):
            return [deal for deal in deals if self.legal(move, deal, law)]
        seat = move.seat
        examples = {deal[seat]: deal for deal in deals}
        right = {hand for hand, deal in examples.items() if self.legal(move, deal, law)}
        return [deal for deal in deals if deal[seat] in right]

    def irregular(self, deal: tuple[int, ...]) -> frozenset[int]:
        return frozenset(
            index
            for index, move in enumerate(self.moves)
            if index not in self.standing and not self.legal(move, deal, self.laws[index])
        )

    def hindsight(self) -> tuple[frozenset[int], frozenset[int]]:
        """The plays judged forbidden that are cleared by now, and those in doubt, no ruling being taken for granted.

        Of all the deals in which every card seen was held, those with the fewest irregular plays count: a play is
        cleared when it is irregular in none of them, in doubt when it is in some only.
        """
        sets = {
            frozenset(n for n, move in enumerate(self.moves) if not self.legal(move, deal, self.laws[n]))
            for deal in self.fitting()
        }
        fewest = min(map(len, sets))
        least = [one for one in sets if len(one) == fewest]
        some, every = frozenset.union(*least), frozenset.intersection(*least)
        return frozenset(self.standing) - some, frozenset(self.standing) & (some - every)

    def proven(self) -> frozenset[int]:
        """The plays irregular in every deal in which every card seen was held, whatever else is irregular in it."""
        deals = self.fitting()
        return frozenset(
            n for n, move in enumerate(self.moves) if not any(self.legal(move, deal, self.laws[n]) for deal in deals)
        )

    def fitting(self) -> list[tuple[int, ...]]:
        """Every deal in which every card seen was held."""
        spent = [self.played_by(seat) for seat in range(self.table.seats)]
        held = [
            {hand for hand in {deal[seat] for deal in self.everything} if within(need, hand)}
            for seat, need in enumerate(spent)
        ]
        return [deal for deal in self.everything if all(map(contains, held, deal))]

    def lists(self) -> dict[str, set[str]]:
        """The ruling of each card left, from the seat to play."""
        found: dict[str, set[str]] = {"allowed": set(), "conditional": set(), "forbidden": set(), "exposing": set()}
        before = self.played_by(self.seat)
        seat = self.seat
        first = Move(seat, self.table.opening, self.scene, before)
        if self.opens(first):
            examples = {(deal[seat], self.first_holder(deal) == seat): deal for deal in self.kept}
        else:
            examples = {(deal[seat], True): deal for deal in self.kept}
        gone = number(self.table.deck, [move.card for move in self.moves])
        for card in cards_of(self.table.deck, number(self.table.deck, self.table.deck) - gone):
            move, place = Move(self.seat, card, self.scene, before), self.place(card)
            which = [deal for deal in examples.values() if (deal[seat] - before) >> place & 3]
            law: dict[int, bool] = {}
            verdicts = {self.legal(move, deal, law) for deal in which}
            found[word_for(verdicts) or "exposing"].add(card)
        return found

    def hand(self, seat: int) -> Held:
        """What all the deals kept agree on; a suit counts as void only while some card of it is unseen."""
        deck, before = self.table.deck, self.played_by(seat)
        hands = [set(cards_of(deck, whole - before)) for whole in {deal[seat] for deal in self.kept}]
        voids = self.unseen_suits() - {suit(card) for hand in hands for card in hand}
        left = self.left(seat)
        return Held(
            left, frozenset(set.intersection(*hands)), frozenset(voids if left else ()), self.opened[seat] is not None
        )

    def left(self, seat: int) -> int:
        """How many cards a seat has left."""
        return self.table.sizes[seat] - sum(move.seat == seat for move in self.moves)

    def unseen_suits(self) -> set[str]:
        """The suits of the cards neither played nor laid open; a joker has none."""
        unseen = number(self.table.deck, self.table.deck) - number(self.table.deck, [move.card for move in self.moves])
        for seat, hand in enumerate(self.opened):
            unseen -= 0 if hand is None else number(self.table.deck, hand) - self.played_by(seat)
        return {suit(card) for card in cards_of(self.table.deck, unseen)} - {"X"}

    def play(self, card: str) -> Word:
        place, before = self.place(card), self.played_by(self.seat)
        seat = self.seat
        held = [deal for deal in self.kept if (deal[seat] - before) >> place & 3]
        exposing = not held
        if exposing:
            held = self.anew(card)
        law: dict[int, bool] = {}
        move = Move(seat, card, self.scene, before)
        right = self.legal_deals(move, held, law)
        ruling = word_for({True} if len(right) == len(held) else {True, False} if right else {False})
        if ruling == "forbidden":
            self.standing.add(len(self.moves))
        self.moves.append(move)
        self.laws.append(law)
        self.kept = right or held
        was = self.exposed, self.suspects
        if self.faults:
            sets = {self.irregular(deal) for deal in self.kept}
            self.exposed = frozenset.intersection(*sets)
            self.suspects = frozenset.union(*sets) - self.exposed
        self.turn(card)
        changed = (self.exposed, self.suspects) != was
        suspects = self.suspects if changed else frozenset[int]()
        assert ruling is not None
        return Word(seat, ruling, exposing, self.exposed - was[0], suspects)

    def anew(self, card: str) -> list[tuple[int, ...]]:
        """Of all the deals in which every card seen was held, those with the fewest irregular plays."""
        spent = [self.played_by(seat) for seat in range(self.table.seats)]
        spent[self.seat] += 1 << self.place(card)
        deals = self.everything
        for seat, need in enumerate(spent):
            enough = {hand for hand in {deal[seat] for deal in deals} if within(need, hand)}
            deals = [deal for deal in deals if deal[seat] in enough]
        faults = {deal: len(self.irregular(deal)) for deal in deals}
        self.faults = min(faults.values())
        return [deal for deal in deals if faults[deal] == self.faults]

    def turn(self, card: str) -> None:
        trick = (*self.scene.trick, card)
        self.players.append(self.seat)
        self.scene = Scene(self.scene.tricks, trick, self.scene.fallen)
        waiting = [seat for seat in self.around(self.seat + 1) if self.left(seat) and seat not in self.players]
        if not waiting:
            winner = self.players[taker(self.table, trick)]
            waiting = [seat for seat in self.around(winner) if self.left(seat)]
            self.players = []
            self.scene = Scene(self.scene.tricks + 1, (), self.scene.fallen + trick)
        self.seat = waiting[0] if waiting else self.seat

    def around(self, first: int) -> list[int]:
        return [(first + turn) % self.table.seats for turn in range(self.table.seats)]


def word_for(verdicts: set[bool]) -> str | None:
    if verdicts == {True}:
        return "allowed"
    if verdicts == {False}:
        return "forbidden"
    return "conditional" if verdicts else None


def within(need: int, hand: int) -> bool:
    """Whether a hand holds each card at least as often as needed."""
    while need:
        if need & 3 > hand & 3:
            return False
        need, hand = need >> BITS, hand >> BITS
    return True
