"""Parties by totals: points by side, the lower or the higher total wins, and nothing else is known."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.games import GAMES, game_by_totals
from scorekeeper.games.contract import Deal, Ending, Table
from scorekeeper.games.manche_json import read_manche, write_manche
from scorekeeper.games.shape import ImpossibleFactsError


def sheet_of(slug: str, seats: int, *points: list[int]) -> tuple[list[tuple[int, ...]], Ending | None]:
    """The running totals, and the end."""
    game = game_by_totals(slug)
    rules = game.read_options({}, seats)
    manches = [read_manche(game, rules, seats, {"paper": row}) for row in points]
    sheet = game.score(rules, seats, manches)
    return [row.totals for row in sheet.manches], sheet.ending


@pytest.mark.parametrize(
    ("slug", "seats", "points", "totals", "winners"),
    [
        ("hearts", 3, [[5, 4, 17], [26, 26, 0]], [(5, 4, 17), (31, 30, 17)], (2,)),
        ("hearts", 3, [[5, 4, 17], [8, 9, 9]], [(5, 4, 17), (13, 13, 26)], (0, 1)),
        ("spades", 4, [[71, -60], [-90, 40]], [(71, -60), (-19, -20)], (0,)),
        ("piquet", 2, [[28, 60]], [(28, 60)], (1,)),
    ],
)
def test_the_totals_say_who_won(
    slug: str, seats: int, points: list[list[int]], totals: list[tuple[int, ...]], winners: tuple[int, ...]
) -> None:
    rows, ending = sheet_of(slug, seats, *points)
    assert rows == totals
    assert ending is not None
    assert (ending.why, ending.winners, ending.after) == ("paper", winners, len(points))


def test_a_sheet_without_a_row_has_no_end() -> None:
    assert sheet_of("hearts", 4) == ([], None)


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"paper": [1, 2]},
        {"paper": [1, 2, "3"]},
        {"paper": [1, 2, 10_001]},
        {"paper": [True, 2, 3]},
        {"paper": {"0": 1}},
        {"taken": {"H": [5, 4, 4], "QS": [0, 0, 1]}},
        {"paper": [1, 2, 3], "leader": 0, "plays": ["2C"]},
    ],
)
def test_anything_but_points_is_refused(facts: dict[str, Any]) -> None:
    game = game_by_totals("hearts")
    with pytest.raises(ImpossibleFactsError):
        read_manche(game, game.read_options({}, 3), 3, facts)


def test_the_facts_are_written_as_they_were_read_and_the_deal_goes_round() -> None:
    game = game_by_totals("hearts")
    rules = game.read_options({}, 3)
    manche = read_manche(game, rules, 3, {"paper": [5, 4, 17]})
    assert write_manche(game, manche) == {"paper": [5, 4, 17]}
    assert game.deal(rules, Table(3, 2), [manche, manche]) == Deal(1)


def test_a_game_by_totals_differs_in_house_rules_and_cards() -> None:
    game = game_by_totals("hearts")
    assert (game.slug, game.lowest_leads, game.table_sizes) == ("hearts", True, GAMES["hearts"].table_sizes)
    assert (game.options, game.presets, game.play, game.check_context) == ((), (), None, None)
    assert game_by_totals("hearts") is game
