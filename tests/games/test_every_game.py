"""The requirements of every registered game; a failure names what is missing."""

from __future__ import annotations

import json
from dataclasses import astuple
from importlib.resources import files
from typing import Any

import pytest
from support.contexts import contexts_of

from scorekeeper import games
from scorekeeper.games.contract import AnyGame, Preset, Table, plain_value
from scorekeeper.games.rulebook import (
    LANGUAGES,
    MOMENTS,
    read_articles,
    read_book,
    read_disputed_cases,
    read_house_rules,
    read_phrasings,
    value_name,
)
from scorekeeper.games.shape import ImpossibleOptionsError

pytestmark = pytest.mark.game("every")

TABLE_WIDE = "scorekeeper.cards"
every_game = pytest.mark.parametrize("game", games.GAMES.values(), ids=lambda game: game.slug)


def tables(game: AnyGame) -> list[tuple[Preset, int]]:
    return [(preset, seats) for preset in game.presets for seats in sorted(preset.seats)]


def option_values(game: AnyGame) -> list[tuple[str, object]]:
    values = [(option.name, value) for option in game.options for value in option.values]
    bounds = [(option.name, b) for option in game.options for b in (option.lowest, option.highest) if b is not None]
    return values + bounds


def tables_that_allow(game: AnyGame, chosen: dict[str, Any]) -> list[tuple[Any, int]]:
    found = []
    for preset, seats in tables(game):
        try:
            found.append((game.read_options({**preset.options, **chosen}, seats), seats))
        except ImpossibleOptionsError:
            continue
    return found


def test_each_game_is_registered_by_its_slug() -> None:
    assert {game.slug: game for game in games.GAMES.values()} == games.GAMES


def test_a_slug_can_be_registered_once() -> None:
    known = next(iter(games.GAMES.values()))
    with pytest.raises(ValueError, match=known.slug):
        games.register(known)
    assert games.GAMES[known.slug] is known


@every_game
def test_a_game_has_a_rulebook_folder(game: AnyGame) -> None:
    lacking = [
        name
        for name in ("articles.toml", "sources.toml", "options.toml", "phrasings.toml", "quarrels.toml", "book.toml")
        if not (files(game.package) / "rulebook" / name).is_file()
    ]
    assert lacking == []
    assert read_articles(game.package)


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_house_rules_of_a_game_are_in_its_rulebook(game: AnyGame, language: str) -> None:
    """The texts of presets and options are complete, in order and all different, as are those of usual values."""
    rules = read_house_rules(game.package)[language]
    assert list(rules.presets) == [preset.slug for preset in game.presets]
    assert list(rules.options) == [option.name for option in game.options]
    for texts in (rules.presets.values(), rules.options.values()):
        for part in (0, 1):
            assert len({astuple(text)[part] for text in texts}) == len(texts)
    for option in game.options:
        usual, known = {value_name(plain_value(value)) for value in option.values}, rules.options[option.name].values
        assert (usual - set(known), len(set(known.values()))) == (set(), len(known)), option.name


@every_game
def test_every_article_has_different_phrasings(game: AnyGame) -> None:
    """At least four phrasings by language, none of which belongs to two articles of the game."""
    phrasings = read_phrasings(game.package)
    assert list(phrasings) == list(read_articles(game.package))
    for language in LANGUAGES:
        phrases = [phrase.casefold() for by in phrasings.values() for phrase in by[language]]
        assert min(len(by[language]) for by in phrasings.values()) >= 4
        assert sorted({phrase for phrase in phrases if phrases.count(phrase) > 1}) == []


def test_every_shared_article_has_phrasings() -> None:
    assert list(read_phrasings(TABLE_WIDE)) == list(read_articles(TABLE_WIDE))


@every_game
def test_the_disputed_cases_of_a_game_cite_its_articles_and_options(game: AnyGame) -> None:
    quarrels = read_disputed_cases(game.package, TABLE_WIDE)
    assert quarrels
    names = {option.name for option in game.options}
    articles = read_articles(game.package) | read_articles(TABLE_WIDE)
    for key, quarrel in quarrels.items():
        assert quarrel.article in articles, key
        assert quarrel.moment in MOMENTS, key
        assert {quarrel.option, *quarrel.needs, *quarrel.aside} - {None} <= names, key


@every_game
def test_each_article_of_a_game_is_in_one_chapter_of_its_book(game: AnyGame) -> None:
    chapters = read_book(game.package)
    listed = [number for chapter in chapters for number in chapter.articles]
    assert sorted(listed) == sorted(read_articles(game.package))
    assert len({chapter.key for chapter in chapters}) == len(chapters)


@every_game
def test_the_options_of_a_game_are_named_once_and_have_values(game: AnyGame) -> None:
    names = [option.name for option in game.options]
    assert len(set(names)) == len(names)
    assert [option.name for option in game.options if len(set(option.values)) < 2] == []


