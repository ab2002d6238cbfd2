"""The claims of each play tested alone: they prove a play irregular whichever other plays were irregular too."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.cards.transport import possible


class OwnClaims:
    """The plays irregular in every deal that fits the cards seen, in `proven`, and the claims of the others."""

    def __init__(self, everything: int) -> None:
        """Begin without a play; `everything` is the whole pack."""
        self.proven: frozenset[int] = frozenset()
        self._everything = everything
        self._claims: dict[int, list[tuple[int, int]]] = {}

    def add(self, play: int, claims: list[tuple[int, int]]) -> None:
        """Take the claims of a play in: (seat, the only cards it may have)."""
        if claims:
            self._claims[play] = claims

    def see(self, seat: int, card: int, unseen: int, rooms: Sequence[int]) -> None:
        """Prove what this card contradicts, or the count of unseen cards once it is played."""
        for play, claims in [*self._claims.items()]:
            if any(holder == seat and card & ~only for holder, only in claims) or not self._fit(claims, unseen, rooms):
                self.proven |= {play}
                del self._claims[play]
            elif not any(unseen & ~only for _, only in claims):
                del self._claims[play]

    def _fit(self, claims: Sequence[tuple[int, int]], unseen: int, rooms: Sequence[int]) -> bool:
        if len(claims) == 1:
            ((seat, only),) = claims
            return (unseen & only).bit_count() >= rooms[seat]
        masks = [self._everything] * len(rooms)
        for seat, only in claims:
            masks[seat] &= only
        return possible(unseen, masks, rooms)
