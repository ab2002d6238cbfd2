"""Check whether a known hand has the combinations declared for it; a declaration may omit ranks and suits.

The combinations of Piquet (PI-9 to PI-11): a *point* is a number of cards of one suit, and the sum of their values if
it was declared (`pips`); a *sequence* (`Run`) is consecutive cards of one suit; a *set* (`RankSet`) is three cards of a
rank (a *brelan*) or four. A `Hand` is a tuple of cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from scorekeeper.cards.cards import Rank, Suit
from scorekeeper.games.piquet.coup import Hand
from scorekeeper.games.piquet.declarations import MIN_LENGTH, SET_RANKS, Point, RankSet, Run, pips

COURTS = frozenset({Rank.JACK, Rank.QUEEN, Rank.KING})


def suits_of(hand: Hand) -> list[Hand]:
    """Split the hand into the four suits."""
    return [tuple(card for card in hand if card.suit is suit) for suit in Suit]


def courts_of(hand: Hand) -> int:
    """Return the number of kings, queens and jacks in a hand (PI-8)."""
    return sum(card.rank in COURTS for card in hand)


def has_point(hand: Hand, point: Point) -> bool:
    """Return whether cards of one suit make this point; a player may declare fewer cards than they have (PI-12)."""
    return any(_makes_point(suit, point) for suit in suits_of(hand))


def has_runs(hand: Hand, runs: Sequence[Run]) -> bool:
    """Return whether the hand has these sequences, each as a part of a different sequence in the hand (PI-10)."""
    # Each set of consecutive ranks of a suit that is long enough to be declared.
    in_hand = [ranks for suit in suits_of(hand) for ranks in _consecutive_ranks(suit) if len(ranks) >= MIN_LENGTH]
    return any(
        all(_is_part(run, ranks) for run, ranks in zip(runs, chosen, strict=True))
        for chosen in permutations(in_hand, len(runs))
    )


def has_sets(hand: Hand, sets: Sequence[RankSet]) -> bool:
    """Return whether the hand has these sets, each of a different rank; four of a rank make a brelan too (PI-11)."""
    counts = Counter(card.rank for card in hand)
    return any(all(counts[rank] >= size for rank, size in chosen) for chosen in possible_ranks(sets))


def possible_ranks(sets: Sequence[RankSet]) -> Iterator[list[tuple[Rank, int]]]:
    """Yield each way to give the sets of unknown ranks different ones, as pairs (rank, size).

    Example: a set of four kings and one of three of an unknown rank make `[(KING, 4), (ACE, 3)]` and four more.
    """
    unknown = [rank_set.size for rank_set in sets if rank_set.rank is None]
    known = [(rank_set.rank, rank_set.size) for rank_set in sets if rank_set.rank is not None]
    for ranks in permutations(SET_RANKS, len(unknown)):
        yield known + list(zip(ranks, unknown, strict=True))


def _makes_point(suit: Hand, point: Point) -> bool:
    """Whether some of these cards of a suit make the point; one declared without pips may have any."""
    return any(point.pips in {None, pips(chosen)} for chosen in combinations(suit, point.cards))


def _consecutive_ranks(suit: Hand) -> list[set[int]]:
    """The ranks of a suit, split where one is missing."""
    groups: list[set[int]] = []
    for rank in sorted(int(card.rank) for card in suit if card.rank is not None):
        if groups and rank - 1 in groups[-1]:
            groups[-1].add(rank)
        else:
            groups.append({rank})
    return groups


def _is_part(run: Run, ranks: set[int]) -> bool:
    """Whether the declared sequence is part of these consecutive ranks."""
    if run.top is None:
        return run.length <= len(ranks)
    return run.ranks_down_from(run.top) <= ranks
