"""The parts of the schemas and of docs/formats.md that follow from the options of each game."""

from __future__ import annotations

import json
from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame, Option, plain_value
from scorekeeper.games.hearts.options import JASS_QUEEN

SLUGS = ("hearts", "spades", "piquet")
# The queen is worth 5 with 36 cards, and no other value is accepted there (DP-3).
_ELSEWHERE = {("hearts", "queen_points"): [JASS_QUEEN]}


def plain_values(game: AnyGame, option: Option) -> list[Any]:
    """Return the values of an option as JSON, the default first."""
    return [*(plain_value(value) for value in option.values), *_ELSEWHERE.get((game.slug, option.name), [])]


def options_schema(game: AnyGame) -> dict[str, Any]:
    """Return the schema of the options of a game."""
    properties = {option.name: _option_schema(game, option) for option in game.options}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _option_schema(game: AnyGame, option: Option) -> dict[str, Any]:
    values = plain_values(game, option)
    described = {"description": option.article, "default": values[0]}
    if option.lowest is None:
        return {**described, "enum": values}
    kinds = ["integer", "null"] if None in values else "integer"
    return {**described, "type": kinds, "minimum": option.lowest, "maximum": option.highest, "examples": values}


def option_rows(slug: str) -> list[str]:
    """Return the rows of a table of options in Markdown."""
    return [_row(GAMES[slug], option) for option in GAMES[slug].options]


def _row(game: AnyGame, option: Option) -> str:
    default, *others = (f"`{json.dumps(value)}`" for value in plain_values(game, option))
    if option.lowest is not None:
        others = [*(one for one in others if one == "`null`"), f"`{option.lowest}` to `{option.highest}`"]
    return f"| `{option.name}` | {default} | {', '.join(others)} | {option.article} |"
