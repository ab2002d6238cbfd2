"""How much may be asked of a search: counted in steps and not in time, so that it ends alike on every machine."""

from __future__ import annotations


class OutOfStepsError(Exception):
    """A search has taken every step that it may, and has decided nothing."""


class Work:
    """The steps that are left; who searches takes them one by one."""

    __slots__ = ("left",)

    def __init__(self, steps: int) -> None:
        """Allow so many steps."""
        self.left = steps

    def take(self, steps: int = 1) -> None:
        """Take so many steps. Raises `OutOfStepsError` when there are fewer."""
        self.left -= steps
        if self.left < 0:
            raise OutOfStepsError
