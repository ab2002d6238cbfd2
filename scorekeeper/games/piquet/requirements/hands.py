"""Check whether a hand, of which all or only some cards are known, can have the combinations declared for it.

A player of Piquet declares combinations before the first card (articles PI-9 to PI-11 of its rulebook): a *point*, a
number of cards of one suit, with or without the sum of their values (`pips`); *sequences*, consecutive cards of one
suit; and *sets*, three or four cards of a rank. A declaration may omit pips, ranks and suits.

So each check tries every choice of the values that were omitted. The *lacking* cards of a choice are those that are not
known to be in the hand; their number must not exceed the number of the hand's unknown cards. Example: the hand is known
to have 9♥ and 10♥. For a *tierce* (three cards in sequence) it lacks at least one card, 8♥ or J♥; so it can have one if
it has an unknown card and one of the two is unseen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product

from scorekeeper.cards.cards import Rank, Suit
from scorekeeper.games.piquet.coup import Hand
from scorekeeper.games.piquet.declarations import SET_RANKS, Category, Combination, pips, ranks_down_from, tops_of

COURTS = frozenset({Rank.JACK, Rank.QUEEN, Rank.KING})
_MOST_RUNS = 4  # twelve cards have no more sequences of three
_IMPOSSIBLE = 99  # a number of lacking cards that is more than any hand has


def courts_of(hand: Hand) -> int:
    """Return the number of kings, queens and jacks in a hand (PI-8)."""
    return sum(card.rank in COURTS for card in hand)


@dataclass(frozen=True, slots=True)
class PartialHand:
    """A hand of which all or some cards are known. A `Hand` is a tuple of cards."""

    known: Hand

    # The cards that no one has seen: each is in this hand, in the other one, or out of play.
    unseen: Hand = ()

    # The number of the hand's cards that are among the unseen ones, 0 if the whole hand is known.
    missing: int = 0

    def can_have(self, category: Category, items: Sequence[Combination]) -> bool:
        """Return whether the hand can have these declarations of one category together (PI-9 to PI-11).

        It may have more than was declared (PI-12).
        """
        if category is Category.POINT:
            return all(map(self._can_have_point, items))
        if category is Category.SEQUENCES:
            return self._can_have_runs(items)
        # Sets: each choice gives every set a rank, as pairs (rank, number of cards). The hand can have the sets if,
        # with some choice, it lacks no more cards than it has unknown ones. Four cards of a rank are enough for a set
        # of three.
        return any(
            sum(self._fewest_lacking_for_set(rank, size) for rank, size in chosen) <= self.missing
            for chosen in _possible_ranks(items)
        )

    @property
    def _possible(self) -> Hand:
        """Every card that may be in the hand."""
        return self.known + self.unseen

    def _can_have_point(self, point: Combination) -> bool:
        # Each choice of this number of cards of one suit.
        for suit in Suit:
            for cards in combinations([card for card in self._possible if card.suit is suit], point.amount):
                lacking = sum(card not in self.known for card in cards)
                # A point declared without its pips may have any.
                if lacking <= self.missing and point.height in {None, pips(cards)}:
                    return True
        return False

    def _can_have_runs(self, runs: Sequence[Combination]) -> bool:
        if len(runs) > _MOST_RUNS:
            return False
        # A *part* of a choice is a suit and the sequences that the choice gives it. The fewest lacking cards of each
        # part are stored, because many choices have the same part.
        lacking: dict[tuple[Suit, tuple[Combination, ...]], int] = {}
        # Each choice gives every sequence a suit; several may have the same one.
        for chosen in product(Suit, repeat=len(runs)):
            parts = [
                (suit, tuple(run for run, own_suit in zip(runs, chosen, strict=True) if own_suit is suit))
                for suit in Suit
            ]
            for part in parts:
                if part not in lacking:
                    lacking[part] = self._fewest_lacking_for_runs(*part)
            if sum(lacking[part] for part in parts) <= self.missing:
                return True
        return False

    def _fewest_lacking_for_runs(self, suit: Suit, runs: tuple[Combination, ...]) -> int:
        """Return the fewest lacking cards with which this suit has all these sequences."""
        known = {int(card.rank) for card in self.known if card.suit is suit and card.rank is not None}
        possible = {card.rank for card in self._possible if card.suit is suit}
        fewest = _IMPOSSIBLE
        # Each choice gives every sequence one of its possible highest ranks.
        for tops in product(*map(tops_of, runs)):
            needed = {rank for run, top in zip(runs, tops, strict=True) for rank in ranks_down_from(top, run.amount)}
            # Two sequences that touch or overlap are only one, even if only a known card joins them.
            if needed <= possible and _are_separate(runs, needed | known):
                fewest = min(fewest, len(needed - known))
        return fewest

    def _fewest_lacking_for_set(self, rank: int, size: int) -> int:
        """Return the fewest lacking cards with which the hand has this number of cards of the rank."""
        known = sum(card.rank == rank for card in self.known)
        possible = sum(card.rank == rank for card in self._possible)
        if size > possible:
            return _IMPOSSIBLE
        return max(0, size - known)


def _possible_ranks(sets: Sequence[Combination]) -> Iterator[list[tuple[int, int]]]:
    """Yield each way to give the sets of unknown ranks different ones, as pairs (rank, size).

    Example: a set of four kings and one of three of an unknown rank make `[(KING, 4), (ACE, 3)]` and four more.
    """
    unknown = [item.amount for item in sets if item.height is None]
    known = [(item.height, item.amount) for item in sets if item.height is not None]
    for ranks in permutations(SET_RANKS, len(unknown)):
        yield known + list(zip(ranks, unknown, strict=True))


def _are_separate(runs: Sequence[Combination], in_suit: set[int]) -> bool:
    """Return whether each of these sequences is a part of a different sequence of the ranks in a suit (PI-10)."""
    in_hand: list[set[int]] = []
    for rank in sorted(in_suit):
        # A rank is missing below it: a new sequence begins.
        if rank - 1 not in in_suit:
            in_hand.append(set())
        in_hand[-1].add(rank)
    # Each way to assign a different one of the hand's sequences to each declared one; `any` finds one that fits.
    return any(
        all(_is_part(run, ranks) for run, ranks in zip(runs, chosen, strict=True))
        for chosen in permutations(in_hand, len(runs))
    )


def _is_part(run: Combination, ranks: set[int]) -> bool:
    """Return whether the declared sequence is part of these consecutive ranks."""
    if run.height is None:
        return run.amount <= len(ranks)
    return ranks_down_from(run.height, run.amount) <= ranks
