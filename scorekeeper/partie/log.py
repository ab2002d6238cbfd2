"""Read the log of a partie, a game played to its end.

Each row of the log makes the next *version* of the partie, a number. A *change* leads to another state;
*Annuler* (undo) takes back the newest change that is not taken back, and *Refaire* (redo) makes it again. Both are rows
of the log too. The changes that are not taken back form a stack, and each has the version of the one `below` it.
Undoing and redoing lead only to earlier states, so they need no check and no inverse of a change.

Example: the versions 1 and 2 are changes, and 3 undoes the second one. It has the state of version 1, the top of the
stack is 1, and 2 can be made again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.partie.changes import BrokenLogError, PartieChange, evolve
from scorekeeper.partie.state import State

STARTED = "started"
"""The row of the start of a partie, at which its log begins."""

LAID_OUT = "laid_out"
"""Before version 0.3.0: a recorded manche is the current one again."""

AGAIN, MOVED = "again", "moved"
MARKS = frozenset({AGAIN, MOVED})
"""Rows of the log that change nothing of the table: *Annuler* passes over them."""


@dataclass(frozen=True)
class StackStep:
    """A change is taken back or made again."""

    # The kind of this row of the log.
    kind: ClassVar[str]

    # The version that the change made, and its kind.
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
    """A revanche (the same players again) was begun, or the partie moved to another soirée (evening of cards)."""

    # One of `MARKS`.
    kind: str


LogRow = PartieChange | StackStep | Marker


@dataclass(frozen=True, slots=True)
class Stack:
    """The changes that are not taken back, by the one on top, and those that are."""

    # The version of the change on top; that of the state where the log begins if there is no change.
    top: int

    # The versions of the changes that *Refaire* can make again, the next one last.
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
    # The state after each change of the stack, and after each change that was taken back.
    states = [bottom]
    taken_back: list[State] = []
    stack = Stack(bottom.version)
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
            # After a new change, nothing can be made again any more.
            taken_back.clear()
            stack = Stack(version)
        yield version, row, states[-1], stack


def read_log(bottom: State, rows: Iterable[LogRow]) -> tuple[State, Stack]:
    """Return the state and the stack after all rows of a log. Raises as `follow_log` does."""
    followed = [(state, stack) for _version, _row, state, stack in follow_log(bottom, rows)]
    if not followed:
        return bottom, Stack(bottom.version)
    return followed[-1]