@every_game
def test_the_article_of_every_option_is_in_the_rulebook(game: AnyGame) -> None:
    known = read_articles(game.package) | read_articles(TABLE_WIDE)
    assert [(option.name, option.article) for option in game.options if option.article not in known] == []


@every_game
def test_every_option_is_explained_by_some_article_and_no_article_names_another(game: AnyGame) -> None:
    own, shared = (
        {name for article in read_articles(package).values() for name in article.options}
        for package in (game.package, TABLE_WIDE)
    )
    names = {option.name for option in game.options}
    assert own | (shared & names) == names


def test_an_article_of_any_table_names_only_options_that_some_game_has() -> None:
    known = {option.name for game in games.GAMES.values() for option in game.options}
    assert {name for article in read_articles(TABLE_WIDE).values() for name in article.options} <= known


@every_game
def test_every_preset_sits_at_a_table_of_the_game_and_every_table_size_has_a_preset(game: AnyGame) -> None:
    assert frozenset[int]().union(*(preset.seats for preset in game.presets)) == game.table_sizes
    assert [preset.slug for preset in game.presets if not preset.seats] == []


@every_game
def test_presets_are_named_once(game: AnyGame) -> None:
    slugs = [preset.slug for preset in game.presets]
    assert len(set(slugs)) == len(slugs)


@every_game
def test_every_preset_is_read_at_each_of_its_tables_and_survives_json(game: AnyGame) -> None:
    names = {option.name for option in game.options}
    for preset, seats in tables(game):
        options = game.read_options(preset.options, seats)
        written = game.write_options(options)
        assert set(written) == names, preset.slug
        assert {name: written[name] for name in preset.options} == dict(preset.options), preset.slug
        assert game.read_options(json.loads(json.dumps(written)), seats) == options, preset.slug


@every_game
def test_every_value_of_every_option_is_allowed_at_some_table_and_survives_json(game: AnyGame) -> None:
    for name, value in option_values(game):
        allowed = tables_that_allow(game, {name: value})
        assert allowed, f"no table can choose {name} = {value!r}"
        for options, seats in allowed:
            written = json.loads(json.dumps(game.write_options(options)))
            assert written[name] == value
            assert game.read_options(written, seats) == options


@every_game
def test_a_game_has_rules_of_play_for_each_of_its_tables(game: AnyGame) -> None:
    assert game.play is not None
    for preset, seats in tables(game):
        for context in contexts_of(game):
            rules = game.play.rules(game.read_options(preset.options, seats), Table(seats, 0), context)
            assert (rules.seats, rules.seats * rules.hand_size <= rules.pack.size) == (seats, True), preset.slug


@every_game
def test_a_table_size_the_game_does_not_know_is_refused(game: AnyGame) -> None:
    for seats in set(range(-1, 12)) - game.table_sizes:
        with pytest.raises(ImpossibleOptionsError):
            game.read_options({}, seats)


@every_game
def test_an_unknown_option_is_refused_by_its_name(game: AnyGame) -> None:
    preset, seats = tables(game)[0]
    with pytest.raises(ImpossibleOptionsError) as refusal:
        game.read_options({**preset.options, "no such rule": 1}, seats)
    assert refusal.value.field == "no such rule"


@every_game
def test_sides_are_numbered_from_zero_and_equally_manned(game: AnyGame) -> None:
    for preset, seats in tables(game):
        sides = game.sides(game.read_options(preset.options, seats), seats)
        assert len(sides) == seats, preset.slug
        assert sorted(set(sides)) == list(range(max(sides) + 1)), preset.slug
        assert len({sides.count(side) for side in sides}) == 1, preset.slug
        assert len(set(sides)) > 1, preset.slug


@every_game
def test_each_deal_has_a_dealer_at_the_table(game: AnyGame) -> None:
    for preset, seats in tables(game):
        options = game.read_options(preset.options, seats)
        for first_dealer in range(seats):
            assert game.deal(options, Table(seats, first_dealer), ()).dealer in range(seats), preset.slug


@every_game
def test_the_first_manche_is_dealt_by_the_first_dealer(game: AnyGame) -> None:
    for preset, seats in tables(game):
        options = game.read_options(preset.options, seats)
        assert [game.deal(options, Table(seats, first), ()).dealer for first in range(seats)] == list(range(seats)), (
            preset.slug
        )


@every_game
def test_before_the_first_manche_everyone_has_zero_and_nothing_has_ended(game: AnyGame) -> None:
    for preset, seats in tables(game):
        options = game.read_options(preset.options, seats)
        sheet = game.score(options, seats, [])
        sides = max(game.sides(options, seats)) + 1
        assert (sheet.manches, sheet.ending, sheet.sides, sheet.totals) == ((), None, sides, (0,) * sides), preset.slug
