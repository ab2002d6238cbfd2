"""Check whether a hand, of which only some cards are known, can have the combinations declared for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from scorekeeper.cards.cards import Rank, Suit
from scorekeeper.games.piquet.coup import Hand
from scorekeeper.games.piquet.declarations import Point, RankSet, Run, pips
from scorekeeper.games.piquet.requirements.hands import has_runs, possible_ranks

_TOO_MANY = 99  # more cards than any hand has


@dataclass(frozen=True, slots=True)
class PartialHand:
    """A hand with the cards `known` and `missing` further cards among `unseen`; none of them if it is complete."""

    known: Hand
    unseen: Hand
    missing: int

    def can_have_point(self, point: Point) -> bool:
        """Return whether the hand can make this point (PI-9)."""
        by_suit = [[card for card in self._possible if card.suit is suit] for suit in Suit]
        points = (cards for suit in by_suit for cards in combinations(suit, point.cards))
        return any(point.pips in {None, pips(cards)} and self._further(cards) <= self.missing for cards in points)

    def can_have_runs(self, runs: Sequence[Run]) -> bool:
        """Return whether the hand can have these sequences together (PI-10)."""
        further: dict[tuple[Suit, tuple[Run, ...]], int] = {}
        for suits in product(Suit, repeat=len(runs)):
            parts = [(suit, tuple(run for run, own in zip(runs, suits, strict=True) if own is suit)) for suit in Suit]
            for part in parts:
                if part not in further:
                    further[part] = self._further_for_runs(*part)
            if sum(further[part] for part in parts) <= self.missing:
                return True
        return False

    def can_have_sets(self, sets: Sequence[RankSet]) -> bool:
        """Return whether the hand can have these sets together (PI-11)."""
        return any(
            sum(self._further_for_set(rank, size) for rank, size in chosen) <= self.missing
            for chosen in possible_ranks(sets)
        )

    @property
    def _possible(self) -> Hand:
        return self.known + self.unseen

    def _further(self, cards: Iterable[object]) -> int:
        """The number of these cards that are not known to be in the hand."""
        return sum(card not in self.known for card in cards)

    def _further_for_runs(self, suit: Suit, runs: tuple[Run, ...]) -> int:
        """The fewest further cards with which the suit has these sequences."""
        known = {card.rank for card in self.known if card.suit is suit}
        possible = {card.rank: card for card in self._possible if card.suit is suit}
        fewest = _TOO_MANY
        for tops in product(*(run.tops for run in runs)):
            ranks = {Rank(top - below) for top, run in zip(tops, runs, strict=True) for below in range(run.length)}
            if ranks <= possible.keys() and has_runs(tuple(possible[rank] for rank in ranks | known), runs):
                fewest = min(fewest, len(ranks - known))
        return fewest

    def _further_for_set(self, rank: Rank, size: int) -> int:
        """The fewest further cards with which the hand has a set."""
        known = sum(card.rank is rank for card in self.known)
        possible = sum(card.rank is rank for card in self._possible)
        if size > possible:
            return _TOO_MANY
        return max(0, size - known)
