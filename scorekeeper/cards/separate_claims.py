"""Check the claims of each play alone: if they cannot all be true, this play is irregular in every possible deal."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.cards.transport import can_be_dealt


class SeparateClaims:
    """The claims of each play; `proven` are the plays that are irregular in every deal that fits the cards seen."""

    def __init__(self, whole_pack: int) -> None:
        """Start without a play; `whole_pack` is the set of all cards."""
        self.proven: frozenset[int] = frozenset()
        self._whole_pack = whole_pack
        self._claims: dict[int, list[tuple[int, int]]] = {}

    def add(self, play: int, claims: list[tuple[int, int]]) -> None:
        """Add the claims of a play, each as (seat, the only cards that this seat may hold)."""
        if claims:
            # A new dict, because a copy of this object has the same one.
            self._claims = {**self._claims, play: claims}

    def check(self, seat: int, card: int, unseen: int, capacities: Sequence[int]) -> None:
        """Check every claim after a seat played a card, and add to `proven` the plays whose claims cannot be true.

        `unseen` are the remaining unseen cards, `capacities` the number of them that each seat holds.
        """
        open_claims = {}
        for play, claims in self._claims.items():
            is_contradicted = any(holder == seat and card & ~only for holder, only in claims)
            if is_contradicted or not self._fit(claims, unseen, capacities):
                self.proven |= {play}
            # Claims that exclude no unseen card cannot be false any more.
            elif any(unseen & ~only for _, only in claims):
                open_claims[play] = claims
        self._claims = open_claims

    def _fit(self, claims: Sequence[tuple[int, int]], unseen: int, capacities: Sequence[int]) -> bool:
        # Nearly every play has one claim, which needs no search.
        if len(claims) == 1:
            ((seat, only),) = claims
            return (unseen & only).bit_count() >= capacities[seat]
        masks = [self._whole_pack] * len(capacities)
        for seat, only in claims:
            masks[seat] &= only
        return can_be_dealt(unseen, masks, capacities)
