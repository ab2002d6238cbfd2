"""Hall's condition against listing every deal."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from scorekeeper.cards.diagnosis import PlayClaim, allowed_masks, smallest_irregular_sets
from scorekeeper.cards.step_budget import StepBudget
from scorekeeper.cards.transport import bits, can_be_dealt, find_shortage, outlook

ROUNDS = 300


def deals(unseen: int, masks: Sequence[int], capacities: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every deal that gives each seat its number of cards, all of them within its mask."""
    if not capacities:
        yield ()
        return
    for hand in hands(unseen & masks[0], capacities[0]):
        yield from ((hand, *rest) for rest in deals(unseen & ~hand, masks[1:], capacities[1:]))


@cache
def hands(cards: int, size: int) -> tuple[int, ...]:
    return tuple(sum(some) for some in combinations(bits(cards), size))


def tables(seed: int) -> Iterator[tuple[int, list[int], list[int], random.Random]]:
    """Random small tables: the unseen cards, by seat the mask and the capacity; some cards are out of play."""
    chance = random.Random(seed)
    for _ in range(ROUNDS):
        capacities = [chance.randint(0, 3) for _ in range(chance.randint(2, 4))]
        while sum(capacities) > 8:
            capacities.pop()
        number = sum(capacities) + chance.choice([0, 0, 1, 2])
        unseen = (1 << number) - 1
        masks = [
            chance.choice([unseen, chance.getrandbits(number + 1), chance.getrandbits(number + 1)]) for _ in capacities
        ]
        yield unseen, masks, capacities, chance


def test_the_cards_can_be_dealt_exactly_when_there_is_no_shortage() -> None:
    met = set()
    for unseen, masks, capacities, _ in tables(1):
        can = next(deals(unseen, masks, capacities), None) is not None
        short = find_shortage(unseen, masks, capacities)
        assert can_be_dealt(unseen, masks, capacities) == can == (short is None)
        if short is not None:
            assert short.excluded.bit_count() > short.places
            assert all(masks[seat] & short.excluded == 0 for seat in short.seats)
            assert short.places == unseen.bit_count() - sum(capacities[seat] for seat in short.seats)
        met.add(can)
    assert met == {True, False}


def test_an_outlook_has_exactly_the_cards_that_some_deal_gives_the_seat() -> None:
    met = set()
    for unseen, masks, capacities, chance in tables(2):
        dealt = list(deals(unseen, masks, capacities))
        seat = chance.randrange(len(capacities))
        if not dealt or not capacities[seat]:
            continue
        view = outlook(unseen, masks, capacities, seat)
        possible_hands = {deal[seat] for deal in dealt}
        assert view.holdable == sum(card for card in bits(unseen) if any(hand & card for hand in possible_hands))
        only = chance.getrandbits(unseen.bit_length() + 1)
        assert view.can_be_within(only) == any(hand & ~only == 0 for hand in possible_hands)
        for card, kind in sorted_cards(view.split(unseen & only, only)):
            kept = {hand & ~only == 0 for hand in possible_hands if hand & card}
            assert kept == {"always": {True}, "sometimes": {True, False}, "never": {False}}[kind]
            met.add(kind)
    assert met == {"always", "sometimes", "never"}


def sorted_cards(sets: tuple[int, int, int]) -> Iterator[tuple[int, str]]:
    for cards, kind in zip(sets, ("always", "sometimes", "never"), strict=True):
        yield from ((card, kind) for card in bits(cards))


def test_every_smallest_set_of_false_claims_is_found() -> None:
    sizes = set()
    for unseen, _, capacities, chance in tables(3):
        claims = [
            PlayClaim(play, chance.randrange(len(capacities)), chance.getrandbits(unseen.bit_length() + 1) & unseen)
            for play in range(chance.randint(1, 6))
        ]
        broken = {0} if chance.random() < 0.3 else set()
        found = smallest_irregular_sets(claims, broken, unseen, capacities, StepBudget(10_000))
        assert len(found) == len(set(found))
        assert set(found) == smallest(claims, broken, unseen, capacities)
        sizes.add(len(found[0]))
    assert len(sizes) > 3


def smallest(
    claims: Sequence[PlayClaim], broken: set[int], unseen: int, capacities: Sequence[int]
) -> set[frozenset[int]]:
    others = sorted({one.play for one in claims} - broken)
    for size in range(len(others) + 1):
        found = set()
        for some in combinations(others, size):
            doubted = broken.union(some)
            if can_be_dealt(unseen, allowed_masks(claims, doubted, len(capacities), unseen), capacities):
                found.add(frozenset(doubted))
        if found:
            return found
    return set()
