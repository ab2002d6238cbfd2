"""Every game shows a face: what a new one still lacks on the page is named here."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask_babel import Babel
from support.contexts import contexts_of

from scorekeeper import settings
from scorekeeper.cards.cards import Suit
from scorekeeper.cards.legality import Rules, Turn
from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame, Line, Table
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import ImpossibleOptionsError
from scorekeeper.web.games import PAGES

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)


def json_value(value: Any) -> Any:  # noqa: ANN401 - an option's value is whatever its type says
    return getattr(value, "value", value)


def samples(game: AnyGame) -> list[tuple[Any, int, dict[str, Any]]]:
    """Some facts for each preset, each with its options and table."""
    chance = random.Random(3)
    found = []
    for preset in game.presets:
        for seats in sorted(preset.seats):
            options = game.read_options(preset.options, seats)
            sides = max(game.sides(options, seats)) + 1
            sheet, deal = SimpleNamespace(sides=sides), game.deal(options, seats, 0, ())
            standing: Any = SimpleNamespace(seats=seats, options=options, sheet=sheet, deal=deal)
            found += [(options, seats, dict(PAGES[game.slug].sample(standing, chance))) for _ in range(5)]
    return found


def test_the_two_registries_name_the_same_games() -> None:
    assert set(PAGES) == set(GAMES)


def house_rules(game: AnyGame) -> Iterator[tuple[Any, int]]:
    """Every preset at each of its tables, as it is and with one more option changed, where that can be played."""
    changes = [{option.name: value} for option in game.options for value in map(json_value, option.values)]
    for preset, change in product(game.presets, [{}, *changes]):
        for seats in sorted(preset.seats):
            with suppress(ImpossibleOptionsError):
                yield game.read_options({**preset.options, **change}, seats), seats


@every_game
def test_every_preset_has_a_name_and_a_line_of_its_own(game: AnyGame) -> None:
    slugs = [preset.slug for preset in game.presets]
    for words in (PAGES[game.slug].words.PRESETS, PAGES[game.slug].words.PRESET_LINES):
        assert list(words) == slugs
        assert len({str(said) for said in words.values()} - {""}) == len(slugs)


@every_game
def test_every_option_has_a_label_and_a_line_of_its_own(game: AnyGame) -> None:
    words = PAGES[game.slug].words.OPTIONS
    assert list(words) == [option.name for option in game.options]
    for place in (0, 1):
        assert len({str(said[place]) for said in words.values()} - {""}) == len(game.options)


@every_game
def test_every_value_that_a_table_may_choose_has_words_of_its_own(game: AnyGame) -> None:
    tables = [options for options, _ in house_rules(game)]
    for option in game.options:
        words = PAGES[game.slug].words.VALUES[option.name]
        assert set(words) == {json_value(getattr(options, option.name)) for options in tables}, option.name
        assert len({str(said) for said in words.values()} - {""}) == len(words), option.name


def turns(rules: Rules) -> Iterator[Turn]:
    """Every sort of turn that a law tells apart: whose, first trick or later, what was led, nothing fallen or all."""
    for seat, number, led in product(range(rules.seats), (0, 1), (None, *Suit)):
        for fallen in (0, rules.pack.all) if number else (0,):
            trick = () if led is None else rules.pack.cards(rules.pack.suits[led])[:1]
            yield Turn(seat, number, led, trick, fallen)


@every_game
def test_every_article_by_which_a_card_may_be_forbidden_says_why(game: AnyGame) -> None:
    """A card is forbidden that asks something of the hand or of others', or can never be right; and nothing else is."""
    assert game.play is not None
    cited = set()
    for options, seats in house_rules(game):
        laws = [game.play.rules(options, Table(seats, 0), context) for context in contexts_of(game)]
        rules = [rule for law in laws for turn in turns(law) for rule in law.at(turn)]
        cited |= {rule.articles[0] for rule in rules if rule.only is not None or rule.absent or not rule.legal}
    assert cited == set(PAGES[game.slug].words.FORBIDDEN)


@every_game
def test_every_game_has_the_template_of_its_facts(game: AnyGame) -> None:
    assert (settings.folder("templates") / "games" / game.slug / "_facts.html").is_file()


@every_game
def test_sample_facts_can_be_read_and_every_line_of_theirs_said(game: AnyGame) -> None:
    lines: list[Line] = []
    for options, seats, facts in samples(game):
        manche = read_manche(game, options, seats, facts)
        lines += game.score(options, seats, [manche]).manches[0].lines
        assert game.deal(options, seats, 0, [manche]).dealer in range(1, seats)
    app = Flask(__name__)
    Babel(app, default_locale="fr")
    with app.test_request_context():
        assert all(PAGES[game.slug].words.why(line).strip() for line in lines)
    assert lines
