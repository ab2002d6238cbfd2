"""The table that a tool works for: its rules, who sits at it, and what the address says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import abort
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.legality import Rules
from scorekeeper.games.contract import AnyGame, CardPlay, Table
from scorekeeper.games.shape import ImpossibleError, ImpossibleFactsError, Json
from scorekeeper.record.partie.standings import Standing, standing_of
from scorekeeper.web.games.rules_in_force import Desk
from scorekeeper.web.text.arbiter import named
from scorekeeper.web.text.errors import FaultSentences


@dataclass(frozen=True)
class ToolFault:
    """Why a tool has no answer to what was asked, in a sentence, and the article."""

    sentence: str
    article: str | None = None


@dataclass(frozen=True)
class ToolTable:
    """A desk with a tool on it: `tool` is its name, `sizes` are the numbers of players that the rules suit.

    `state` is what a tool makes of the address; `address` and `hidden` write it again, for a link and for a form.
    """

    desk: Desk
    tool: str
    seats: int
    sizes: tuple[int, ...]
    arguments: MultiDict[str, str]
    standing: Standing | None
    faults: FaultSentences

    @property
    def options(self) -> Any:  # noqa: ANN401 - each game has its own options type
        """The house rules, for this number of players."""
        return self.desk.game.read_options(self.desk.options, self.seats)

    @property
    def names(self) -> list[str]:
        """The players' names; numbers where nobody sits."""
        return named(() if self.standing is None else self.standing.names, self.seats)

    @property
    def context(self) -> Json:
        """What is known of the manche under way before its cards; nothing where there is none."""
        return {} if self.standing is None else self.standing.current.context or {}

    @property
    def dealer(self) -> int | None:
        """Who deals: as the address says, or as it is at the table."""
        said = self.seat("dealer")
        return said if said is not None or self.standing is None else self.standing.deal.dealer

    @property
    def play(self) -> CardPlay[Any, Any]:
        """The game card by card. Raises `ImpossibleFactsError` where it is not judged so."""
        play = self.desk.game.play
        if play is None:
            raise ImpossibleFactsError("no_cards", field="plays")
        return play

    def rules(self, dealer: int | None) -> Rules:
        """The law of a manche at this table. Raises `ImpossibleFactsError` when it lacks what the law needs."""
        return self.play.rules(self.options, Table(self.seats, dealer), self.context)

    def seat(self, name: str) -> int | None:
        """The seat under this name in the address, None when it says none; what is no seat is a 404."""
        text = self.arguments.get(name)
        if text is None:
            return None
        if text not in {str(seat) for seat in range(self.seats)}:
            abort(404)
        return int(text)

    def fault(self, error: ImpossibleError, turned: int = 0) -> ToolFault:
        """What is wrong, as the entry says it; `turned` tells by how many seats those of the fault are before ours."""
        names = () if self.standing is None else self.standing.names[turned:]
        return ToolFault(self.faults(error, names), error.article)

    @property
    def action(self) -> str:
        """Where a form that asks goes: what the address says besides stands in its hidden fields."""
        return self.desk.url("tool", tool=self.tool).partition("?")[0]

    def address(self, state: Mapping[str, Any], **changes: Any) -> str:  # noqa: ANN401 - as `url_for` has it
        """The address of this tool in this state, but for the changes; what is None is left out."""
        return self.desk.url("tool", tool=self.tool, **{**self._own(), **state, **changes})

    def public_address(self, state: Mapping[str, Any]) -> str:
        """The address of the same at a table with these rules where nobody sits: anybody may open it."""
        seats = self.seats if self.seats != _sizes(self.desk.game, self.desk.options)[0] else None
        return self.desk.public_url("tool", tool=self.tool, **{"seats": seats, **state})

    def hidden(self, state: Mapping[str, Any], *but: str) -> list[tuple[str, str]]:
        """What a form that asks in this state sends besides its own fields `but`."""
        rules = {} if self.desk.partie is not None else self.desk.arguments
        whole = {**rules, **self._own(), **state}
        return [(name, str(value)) for name, value in whole.items() if value is not None and name not in but]

    def _own(self) -> dict[str, str]:
        return {"seats": str(self.seats)} if self.standing is None and self.seats != self.sizes[0] else {}


def table_of(desk: Desk, tool: str, arguments: MultiDict[str, str], faults: FaultSentences) -> ToolTable:
    """The table of a partie, or one of as many players as the address says; a number that the rules refuse is a 404."""
    if desk.partie is not None:
        standing = standing_of(desk.partie)
        return ToolTable(desk, tool, standing.seats, (standing.seats,), arguments, standing, faults)
    sizes = _sizes(desk.game, desk.options)
    said = arguments.get("seats", str(sizes[0]))
    if said not in map(str, sizes):
        abort(404)
    return ToolTable(desk, tool, int(said), sizes, arguments, None, faults)


def _sizes(game: AnyGame, options: Json) -> tuple[int, ...]:
    """The numbers of players that these options suit, that of the first ready-made table before the others."""
    usual = game.presets[0].seats
    return tuple(
        size
        for size in sorted(game.table_sizes, key=lambda size: (size not in usual, size))
        if _suit(game, options, size)
    )


def _suit(game: AnyGame, options: Json, size: int) -> bool:
    try:
        game.read_options(options, size)
    except ImpossibleError:
        return False
    return True
