"""The play of Atout Pique: who speaks first and leads first."""

from __future__ import annotations

from scorekeeper.games.spades.options import SEATS


def leader(dealer: int) -> int:
    """The seat at the dealer's left, which bids first (AP-3) and leads to the first trick (AP-9)."""
    return (dealer + 1) % SEATS
