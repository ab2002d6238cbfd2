"""A limit on the work of a search, counted in steps. A limit of time would give other results on a slower machine."""

from __future__ import annotations


class OutOfStepsError(Exception):
    """Raised when a search has spent its steps without a result."""


class StepBudget:
    """The remaining steps of a search."""

    __slots__ = ("remaining",)

    def __init__(self, steps: int) -> None:
        """Start with this number of steps."""
        self.remaining = steps

    def spend(self, steps: int = 1) -> None:
        """Subtract steps. Raises `OutOfStepsError` when fewer than these remain."""
        self.remaining -= steps
        if self.remaining < 0:
            raise OutOfStepsError
