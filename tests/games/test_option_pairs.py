"""Every pair of house rules that a table can choose is read, scored and printed: all combinations would be too many."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask_babel import Babel
from support.deals import for_every

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame, Table, plain_value
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.rulebook import read_articles
from scorekeeper.games.shape import ImpossibleOptionsError
from scorekeeper.web.games import PAGES
from scorekeeper.web.transfer.print.blank import blank_sheet

pytestmark = pytest.mark.game("every")

TABLE_WIDE = "scorekeeper.cards"
Chosen = tuple[AnyGame, int, dict[str, Any]]


def allowed_pairs(game: AnyGame) -> Iterator[Chosen]:
    """Yield each pair of values of two options with each number of seats that can choose it."""
    values = [(option.name, plain_value(value)) for option in game.options for value in option.values]
    usual = {seats: preset.options for preset in reversed(game.presets) for seats in preset.seats}
    for one, other in combinations(values, 2):
        for seats in sorted(game.table_sizes):
            chosen = {**usual[seats], **dict((one, other))}
            if one[0] != other[0] and is_allowed(game, chosen, seats):
                yield game, seats, chosen


def is_allowed(game: AnyGame, chosen: dict[str, Any], seats: int) -> bool:
    try:
        game.read_options(chosen, seats)
    except ImpossibleOptionsError:
        return False
    return True


def check(one: Chosen) -> None:
    game, seats, chosen = one
    options = game.read_options(chosen, seats)
    written = game.write_options(options)
    assert {name: written[name] for name in chosen} == chosen
    assert game.read_options(written, seats) == options
    sides = max(game.sides(options, seats)) + 1
    deal = game.deal(options, Table(seats, 0), ())
    table: Any = SimpleNamespace(seats=seats, options=options, sheet=SimpleNamespace(sides=sides), deal=deal)
    manche = read_manche(game, options, seats, PAGES[game.slug].sample(table, random.Random(str(chosen))))
    sheet = game.score(options, seats, [manche])
    assert sheet.sides == len(sheet.totals) == sides
    for line in sheet.manches[0].lines:
        text = PAGES[game.slug].text.why(line)
        assert text.strip()
        assert "%(" not in text
        assert 0 <= line.side < sides
        assert line.article in {**read_articles(game.package), **read_articles(TABLE_WIDE)}
    printed = blank_sheet(game, chosen, seats)
    assert len(printed.sides) == sides
    assert all(rule.value.strip() for rule in printed.house_rules)


@pytest.mark.sweep("several thousand pairs")
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_pair_that_is_allowed_is_read_scored_and_printed(game: AnyGame) -> None:
    app = Flask(__name__)
    Babel(app, default_locale="fr")
    with app.test_request_context():
        for_every({f"{seats} {chosen}": (game, seats, chosen) for game, seats, chosen in allowed_pairs(game)})(check)()
