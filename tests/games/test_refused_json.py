"""JSON that is no facts and no house rules: a line of `no_facts.jsonl` and `no_options.jsonl` of each game."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.cases import DATA

from scorekeeper.games import GAMES
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import ImpossibleFactsError, ImpossibleOptionsError

SEATS = 4


def deep() -> list[Any]:
    """A list too deep to be shown."""
    nested: list[Any] = []
    for _ in range(5_000):
        nested = [nested]
    return nested


def with_depth(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Return the value with a deep list in place of each "DEEP"."""
    if isinstance(value, list):
        return [with_depth(part) for part in value]
    if isinstance(value, dict):
        return {name: with_depth(part) for name, part in value.items()}
    return deep() if value == "DEEP" else value


def every_line(name: str) -> pytest.MarkDecorator:
    files = {slug: (DATA / slug / f"{name}.jsonl").read_text(encoding="utf-8") for slug in ("hearts", "spades")}
    lines = [(slug, line) for slug, text in files.items() for line in text.splitlines()]
    return pytest.mark.parametrize(("slug", "line"), lines, ids=[f"{slug} {line[:90]}" for slug, line in lines])


@every_line("no_facts")
def test_invalid_json_values_are_refused_as_impossible_facts(slug: str, line: str) -> None:
    game = GAMES[slug]
    with pytest.raises(ImpossibleFactsError):
        read_manche(game, game.read_options({}, SEATS), SEATS, with_depth(json.loads(line)))


@every_line("no_options")
def test_a_value_that_an_option_does_not_have_is_refused_under_its_name(slug: str, line: str) -> None:
    chosen = with_depth(json.loads(line))
    with pytest.raises(ImpossibleOptionsError) as refusal:
        GAMES[slug].read_options(chosen, SEATS)
    if isinstance(chosen, dict):
        assert refusal.value.field == next(iter(chosen))


@pytest.mark.parametrize("slug", ["hearts", "spades"])
def test_a_long_name_is_refused(slug: str) -> None:
    with pytest.raises(ImpossibleOptionsError):
        GAMES[slug].read_options({"x" * 10_000: 0}, SEATS)
