"""Dame de Pique for the generator: see `judging.Game`."""

from contradictions.hearts.telling import falsify, tell, true_manche
from contradictions.hearts.witness import witness

__all__ = ["falsify", "tell", "true_manche", "witness"]
