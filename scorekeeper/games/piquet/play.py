"""The play of Piquet: who is elder, and leads first."""

from __future__ import annotations

from scorekeeper.games.piquet.options import SEATS


def elder_of(dealer: int) -> int:
    """The seat that does not deal: it exchanges and announces first (PI-5, PI-13)."""
    return (dealer + 1) % SEATS


def leader(dealer: int) -> int:
    """The seat that leads to the first trick: elder (PI-16)."""
    return elder_of(dealer)


def dealer_of(elder: int) -> int:
    """The seat that deals when this one is elder (PI-3)."""
    return (elder + 1) % SEATS
