"""The table that a tool computes for: its house rules, its players, and the arguments of the request."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import abort
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.legality import Rules
from scorekeeper.games.contract import AnyGame, CardPlay, Table
from scorekeeper.games.shape import ImpossibleError, ImpossibleFactsError, Json
from scorekeeper.record.partie.scored_partie import ScoredPartie, score_partie
from scorekeeper.web.games.rules_in_force import RulesInForce
from scorekeeper.web.text.arbiter import numbered_names
from scorekeeper.web.text.errors import ErrorSentences


@dataclass(frozen=True)
class ToolError:
    """The error of a tool: a sentence, and its article."""

    sentence: str
    article: str | None = None


@dataclass(frozen=True)
class ToolTable:
    """The table of one tool: `tool` is its name, `sizes` are the numbers of players that the house rules allow.

    The `state` of a tool is its query string once read and corrected; `address` and `hidden` write it into links and
    forms.
    """

    in_force: RulesInForce
    tool: str
    seats: int
    sizes: tuple[int, ...]
    arguments: MultiDict[str, str]
    scored: ScoredPartie | None
    faults: ErrorSentences

    @property
    def options(self) -> Any:  # noqa: ANN401 - each game has its own options type
        """The house rules for this number of players."""
        return self.in_force.game.read_options(self.in_force.options, self.seats)

    @property
    def names(self) -> list[str]:
        """The players' names, numbered when the table has no players."""
        return numbered_names(() if self.scored is None else self.scored.names, self.seats)

    @property
    def context(self) -> Json:
        """The context of the current manche, empty without one."""
        return {} if self.scored is None else self.scored.current.context or {}

    @property
    def dealer(self) -> int | None:
        """The dealer in the query string, else the dealer of the partie."""
        seat = self.seat("dealer")
        return seat if seat is not None or self.scored is None else self.scored.deal.dealer

    @property
    def play(self) -> CardPlay[Any, Any]:
        """The card play of the game. Raises `ImpossibleFactsError` for a game without it."""
        play = self.in_force.game.play
        if play is None:
            raise ImpossibleFactsError("no_cards", field="plays")
        return play

    def rules(self, dealer: int | None) -> Rules:
        """Return the rules of play of a manche. Raises `ImpossibleFactsError` when they depend on something missing."""
        return self.play.rules(self.options, Table(self.seats, dealer), self.context)

    def seat(self, name: str) -> int | None:
        """Return the seat in this argument, None without it; abort with 404 for an invalid seat."""
        text = self.arguments.get(name)
        if text is None:
            return None
        if text not in {str(seat) for seat in range(self.seats)}:
            abort(404)
        return int(text)

    def fault(self, error: ImpossibleError, first_seat: int = 0) -> ToolError:
        """Return the error as the entry form shows it; seat 0 of the error is `first_seat` of the table."""
        names = () if self.scored is None else self.scored.names[first_seat:]
        return ToolError(self.faults(error, names), error.article)

    @property
    def action(self) -> str:
        """The action of the form of the tool, without query string: its hidden inputs have the other arguments."""
        return self.in_force.url("tool", tool=self.tool).partition("?")[0]

    def address(self, state: Mapping[str, Any], **changes: Any) -> str:  # noqa: ANN401 - as `url_for` has it
        """Return the address of this tool in this state with these changes, omitting None."""
        return self.in_force.url("tool", tool=self.tool, **{**self._own(), **state, **changes})

    def public_address(self, state: Mapping[str, Any]) -> str:
        """Return the public address: the same state and house rules, without partie and players."""
        seats = self.seats if self.seats != _sizes(self.in_force.game, self.in_force.options)[0] else None
        return self.in_force.public_url("tool", tool=self.tool, **{"seats": seats, **state})

    def hidden(self, state: Mapping[str, Any], *visible: str) -> list[tuple[str, str]]:
        """Return the hidden inputs of the form in this state, without the `visible` fields of the form."""
        rules = {} if self.in_force.partie is not None else self.in_force.arguments
        whole = {**rules, **self._own(), **state}
        return [(name, str(value)) for name, value in whole.items() if value is not None and name not in visible]

    def _own(self) -> dict[str, str]:
        return {"seats": str(self.seats)} if self.scored is None and self.seats != self.sizes[0] else {}


def table_of(in_force: RulesInForce, tool: str, arguments: MultiDict[str, str], faults: ErrorSentences) -> ToolTable:
    """Return the table of a partie, or one with the number of players in the query string (404 if not allowed)."""
    if in_force.partie is not None:
        scored = score_partie(in_force.partie)
        return ToolTable(in_force, tool, scored.seats, (scored.seats,), arguments, scored, faults)
    sizes = _sizes(in_force.game, in_force.options)
    sent = arguments.get("seats", str(sizes[0]))
    if sent not in map(str, sizes):
        abort(404)
    return ToolTable(in_force, tool, int(sent), sizes, arguments, None, faults)


def _sizes(game: AnyGame, options: Json) -> tuple[int, ...]:
    """The numbers of players that these options allow, those of the first preset before the others."""
    usual = game.presets[0].seats
    return tuple(
        size
        for size in sorted(game.table_sizes, key=lambda size: (size not in usual, size))
        if _is_playable(game, options, size)
    )


def _is_playable(game: AnyGame, options: Json, size: int) -> bool:
    try:
        game.read_options(options, size)
    except ImpossibleError:
        return False
    return True
