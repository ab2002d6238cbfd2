"""Read the log of a partie. *Annuler* takes back the newest change that is not taken back, *Refaire* makes it again.

The changes that are not taken back form a stack, and each has the version of the one `below` it. Undoing and redoing
lead only to earlier states, so they need no check and no inverse of a change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.partie.changes import BrokenLogError, PartieChange, evolve
from scorekeeper.partie.state import State

MARKS = frozenset({"again", "moved"})
"""Rows of the log that change nothing of the table: *Annuler* passes over them."""


@dataclass(frozen=True)
class StackStep:
    """A change is taken back or made again: its version and its kind."""

    kind: ClassVar[str]
    step: int
    of: str


class Undo(StackStep):
    """*Annuler*: the change is taken back."""

    kind = "undone"


class Redo(StackStep):
    """*Refaire*: the change is made again."""

    kind = "redone"


@dataclass(frozen=True, slots=True)
class Marker:
    """A revanche was begun, or the partie moved to another soirée."""

    kind: str


LogRow = PartieChange | StackStep | Marker


@dataclass(frozen=True, slots=True)
class Stack:
    """The version of the change on top, and those that *Refaire* makes again, the next one last."""

    top: int
    taken_back: tuple[int, ...] = ()

    def undo(self, below: int) -> Stack:
        """Return the stack without its top, which is above the version `below`."""
        return Stack(below, (*self.taken_back, self.top))

    def redo(self) -> Stack:
        """Return the stack with the change that was taken back last."""
        return Stack(self.taken_back[-1], self.taken_back[:-1])


def follow_log(bottom: State, rows: Iterable[LogRow]) -> Iterator[tuple[int, LogRow, State, Stack]]:
    """Yield each row of a log with its version, and the state and the stack after it.

    The first row makes the version after `bottom`. Raises `BrokenLogError` for a change that cannot follow, and for a
    step that is not on top of the stack.
    """
    states, taken_back, stack = [bottom], list[State](), Stack(bottom.version)
    for version, row in enumerate(rows, start=bottom.version + 1):
        if isinstance(row, Undo):
            # The lowest state is the bottom, which no change has made.
            if len(states) == 1 or row.step != stack.top:
                raise BrokenLogError("step_not_on_top", version)
            taken_back.append(states.pop())
            stack = stack.undo(states[-1].version)
        elif isinstance(row, Redo):
            if not taken_back or row.step != taken_back[-1].version:
                raise BrokenLogError("step_not_on_top", version)
            states.append(taken_back.pop())
            stack = stack.redo()
        elif isinstance(row, PartieChange):
            states.append(evolve(states[-1], version, row))
            taken_back.clear()
            # Nothing can be made again any more.
            stack = Stack(version)
        yield version, row, states[-1], stack


def read_log(bottom: State, rows: Iterable[LogRow]) -> tuple[State, Stack]:
    """Return the state and the stack after all rows of a log. Raises as `follow_log` does."""
    followed = [(state, stack) for _version, _row, state, stack in follow_log(bottom, rows)]
    if not followed:
        return bottom, Stack(bottom.version)
    return followed[-1]
