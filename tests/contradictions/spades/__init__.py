"""Atout Pique for the generator: see `judging.Game`."""

from contradictions.spades.telling import falsify, tell, true_manche
from contradictions.spades.witness import witness

__all__ = ["falsify", "tell", "true_manche", "witness"]
