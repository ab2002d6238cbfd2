"""What a tool is to compute: the house rules, the players of the table, and the query arguments.

A *tool* is a page of the rules that computes from its query string and stores nothing. It is used for a partie (a game
to its end) of a carnet, the notebook of a group, or without one. The *context* of a manche (deal) is what is known
before its first card, such as bids.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import abort
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.legality import Rules
from scorekeeper.games.contract import AnyGame, CardPlay, Table
from scorekeeper.games.shape import ImpossibleError, ImpossibleFactsError, Json
from scorekeeper.record.partie.scored_partie import ScoredPartie, score_partie
from scorekeeper.web.forms.options import are_possible
from scorekeeper.web.games.rules_in_force import RulesInForce
from scorekeeper.web.text.arbiter import numbered_names
from scorekeeper.web.text.errors import ErrorSentences


@dataclass(frozen=True)
class ToolQuery:
    """The query of a tool: what was requested, and the methods that make the links and the form of its page.

    These methods take a `state`: the query arguments by name, as the tool has read and corrected them. Example:
    `{"card": "6C.QS"}`.
    """

    # The house rules under which the tool computes, and the game: those of a partie, or those in the address.
    in_force: RulesInForce
    # The name of the tool in addresses.
    tool: str
    # The number of players, and all numbers of players that the house rules allow. For a partie, these are only its own
    # number.
    seats: int
    sizes: tuple[int, ...]
    # The query string.
    arguments: MultiDict[str, str]
    # The partie with its score; None for a tool that is used without one.
    scored: ScoredPartie | None
    # The error sentences of the game: `error_sentences(error, names)` returns the sentence about an error, in which it
    # names players.
    error_sentences: ErrorSentences

    @property
    def options(self) -> Any:  # noqa: ANN401 - each game has its own options type
        """The house rules for this number of players, in the game's own type."""
        return self.in_force.game.read_options(self.in_force.options, self.seats)

    @property
    def names(self) -> list[str]:
        """The names of the players, or « Joueur 1 »… for a table without a partie."""
        return numbered_names(self.in_force.players, self.seats)

    @property
    def context(self) -> Json:
        """The context of the current manche, empty without one."""
        if self.scored is None:
            return {}
        return self.scored.current.context or {}

    @property
    def dealer(self) -> int | None:
        """The dealer in the query string, else the dealer of the partie."""
        seat = self.seat("dealer")
        if seat is None and self.scored is not None:
            return self.scored.deal.dealer
        return seat

    @property
    def table(self) -> Table:
        """The number of seats, the dealer, and the order of play of the partie."""
        if self.scored is None:
            return Table(self.seats, self.dealer)
        return Table(self.seats, self.dealer, self.scored.order)

    @property
    def play(self) -> CardPlay[Any, Any]:
        """The card play of the game. Raises `ImpossibleFactsError` for a game without it."""
        play = self.in_force.game.play
        if play is None:
            raise ImpossibleFactsError("no_cards", field="plays")
        return play

    def rules(self, dealer: int | None) -> Rules:
        """Return the rules of play. Raises `ImpossibleFactsError` if they need a missing dealer or context."""
        return self.play.rules(self.options, replace(self.table, dealer=dealer), self.context)

    def seat(self, name: str) -> int | None:
        """Return the seat in this query argument, None if it is absent; abort with 404 for an invalid seat."""
        text = self.arguments.get(name)
        if text is None:
            return None
        if text not in {str(seat) for seat in range(self.seats)}:
            abort(404)
        return int(text)

    def sentence(self, error: ImpossibleError, first_seat: int) -> str:
        """Return the sentence about an error, the same as on the entry form.

        `first_seat` is the seat of the table that the error calls seat 0: a tool may compute for one side alone, whose
        seats it numbers from 0.
        """
        return self.error_sentences(error, self.in_force.players[first_seat:])

    @property
    def action(self) -> str:
        """The action of the form: the address without its query string, whose arguments are hidden inputs instead."""
        return self.in_force.url("tool", tool=self.tool).partition("?")[0]

    def address(self, state: Mapping[str, Any], **changes: Any) -> str:  # noqa: ANN401 - as `url_for` has it
        """Return the address of this tool in this state with these changes; an argument that is None is left out."""
        return self.in_force.url("tool", tool=self.tool, **{**self._seats_argument(), **state, **changes})

    def public_address(self, state: Mapping[str, Any]) -> str:
        """Return the public address in this state, with the house rules but without the partie and its players."""
        # The first number of players allowed is the default: then the address has no argument for it.
        seats = None
        if self.seats != _allowed_sizes(self.in_force.game, self.in_force.options)[0]:
            seats = self.seats
        return self.in_force.public_url("tool", tool=self.tool, **{"seats": seats, **state})

    def hidden_inputs(self, state: Mapping[str, Any], *visible: str) -> list[tuple[str, str]]:
        """Return (name, value) of each hidden input of the form, which sends the state again.

        The arguments named in `visible` are left out: the form has fields for them.
        """
        values = {**self._seats_argument(), **state}
        # Without a partie, the house rules are arguments of the address too.
        if self.in_force.partie is None:
            values = {**self.in_force.arguments, **values}
        return [(name, str(value)) for name, value in values.items() if value is not None and name not in visible]

    def _seats_argument(self) -> dict[str, str]:
        """The argument for the number of players, none for that of a partie or for the default."""
        if self.scored is not None or self.seats == self.sizes[0]:
            return {}
        return {"seats": str(self.seats)}


def read_query(
    in_force: RulesInForce, tool: str, arguments: MultiDict[str, str], error_sentences: ErrorSentences
) -> ToolQuery:
    """Return the query of a tool for a partie, if the rules are those of a partie.

    Else the number of players is the argument `seats` of the query string, by default the first that the rules allow;
    abort with 404 for a number that they do not allow.
    """
    if in_force.partie is not None:
        scored = score_partie(in_force.partie)
        return ToolQuery(in_force, tool, scored.seats, (scored.seats,), arguments, scored, error_sentences)
    sizes = _allowed_sizes(in_force.game, in_force.options)
    seats = arguments.get("seats", str(sizes[0]))
    if seats not in map(str, sizes):
        abort(404)
    return ToolQuery(in_force, tool, int(seats), sizes, arguments, None, error_sentences)


def _allowed_sizes(game: AnyGame, options: Json) -> tuple[int, ...]:
    """Return the numbers of players that these options allow: those of the first preset, then the others.

    A preset is a named set of house rules of the game, with the numbers of players that it suits.
    """
    preset_sizes = game.presets[0].seats
    # False, for a number of the preset, is sorted before True.
    sizes = sorted(game.table_sizes, key=lambda size: (size not in preset_sizes, size))
    return tuple(size for size in sizes if are_possible(game, options, size))
