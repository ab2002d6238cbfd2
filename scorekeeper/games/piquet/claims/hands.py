"""Whether a hand laid open can have the combinations announced for it, however precisely they were announced."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

from scorekeeper.cards.cards import Rank, Suit
from scorekeeper.games.piquet.coup import Hand
from scorekeeper.games.piquet.declarations import SET_RANKS, SHORTEST, Point, Run, SetOf, pips

COURTS = frozenset({Rank.JACK, Rank.QUEEN, Rank.KING})


def suits_of(hand: Hand) -> list[Hand]:
    """Split the hand into the four suits."""
    return [tuple(card for card in hand if card.suit is suit) for suit in Suit]


def courts_of(hand: Hand) -> int:
    """Return the number of kings, queens and jacks in a hand (PI-8)."""
    return sum(card.rank in COURTS for card in hand)


def holds_point(hand: Hand, point: Point) -> bool:
    """Return whether cards of one suit make this point; a point may be sunk in part (PI-12)."""
    return any(_holds_point(suit, point) for suit in suits_of(hand))


def holds_runs(hand: Hand, runs: Sequence[Run]) -> bool:
    """Return whether each sequence is part of a different sequence of the hand (PI-10)."""
    long = [stretch for suit in suits_of(hand) for stretch in _stretches(suit) if len(stretch) >= SHORTEST]
    return len(runs) <= len(long) and any(
        all(_is_part(run, stretch) for run, stretch in zip(runs, chosen, strict=True))
        for chosen in permutations(long, len(runs))
    )


def holds_sets(hand: Hand, sets: Sequence[SetOf]) -> bool:
    """Return whether the hand has these sets; four of a rank make a brelan too (PI-11, PI-12)."""
    return all(sum(card.rank is made.rank for card in hand) >= made.size for made in sets)


def holds_sizes(hand: Hand, sizes: Sequence[int]) -> bool:
    """Return whether the hand has sets of these sizes, each of a different rank (PI-11)."""
    counts = sorted((sum(card.rank is rank for card in hand) for rank in SET_RANKS), reverse=True)
    largest = sorted(sizes, reverse=True)
    return len(largest) <= len(counts) and all(size <= count for size, count in zip(largest, counts, strict=False))


def _holds_point(suit: Hand, point: Point) -> bool:
    return any(point.pips in {None, pips(shown)} for shown in combinations(suit, point.cards))


def _stretches(suit: Hand) -> list[set[int]]:
    """The ranks of a suit, split wherever one is missing."""
    stretches: list[set[int]] = []
    for rank in sorted(int(card.rank) for card in suit if card.rank is not None):
        if stretches and rank - 1 in stretches[-1]:
            stretches[-1].add(rank)
        else:
            stretches.append({rank})
    return stretches


def _is_part(run: Run, stretch: set[int]) -> bool:
    named = set() if run.top is None else {*range(run.top - run.length + 1, run.top + 1)}
    return run.length <= len(stretch) and named <= stretch
