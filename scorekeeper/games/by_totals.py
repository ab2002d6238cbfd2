"""A partie of which only the points are known, by side and manche: an old paper score, a game that is not installed.

Lists show it under its game. Its points are added up, and it ended with its last manche.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.games.contract import POINTS_LIMIT, AnyGame, Deal, Ending, Game, Line, MancheFacts, Sheet, add_up
from scorekeeper.games.shape import Json, read_object, read_wholes

WHY = "paper"  # the key in databases and files
_ARTICLE = "T-1"


def by_totals(game: AnyGame) -> AnyGame:
    """Return the game with points in place of its facts, and without house rules, which were not recorded."""

    def read_facts(options: Any, seats: int, json: Json) -> tuple[int, ...]:  # noqa: ANN401 - each game has its own options type
        points = read_object(json, (WHY,)).get(WHY)
        return read_wholes(points, 1 + max(game.sides(options, seats)), -POINTS_LIMIT, POINTS_LIMIT, WHY)

    def score(options: Any, seats: int, manches: Sequence[MancheFacts[tuple[int, ...]]]) -> Sheet:  # noqa: ANN401 - likewise
        sides = 1 + max(game.sides(options, seats))
        rows = [[Line(side, WHY, count, _ARTICLE) for side, count in enumerate(manche.facts)] for manche in manches]
        sheet = Sheet(sides, add_up(sides, rows))
        best = (min if game.lowest_leads else max)(sheet.totals)
        winners = tuple(side for side, total in enumerate(sheet.totals) if total == best)
        return replace(sheet, ending=Ending(WHY, _ARTICLE, winners, len(rows))) if rows else sheet

    plain = replace(game, options=(), presets=(), begin=None, play=None, deal=_deal)
    return replace(plain, read_facts=read_facts, write_facts=lambda points: {WHY: list(points)}, score=score)


def uninstalled_game(slug: str, sides: tuple[int, ...], *, lowest_leads: bool) -> AnyGame:
    """Return a game that is not installed, by totals, for a partie with these sides by seat."""
    return by_totals(
        Game(
            *(slug, "", (), (), frozenset({len(sides)}), lowest_leads),
            read_options=lambda _json, _seats: None,
            write_options=lambda _options: {},
            sides=lambda _options, _seats: sides,
            read_facts=lambda _options, _seats, _json: None,
            write_facts=lambda _facts: {},
            score=lambda _options, _seats, _manches: Sheet(len(sides), ()),
            deal=_deal,
        )
    )


def _deal(_options: object, seats: int, first: int, manches: Sequence[object]) -> Deal:
    return Deal((first + len(manches)) % seats)
