"""Check the claims of each play alone, which proves it irregular whatever other plays are irregular."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.cards.transport import possible


class OwnClaims:
    """The claims of each play, and in `proven` the plays irregular in every deal that fits the cards seen."""

    def __init__(self, everything: int) -> None:
        """Start without a play; `everything` is the whole pack."""
        self.proven: frozenset[int] = frozenset()
        self._everything = everything
        self._claims: dict[int, list[tuple[int, int]]] = {}

    def add(self, play: int, claims: list[tuple[int, int]]) -> None:
        """Add the claims of a play: (seat, the only cards it may hold)."""
        if claims:
            self._claims[play] = claims

    def see(self, seat: int, card: int, unseen: int, capacities: Sequence[int]) -> None:
        """Record a card, and add the plays that it or the remaining unseen cards prove irregular."""
        for play, claims in [*self._claims.items()]:
            if any(holder == seat and card & ~only for holder, only in claims) or not self._fit(
                claims, unseen, capacities
            ):
                self.proven |= {play}
                del self._claims[play]
            elif not any(unseen & ~only for _, only in claims):
                del self._claims[play]

    def _fit(self, claims: Sequence[tuple[int, int]], unseen: int, capacities: Sequence[int]) -> bool:
        if len(claims) == 1:
            ((seat, only),) = claims
            return (unseen & only).bit_count() >= capacities[seat]
        masks = [self._everything] * len(capacities)
        for seat, only in claims:
            masks[seat] &= only
        return possible(unseen, masks, capacities)
