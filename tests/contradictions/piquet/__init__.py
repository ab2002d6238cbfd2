"""Piquet for the generator: see `judging.Game`."""

from contradictions.piquet.falsehoods import falsify
from contradictions.piquet.telling import tell, true_manche
from contradictions.piquet.witness import witness

__all__ = ["falsify", "tell", "true_manche", "witness"]
