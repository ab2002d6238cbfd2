"""Check whether a hand, of which only some cards are known, can have the combinations declared for it.

A player of Piquet declares combinations before the first card (articles PI-9 to PI-11 of its rulebook): a *point*, a
number of cards of one suit, with or without the sum of their values (`pips`); *sequences* (`Run`), consecutive cards of
one suit; and *sets* (`RankSet`), three or four cards of a rank. A declaration may omit pips, ranks and suits.

So each check tries every choice of what was omitted. It counts the cards of a choice that are not known to be in the
hand, its *lacking* cards, and compares them with the number of the hand's cards that are unknown. Example: 9♥ and 10♥
are known. A *tierce* (three in sequence) lacks at least one card: 8♥ or J♥, if it is unseen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product

from scorekeeper.cards.cards import Rank, Suit
from scorekeeper.games.piquet.coup import Hand
from scorekeeper.games.piquet.declarations import Point, RankSet, Run, pips
from scorekeeper.games.piquet.requirements.hands import has_runs, possible_ranks, suits_of

_IMPOSSIBLE = 99  # a number of lacking cards that is more than any hand has


@dataclass(frozen=True, slots=True)
class PartialHand:
    """A hand of which some cards are known. A `Hand` is a tuple of cards."""

    known: Hand

    # The cards that are in the hand or anywhere else.
    unseen: Hand

    # The number of the hand's cards that are among the unseen ones, 0 if the whole hand is known.
    missing: int

    def can_have_point(self, point: Point) -> bool:
        """Return whether the hand can make this point (PI-9)."""
        for suit_cards in suits_of(self._possible):
            for cards in combinations(suit_cards, point.cards):
                lacking = sum(card not in self.known for card in cards)
                # A point declared without its pips may have any.
                if lacking <= self.missing and point.pips in {None, pips(cards)}:
                    return True
        return False

    def can_have_runs(self, runs: Sequence[Run]) -> bool:
        """Return whether the hand can have these sequences together (PI-10)."""
        # By suit and by the sequences that this suit has to have. Many choices of suits share such a part.
        lacking: dict[tuple[Suit, tuple[Run, ...]], int] = {}
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

    def can_have_sets(self, sets: Sequence[RankSet]) -> bool:
        """Return whether the hand can have these sets together (PI-11)."""
        # Each choice is one pair (rank, number of cards) for each set.
        return any(
            sum(self._fewest_lacking_for_set(rank, size) for rank, size in chosen) <= self.missing
            for chosen in possible_ranks(sets)
        )

    @property
    def _possible(self) -> Hand:
        """Every card that may be in the hand."""
        return self.known + self.unseen

    def _fewest_lacking_for_runs(self, suit: Suit, runs: tuple[Run, ...]) -> int:
        """The fewest lacking cards with which this suit has all these sequences."""
        known = {card.rank for card in self.known if card.suit is suit}
        possible = {card.rank: card for card in self._possible if card.suit is suit}
        fewest = _IMPOSSIBLE
        # Each choice gives every sequence one of its possible highest ranks.
        for tops in product(*(run.tops for run in runs)):
            needed = {rank for run, top in zip(runs, tops, strict=True) for rank in run.ranks_down_from(top)}
            if not needed <= possible.keys():
                continue
            # Two sequences that touch or overlap are only one, also if a known card is what joins them.
            if has_runs(tuple(possible[rank] for rank in needed | known), runs):
                fewest = min(fewest, len(needed - known))
        return fewest

    def _fewest_lacking_for_set(self, rank: Rank, size: int) -> int:
        """The fewest lacking cards with which the hand has this number of cards of the rank."""
        known = sum(card.rank is rank for card in self.known)
        possible = sum(card.rank is rank for card in self._possible)
        if size > possible:
            return _IMPOSSIBLE
        return max(0, size - known)
