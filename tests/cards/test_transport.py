"""Hall's condition says what sharing out the cards in every way says."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from scorekeeper.cards.diagnosis import least_irregular
from scorekeeper.cards.doubts import Statement, masks_without
from scorekeeper.cards.transport import bits, outlook, possible, shortage
from scorekeeper.cards.work import Work

ROUNDS = 300


def deals(unseen: int, masks: Sequence[int], rooms: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to give each seat as many cards as it has room for, all of them within its mask."""
    if not rooms:
        yield ()
        return
    for hand in hands(unseen & masks[0], rooms[0]):
        yield from ((hand, *rest) for rest in deals(unseen & ~hand, masks[1:], rooms[1:]))


@cache
def hands(cards: int, size: int) -> tuple[int, ...]:
    return tuple(sum(some) for some in combinations(bits(cards), size))


def tables(seed: int) -> Iterator[tuple[int, list[int], list[int], random.Random]]:
    """Small tables at random: the unseen cards, what claims leave each seat, their rooms; some cards lie out."""
    chance = random.Random(seed)
    for _ in range(ROUNDS):
        rooms = [chance.randint(0, 3) for _ in range(chance.randint(2, 4))]
        while sum(rooms) > 8:
            rooms.pop()
        number = sum(rooms) + chance.choice([0, 0, 1, 2])
        unseen = (1 << number) - 1
        masks = [chance.choice([unseen, chance.getrandbits(number + 1), chance.getrandbits(number + 1)]) for _ in rooms]
        yield unseen, masks, rooms, chance


def test_the_cards_can_be_dealt_exactly_when_there_is_no_shortage() -> None:
    met = set()
    for unseen, masks, rooms, _ in tables(1):
        can = next(deals(unseen, masks, rooms), None) is not None
        short = shortage(unseen, masks, rooms)
        assert possible(unseen, masks, rooms) == can == (short is None)
        if short is not None:
            assert short.cards.bit_count() > short.room
            assert all(masks[seat] & short.cards == 0 for seat in short.seats)
            assert short.room == unseen.bit_count() - sum(rooms[seat] for seat in short.seats)
        met.add(can)
    assert met == {True, False}


def test_what_a_seat_may_hold_and_keep_is_what_some_deal_gives_it() -> None:
    met = set()
    for unseen, masks, rooms, chance in tables(2):
        dealt = list(deals(unseen, masks, rooms))
        seat = chance.randrange(len(rooms))
        if not dealt or not rooms[seat]:
            continue
        view = outlook(unseen, masks, rooms, seat)
        held = {deal[seat] for deal in dealt}
        assert view.holdable == sum(card for card in bits(unseen) if any(hand & card for hand in held))
        only = chance.getrandbits(unseen.bit_length() + 1)
        assert view.can_keep(only) == any(hand & ~only == 0 for hand in held)
        for card, kind in sorted_cards(view.sort(unseen & only, only)):
            kept = {hand & ~only == 0 for hand in held if hand & card}
            assert kept == {"sure": {True}, "perhaps": {True, False}, "never": {False}}[kind]
            met.add(kind)
    assert met == {"sure", "perhaps", "never"}


def sorted_cards(sets: tuple[int, int, int]) -> Iterator[tuple[int, str]]:
    for cards, kind in zip(sets, ("sure", "perhaps", "never"), strict=True):
        yield from ((card, kind) for card in bits(cards))


def test_the_smallest_sets_of_false_claims_are_all_found() -> None:
    sizes = set()
    for unseen, _, rooms, chance in tables(3):
        statements = [
            Statement(play, chance.randrange(len(rooms)), chance.getrandbits(unseen.bit_length() + 1) & unseen)
            for play in range(chance.randint(1, 6))
        ]
        broken = {0} if chance.random() < 0.3 else set()
        found = least_irregular(statements, broken, unseen, rooms, Work(10_000))
        assert len(found) == len(set(found))
        assert set(found) == smallest(statements, broken, unseen, rooms)
        sizes.add(len(found[0]))
    assert len(sizes) > 3


def smallest(
    statements: Sequence[Statement], broken: set[int], unseen: int, rooms: Sequence[int]
) -> set[frozenset[int]]:
    others = sorted({one.play for one in statements} - broken)
    for size in range(len(others) + 1):
        found = set()
        for some in combinations(others, size):
            doubted = broken.union(some)
            if possible(unseen, masks_without(statements, doubted, len(rooms), unseen), rooms):
                found.add(frozenset(doubted))
        if found:
            return found
    return set()
