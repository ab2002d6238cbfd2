"""A blank score sheet: a game, a table, its house rules, and lines to fill in by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.games.contract import AnyGame
from scorekeeper.record.names import PLAYER_LENGTH
from scorekeeper.web.games import PAGES
from scorekeeper.web.games.rules_in_force import HouseRule, RulesInForce
from scorekeeper.web.transfer.print import density

FEWEST, MOST = 4, 44


@dataclass(frozen=True, slots=True)
class BlankSheet:
    """A blank sheet: the names over its sides (empty to be filled in), the columns of each side, its lines.

    `beside` is printed at the start of each line, empty if the game prints nothing there.
    """

    in_force: RulesInForce
    sides: tuple[str, ...]
    columns: tuple[str, ...]
    lines: int
    beside: tuple[str, ...]

    @property
    def density(self) -> int:
        """The class of the height of its lines."""
        return density(self.lines)

    @property
    def house_rules(self) -> list[HouseRule]:
        """The table's house rules, the unusual ones first."""
        return sorted(self.in_force.house_rules(), key=lambda rule: rule.is_default)


def blank_sheet(game: AnyGame, options: Mapping[str, Any], seats: int, names: Sequence[str], lines: int) -> BlankSheet:
    """Return the sheet of a table; `names` are its known players in seating order.

    Raises `ImpossibleOptionsError` for rules that this table cannot play.
    """
    parsed = game.read_options(options, seats)
    side_of = game.sides(parsed, seats)
    known = [*names, *[""] * seats][:seats]
    members = [
        [name for seat, name in enumerate(known) if side_of[seat] == side and name] for side in range(1 + max(side_of))
    ]
    blank = PAGES[game.slug].blank
    beside = tuple(blank.line_text(seats, index) if blank.line_text is not None else "" for index in range(lines))
    return BlankSheet(
        RulesInForce(game, game.write_options(parsed)),
        tuple(" & ".join(side) for side in members),
        tuple(map(str, blank.names)),
        lines,
        beside,
    )


def requested_lines(text: str | None, game: AnyGame) -> int:
    """Return the requested number of lines within the limits, or the usual number of the game."""
    usual = PAGES[game.slug].blank.lines
    if text is None or not (text.isascii() and text.isdigit() and len(text) <= 3):  # noqa: PLR2004 - int() of a long text is slow
        return usual
    return min(MOST, max(FEWEST, int(text)))


def requested_names(typed: Sequence[str], seats: int) -> list[str]:
    """Return the typed names, without unprintable characters and cut to the longest that a carnet accepts."""
    shown = (" ".join("".join(letter for letter in name if letter.isprintable()).split()) for name in typed)
    return [name[:PLAYER_LENGTH] for name in shown][:seats]
