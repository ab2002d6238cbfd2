"""A blank score sheet to fill in by hand: the names of the players, the house rules, and empty lines.

A *seat* is the index of a player at the table, a *side* a player or a team. The *options* of a game are its house
rules. A *manche*, one deal, has a line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import request

from scorekeeper.games.contract import AnyGame
from scorekeeper.record.names import PLAYER_LENGTH
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.games import PAGES
from scorekeeper.web.games.rules_in_force import HouseRule, RulesInForce

FEWEST_LINES = 4
MOST_LINES = 44


@dataclass(frozen=True, slots=True)
class BlankSheet:
    """A blank sheet of a table."""

    # The game and its house rules, with their texts.
    in_force: RulesInForce

    # The names of the sides, empty to be filled in.
    sides: tuple[str, ...]

    # The names of the columns of each side, « Points » and « Total » in most games.
    columns: tuple[str, ...]

    # The number of lines.
    lines: int

    # The text at the start of each line, empty if the game prints none.
    line_labels: tuple[str, ...]

    @property
    def house_rules(self) -> list[HouseRule]:
        """The table's house rules, the unusual ones first: False sorts before True."""
        return sorted(self.in_force.house_rules(), key=lambda rule: rule.is_default)


def blank_sheet(game: AnyGame, options: Mapping[str, Any], seats: int, names: Sequence[str], lines: int) -> BlankSheet:
    """Return the sheet of a table; `names` are those of its first seats.

    Raises `ImpossibleOptionsError` for rules that this table cannot play.
    """
    # `parsed` are the rules in the type of the game; `side_of` has the index of the side of each seat.
    parsed = game.read_options(options, seats)
    side_of = game.sides(parsed, seats)
    # The names of the players of each side.
    members: list[list[str]] = [[] for _side in range(1 + max(side_of))]
    # There may be fewer names than seats.
    for name, side in zip(names, side_of, strict=False):
        if name:
            members[side].append(name)
    # `blank` says what the sheet of this game has: the names of its columns and, in some games, a text at the start of
    # each line.
    blank = PAGES[game.slug].blank
    labels = ("",) * lines
    if blank.line_text is not None:
        labels = tuple(blank.line_text(parsed, seats, index) for index in range(lines))
    return BlankSheet(
        in_force=RulesInForce(game, game.write_options(parsed)),
        sides=tuple(" & ".join(side_names) for side_names in members),
        columns=tuple(map(str, blank.names)),
        lines=lines,
        line_labels=labels,
    )


def requested_lines(game: AnyGame) -> int:
    """Return the number of lines in the address, within the limits; without a number, the usual one of the game."""
    lines = whole_number(request.args.get("lines"))
    if lines is None:
        return PAGES[game.slug].blank.lines
    return min(MOST_LINES, max(FEWEST_LINES, lines))


def requested_names(typed: Sequence[str], seats: int) -> list[str]:
    """Return the typed names, without unprintable characters, and cut to the length that a carnet accepts."""
    printable = ["".join(letter for letter in name if letter.isprintable()) for name in typed[:seats]]
    # Several spaces are written as one.
    return [" ".join(name.split())[:PLAYER_LENGTH] for name in printable]
