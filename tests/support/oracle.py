"""The arbiter's definition, implemented by listing every deal of a small deck: slow and simple.

A referee who sees the hands judges each deal play by play. The best deals are those with the fewest irregular plays,
without those judged forbidden when they were played; every ruling is read from that list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import contains

from support.referee import Scene, Small, legal_cards, taker

BITS = 2  # a hand is a number with two bits for the count of each card


@dataclass(frozen=True)
class Verdict:
    """The oracle's verdict on a play."""

    seat: int
    ruling: str
    exposing: bool
    exposes: frozenset[int]
    suspects: frozenset[int]


@dataclass(frozen=True)
class KnownHand:
    """What is certain of a hand in all the best deals."""

    remaining: int
    certain: frozenset[str]
    voids: frozenset[str]
    is_open: bool


@dataclass(frozen=True)
class Move:
    seat: int
    card: str
    scene: Scene
    before: int  # the cards that the seat played before


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
    """Return every hand of that size from these cards."""
    if size == 0:
        return (0,)
    if cards >> BITS * place == 0:
        return ()
    count = cards >> BITS * place & 3
    return tuple(
        (taken << BITS * place) + rest
        for taken in range(min(count, size) + 1)
        for rest in subhands(cards, size - taken, place + 1)
    )


def deals_of(table: Small, opened: Sequence[Sequence[str] | None]) -> list[tuple[int, ...]]:
    """Return every deal of the deck with these open hands."""
    hands = tuple(None if hand is None else number(table.deck, hand) for hand in opened)
    return _deals(table.deck, table.sizes, hands)


@lru_cache(maxsize=4)
def _deals(deck: tuple[str, ...], sizes: tuple[int, ...], hands: tuple[int | None, ...]) -> list[tuple[int, ...]]:
    def share(seat: int, undealt: int) -> Iterator[tuple[int, ...]]:
        if seat == len(hands):
            yield ()
            return
        hand = hands[seat]
        if hand is not None:
            yield from ((hand, *rest) for rest in share(seat + 1, undealt))
            return
        for cards in subhands(undealt, sizes[seat]):
            yield from ((cards, *rest) for rest in share(seat + 1, undealt - cards))

    return list(share(0, number(deck, deck) - sum(hand or 0 for hand in hands)))


