"""Read the log of a partie, a game played to its end, and find the state after it.

Each row of the log makes the next *version* of the partie, a number. A row is one of three:

- A *change*, such as a recorded *manche* (one deal), leads to another *state* of the partie.
- A *step* undoes or redoes: *Annuler* takes back the newest change that is not taken back, *Refaire* makes it again.
- A *marker* changes nothing.

The changes that are not taken back form a *stack*; `below` is the version of the change under another one. The first
state, before any row, is the *bottom*. Undoing and redoing return to states that were there before, so that no change
needs an inverse, and no state is checked again.

Example: the versions 1 and 2 are changes, and 3 undoes the second one. Version 3 has the state of version 1, the top of
the stack is 1, and 2 can be made again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.partie.changes import BrokenLogError, PartieChange, evolve
from scorekeeper.partie.state import State

STARTED = "started"
"""The kind of the first row of a log, for the start of the partie."""

LAID_OUT = "laid_out"
"""The kind of a row that only logs from before version 0.3.0 have: a recorded manche is the current one again."""


@dataclass(frozen=True)
class StackStep:
    """A change is taken back or made again."""

    # The kind of this row of the log.
    kind: ClassVar[str]

    # The version that the change had made: the log names each change by its version.
    step: int

    # The kind of the change, such as `recorded`.
    of: str


class Undo(StackStep):
    """*Annuler*: the change is taken back."""

    kind = "undone"


class Redo(StackStep):
    """*Refaire*: the change is made again."""

    kind = "redone"


@dataclass(frozen=True)
class Marker:
    """A row that changes nothing, over which *Annuler* passes."""

    # The kind of this row of the log.
    kind: ClassVar[str]


class Again(Marker):
    """A revanche was begun: the same players began another partie."""

    kind = "again"


class Moved(Marker):
    """The partie was moved to another soirée (evening of cards)."""

    kind = "moved"


LogRow = PartieChange | StackStep | Marker


@dataclass(frozen=True, slots=True)
class Stack:
    """The changes that are not taken back, of which only the top one is stored, and those that are."""

    # The version of the change on top; that of the bottom if every change is taken back.
    top: int

    # The versions of the changes that *Refaire* can make again, the next one last.
    taken_back: tuple[int, ...] = ()

    def undo(self, below: int) -> Stack:
        """Return the stack without its top; `below` is the version of the change under it."""
        return Stack(below, (*self.taken_back, self.top))

    def redo(self) -> Stack:
        """Return the stack with the change that was taken back last."""
        return Stack(self.taken_back[-1], self.taken_back[:-1])


def follow_log(bottom: State, rows: Iterable[LogRow]) -> Iterator[tuple[int, LogRow, State, Stack]]:
    """Yield each row of a log with its version, and the state and the stack after it.

    The first row makes the version after `bottom`. Raises `BrokenLogError` for a change that cannot follow, such as one
    of an unknown seat, and for a step of another change than the one on top.
    """
    # The state after each change of the stack, and after each change that was taken back.
    states = [bottom]
    taken_back: list[State] = []
    for version, row in enumerate(rows, start=bottom.version + 1):
        if isinstance(row, StackStep):
            # A step moves a state from one of the two lists to the other.
            source, target = states, taken_back
            if isinstance(row, Redo):
                source, target = taken_back, states
            # No change has made the bottom, so that it cannot be undone.
            if not source or row.step != source[-1].version or row.step == bottom.version:
                raise BrokenLogError("step_not_on_top", version)
            target.append(source.pop())
        elif isinstance(row, PartieChange):
            # `evolve` applies the change to the state.
            states.append(evolve(states[-1], version, row))
            # After a new change, those taken back cannot be made again any more.
            taken_back.clear()
        # A marker leaves the state and the stack as they were.
        yield version, row, states[-1], Stack(states[-1].version, tuple(state.version for state in taken_back))


def read_log(bottom: State, rows: Iterable[LogRow]) -> tuple[State, Stack]:
    """Return the state and the stack after all rows of a log. Raises as `follow_log` does."""
    # Those of a log without rows.
    state, stack = bottom, Stack(bottom.version)
    for _version, _row, state, stack in follow_log(bottom, rows):  # noqa: B007 - those after the last row are returned
        pass
    return state, stack
