"""Parties that hypothesis draws for the properties of a game: a table has the number of seats and the house rules."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from scorekeeper.games.contract import AnyGame, MancheFacts, Sheet
from scorekeeper.games.manche_json import read_manche, write_manche
from scorekeeper.games.shape import ImpossibleFactsError

Table = tuple[int, dict[str, Any]]
Facts = dict[str, Any]


def parties_of(
    tables: st.SearchStrategy[Table], manches: Callable[[Table], st.SearchStrategy[Facts]], least: int = 0
) -> st.SearchStrategy[tuple[Table, list[Facts]]]:
    """Return a strategy of parties of up to eight manches."""
    return tables.flatmap(lambda table: st.tuples(st.just(table), st.lists(manches(table), min_size=least, max_size=8)))


def read(game: AnyGame, table: Table, facts: list[Facts]) -> tuple[Any, list[MancheFacts[Any]]]:
    """Return the options and the manches."""
    seats, chosen = table
    options = game.read_options(chosen, seats)
    return options, [read_manche(game, options, seats, one) for one in facts]


def score(game: AnyGame, table: Table, facts: list[Facts]) -> Sheet:
    options, manches = read(game, table, facts)
    return game.score(options, table[0], manches)


def through_json(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    return json.loads(json.dumps(value))


def only_impossible_facts(game: AnyGame, table: Table, facts: Any) -> None:  # noqa: ANN401 - any JSON value
    """The facts are refused as impossible, or they can be written, read back and scored."""
    try:
        options, (manche,) = read(game, table, [facts])
    except ImpossibleFactsError:
        return
    assert read_manche(game, options, table[0], through_json(write_manche(game, manche))) == manche
    game.score(options, table[0], [manche])