class Oracle:
    def __init__(self, table: Small, dealer: int, leader: int, opened: Sequence[Sequence[str] | None]) -> None:
        self.table, self.dealer, self.seat = table, dealer, leader
        self.players: list[int] = []
        self.opened = opened
        self.order = [(dealer + 1 + turn) % table.seats for turn in range(table.seats)]
        self.opening = 3 << self.place(table.opening) if table.game == "hearts" else 0
        self.moves: list[Move] = []
        self.forbidden: set[int] = set()
        self.exposed: frozenset[int] = frozenset()
        self.suspects: frozenset[int] = frozenset()
        self.scene = Scene(0, (), ())
        self.everything = deals_of(table, opened)
        self.best = self.everything
        self.irregularities = 0
        self.laws: list[dict[int, bool]] = []

    def place(self, card: str) -> int:
        return BITS * kinds(self.table.deck).index(card)

    def played_by(self, seat: int) -> int:
        return number(self.table.deck, [move.card for move in self.moves if move.seat == seat])

    def opens(self, move: Move) -> bool:
        """Return whether the legality of the move depends on who has the opening card, and so on every hand."""
        return not move.scene.trick and move.scene.tricks == 0 and self.table.game == "hearts"

    def legal(self, move: Move, deal: tuple[int, ...], law: dict[int, bool]) -> bool:
        if self.opens(move):
            return move.card == self.table.opening and self.opener(deal) == move.seat
        hand = deal[move.seat] - move.before
        if hand not in law:
            law[hand] = move.card in legal_cards(self.table, move.scene, cards_of(self.table.deck, hand))
        return law[hand]

    def opener(self, deal: tuple[int, ...]) -> int | None:
        """Return the first seat after the dealer with the opening card."""
        for seat in self.order:
            if deal[seat] & self.opening:
                return seat
        return None

    def legal_deals(self, move: Move, deals: list[tuple[int, ...]], law: dict[int, bool]) -> list[tuple[int, ...]]:
        """Return the deals in which the move is legal; each hand is judged once."""
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
            if index not in self.forbidden and not self.legal(move, deal, self.laws[index])
        )

    def hindsight(self) -> tuple[frozenset[int], frozenset[int]]:
        """Return the plays judged forbidden that are now cleared, and those in doubt, ignoring all earlier rulings.

        Only the possible deals with the fewest irregular plays count: a play is cleared when it is irregular in none of
        them, in doubt when it is irregular in some.
        """
        sets = {
            frozenset(n for n, move in enumerate(self.moves) if not self.legal(move, deal, self.laws[n]))
            for deal in self.possible_deals()
        }
        fewest = min(map(len, sets))
        least = [one for one in sets if len(one) == fewest]
        some, every = frozenset.union(*least), frozenset.intersection(*least)
        return frozenset(self.forbidden) - some, frozenset(self.forbidden) & (some - every)

    def proven(self) -> frozenset[int]:
        """Return the plays that are irregular in every possible deal."""
        deals = self.possible_deals()
        return frozenset(
            n for n, move in enumerate(self.moves) if not any(self.legal(move, deal, self.laws[n]) for deal in deals)
        )

    def possible_deals(self) -> list[tuple[int, ...]]:
        """Return every deal in which each seat has the cards it played."""
        spent = [self.played_by(seat) for seat in range(self.table.seats)]
        hands = [
            {hand for hand in {deal[seat] for deal in self.everything} if within(need, hand)}
            for seat, need in enumerate(spent)
        ]
        return [deal for deal in self.everything if all(map(contains, hands, deal))]

    def lists(self) -> dict[str, set[str]]:
        """Return the remaining cards by ruling, as if the current seat played them."""
        found: dict[str, set[str]] = {"allowed": set(), "conditional": set(), "forbidden": set(), "exposing": set()}
        before = self.played_by(self.seat)
        seat = self.seat
        first = Move(seat, self.table.opening, self.scene, before)
        if self.opens(first):
            examples = {(deal[seat], self.opener(deal) == seat): deal for deal in self.best}
        else:
            examples = {(deal[seat], True): deal for deal in self.best}
        played = number(self.table.deck, [move.card for move in self.moves])
        for card in cards_of(self.table.deck, number(self.table.deck, self.table.deck) - played):
            move, place = Move(self.seat, card, self.scene, before), self.place(card)
            which = [deal for deal in examples.values() if (deal[seat] - before) >> place & 3]
            law: dict[int, bool] = {}
            verdicts = {self.legal(move, deal, law) for deal in which}
            found[ruling_of(verdicts) or "exposing"].add(card)
        return found

    def hand(self, seat: int) -> KnownHand:
        """Return what is the same in all the best deals; a suit is void only while a card of it is hidden."""
        deck, before = self.table.deck, self.played_by(seat)
        hands = [set(cards_of(deck, whole - before)) for whole in {deal[seat] for deal in self.best}]
        voids = self.hidden_suits() - {self.table.suit(card) for hand in hands for card in hand}
        remaining = self.remaining(seat)
        return KnownHand(
            remaining,
            frozenset(set.intersection(*hands)),
            frozenset(voids if remaining else ()),
            self.opened[seat] is not None,
        )

    def remaining(self, seat: int) -> int:
        """Return the number of cards that a seat still has."""
        return self.table.sizes[seat] - sum(move.seat == seat for move in self.moves)

    def hidden_suits(self) -> set[str]:
        """Return the suits of the cards that are neither played nor open; a joker has none."""
        hidden = number(self.table.deck, self.table.deck) - number(self.table.deck, [move.card for move in self.moves])
        for seat, hand in enumerate(self.opened):
            hidden -= 0 if hand is None else number(self.table.deck, hand) - self.played_by(seat)
        return {self.table.suit(card) for card in cards_of(self.table.deck, hidden)} - {"X"}

    def play(self, card: str) -> Verdict:
        place, before = self.place(card), self.played_by(self.seat)
        seat = self.seat
        deals = [deal for deal in self.best if (deal[seat] - before) >> place & 3]
        exposing = not deals
        if exposing:
            deals = self.best_deals_with(card)
        law: dict[int, bool] = {}
        move = Move(seat, card, self.scene, before)
        right = self.legal_deals(move, deals, law)
        ruling = ruling_of({True} if len(right) == len(deals) else {True, False} if right else {False})
        if ruling == "forbidden":
            self.forbidden.add(len(self.moves))
        self.moves.append(move)
        self.laws.append(law)
        self.best = right or deals
        was = self.exposed, self.suspects
        if self.irregularities:
            sets = {self.irregular(deal) for deal in self.best}
            self.exposed = frozenset.intersection(*sets)
            self.suspects = frozenset.union(*sets) - self.exposed
        self.advance(card)
        changed = (self.exposed, self.suspects) != was
        suspects = self.suspects if changed else frozenset[int]()
        assert ruling is not None
        return Verdict(seat, ruling, exposing, self.exposed - was[0], suspects)

    def best_deals_with(self, card: str) -> list[tuple[int, ...]]:
        """Return the possible deals with the fewest irregular plays, this card included."""
        spent = [self.played_by(seat) for seat in range(self.table.seats)]
        spent[self.seat] += 1 << self.place(card)
        deals = self.everything
        for seat, need in enumerate(spent):
            enough = {hand for hand in {deal[seat] for deal in deals} if within(need, hand)}
            deals = [deal for deal in deals if deal[seat] in enough]
        irregular = {deal: len(self.irregular(deal)) for deal in deals}
        self.irregularities = min(irregular.values())
        return [deal for deal in deals if irregular[deal] == self.irregularities]

    def advance(self, card: str) -> None:
        trick = (*self.scene.trick, card)
        self.players.append(self.seat)
        self.scene = Scene(self.scene.tricks, trick, self.scene.earlier)
        waiting = [seat for seat in self.around(self.seat + 1) if self.remaining(seat) and seat not in self.players]
        if not waiting:
            winner = self.players[taker(self.table, trick)]
            waiting = [seat for seat in self.around(winner) if self.remaining(seat)]
            self.players = []
            self.scene = Scene(self.scene.tricks + 1, (), self.scene.earlier + trick)
        self.seat = waiting[0] if waiting else self.seat

    def around(self, first: int) -> list[int]:
        return [(first + turn) % self.table.seats for turn in range(self.table.seats)]


def ruling_of(verdicts: set[bool]) -> str | None:
    if verdicts == {True}:
        return "allowed"
    if verdicts == {False}:
        return "forbidden"
    return "conditional" if verdicts else None


def within(need: int, hand: int) -> bool:
    """Return whether a hand has each card at least as often as needed."""
    while need:
        if need & 3 > hand & 3:
            return False
        need, hand = need >> BITS, hand >> BITS
    return True
