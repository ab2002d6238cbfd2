"""A partie in memory: its log, its stack and its state, as a database keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from support.drawn import through_json

from scorekeeper.games import GAMES
from scorekeeper.partie.changes import PartieChange, Recorded, evolve
from scorekeeper.partie.log import LogRow, Redo, Stack, Undo, read_log
from scorekeeper.partie.payloads import read_row, read_value, write_row, write_value
from scorekeeper.partie.scored import ScoredState, score_state
from scorekeeper.partie.state import Seating, State, Stay

BOTTOM = 1  # the version of a partie that was begun


def begun(game: str, seats: int, first_dealer: int = 0, **options: Any) -> State:  # noqa: ANN401
    """Return a partie without manches, of the participants 0, 1, 2…"""
    rules = GAMES[game].write_options(GAMES[game].read_options(options, seats))
    return State(BOTTOM, game, rules, tuple(Seating((Stay(0, who),), who) for who in range(seats)), first_dealer)


class Journal:
    """A partie open for changes."""

    def __init__(self, bottom: State) -> None:
        self.bottom, self.state, self.stack = bottom, bottom, Stack(bottom.version)
        self.rows: list[LogRow] = []
        self._below: dict[int, int] = {}

    @property
    def scored(self) -> ScoredState:
        return score_state(self.state)

    @property
    def version(self) -> int:
        return self.bottom.version + len(self.rows)

    def make(self, change: PartieChange | None) -> None:
        """Make a change, unless it is None."""
        if change is None:
            return
        self.rows.append(change)
        self._below[self.version] = self.stack.top
        self.state, self.stack = evolve(self.state, self.version, change), Stack(self.version)

    def undo(self) -> bool:
        """Take back the change on top; return whether there was one."""
        if self.stack.top == self.bottom.version:
            return False
        self.rows.append(Undo(self.stack.top, self._kind(self.stack.top)))
        self.stack = self.stack.undo(self._below[self.stack.top])
        self.state = self._folded()
        return True

    def redo(self) -> bool:
        """Make again what was taken back last; return whether there was something."""
        if not self.stack.taken_back:
            return False
        self.rows.append(Redo(self.stack.taken_back[-1], self._kind(self.stack.taken_back[-1])))
        self.stack = self.stack.redo()
        self.state = self._folded()
        return True

    def _folded(self) -> State:
        state = self.bottom
        for version, change in without_past_entries(self.standing()):
            state = evolve(state, version, change)
        return state

    def _kind(self, version: int) -> str:
        return self.rows[version - self.bottom.version - 1].kind

    def standing(self) -> list[tuple[int, PartieChange]]:
        """Return the changes of the stack, the lowest one first, by walking down from its top."""
        found: list[tuple[int, PartieChange]] = []
        version = self.stack.top
        while version != self.bottom.version:
            change = self.rows[version - self.bottom.version - 1]
            assert isinstance(change, PartieChange)
            found.append((version, change))
            version = self._below[version]
        return found[::-1]

    def read_again(self) -> tuple[State, Stack]:
        """Return the state and the stack of the whole log, written as JSON and read."""
        bottom = read_value(State, through_json(write_value(self.bottom)))
        return read_log(bottom, [read_row(*through_json(write_row(row))) for row in self.rows])


def without_past_entries(changes: Sequence[tuple[int, PartieChange]]) -> list[tuple[int, PartieChange]]:
    """Leave out what was entered of the manches that are recorded, as the query of the database does."""
    last = max((version for version, change in changes if isinstance(change, Recorded)), default=0)
    return [(version, change) for version, change in changes if version > last or not change.of_entry]
