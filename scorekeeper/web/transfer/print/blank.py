"""A blank score sheet to fill in by hand: the names of the players of a partie, the house rules, and empty lines.

A *seat* is the index of a player at the table, a *side* a player or a team. The *options* of a game are its house
rules. A *manche*, one deal, has a line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.games.contract import AnyGame
from scorekeeper.web.games import PAGES
from scorekeeper.web.games.rules_in_force import HouseRule, RulesInForce


@dataclass(frozen=True, slots=True)
class BlankSheet:
    """A blank sheet of a table."""

    # The game and its house rules, with their texts.
    in_force: RulesInForce

    # The names of the sides, empty to be filled in.
    sides: tuple[str, ...]

    # The names of the columns of each side, « Points » and « Total » in most games.
    columns: tuple[str, ...]

    # The text at the start of each line, empty if the game prints none.
    line_labels: tuple[str, ...]

    @property
    def house_rules(self) -> list[HouseRule]:
        """The table's house rules, the unusual ones first: False sorts before True."""
        return sorted(self.in_force.house_rules(), key=lambda rule: rule.is_default)


def blank_sheet(game: AnyGame, options: Mapping[str, Any], seats: int, names: Sequence[str] = ()) -> BlankSheet:
    """Return the sheet of a table; `names` are those of its players, if they are known.

    Raises `ImpossibleOptionsError` for rules that this table cannot play.
    """
    # `parsed` are the rules in the type of the game; `side_of` has the index of the side of each seat.
    parsed = game.read_options(options, seats)
    side_of = game.sides(parsed, seats)
    # The names of the players of each side.
    members: list[list[str]] = [[] for _side in range(1 + max(side_of))]
    # Without names, the sides are empty.
    for name, side in zip(names, side_of, strict=False):
        members[side].append(name)
    # `blank` says what the sheet of this game has: the names of its columns and, in some games, a text at the start of
    # each line.
    blank = PAGES[game.slug].blank
    labels = ("",) * blank.lines
    if blank.line_text is not None:
        labels = tuple(blank.line_text(parsed, seats, index) for index in range(blank.lines))
    return BlankSheet(
        in_force=RulesInForce(game, game.write_options(parsed)),
        sides=tuple(" & ".join(side_names) for side_names in members),
        columns=tuple(map(str, blank.names)),
        line_labels=labels,
    )
