"""Every game has complete pages: a failure names what a new game lacks."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from flask_babel import lazy_gettext
from record.evening import Evening
from support import source
from support.contexts import contexts_of
from web import refusals, template_variables

from scorekeeper.cards.cards import Suit
from scorekeeper.cards.legality import Rules, Turn
from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame, Line, Table
from scorekeeper.games.rulebook import LANGUAGES, read_articles, read_house_rules, value_name
from scorekeeper.games.shape import ImpossibleOptionsError
from scorekeeper.record.database import writing
from scorekeeper.record.partie.open_partie import open_partie
from scorekeeper.record.partie.scored_partie import ScoredPartie, score_partie
from scorekeeper.web.games import PAGES, register
from scorekeeper.web.table.ended import ended_partie
from scorekeeper.web.template_loader import create_loader
from scorekeeper.web.text.errors import SHARED_SENTENCES, ErrorSentences
from scorekeeper.web.text.sentences import Filler, IfDetail, Plural

if TYPE_CHECKING:
    from pathlib import Path

    from jinja2 import Environment

pytestmark = [pytest.mark.game("every"), pytest.mark.usefixtures("french")]

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
JUDGED = [game for game in GAMES.values() if game.play is not None]
# The templates of a game that use the form of a manche.
AROUND_THE_FORM = re.compile(r"parties/_(facts|extras|entry)\.html")


def json_value(value: Any) -> Any:  # noqa: ANN401 - an option's value is whatever its type says
    return getattr(value, "value", value)


def house_rules(game: AnyGame) -> Iterator[tuple[Any, int]]:
    """Yield the options and size of every preset and table size, unchanged and with one option changed, if possible."""
    changes = [{option.name: value} for option in game.options for value in map(json_value, option.values)]
    for preset, change in product(game.presets, [{}, *changes]):
        for seats in sorted(preset.seats):
            with suppress(ImpossibleOptionsError):
                yield game.read_options({**preset.options, **change}, seats), seats


def without_words(names: Iterator[Any] | list[Any], words: Mapping[Any, Any]) -> list[Any]:
    return [name for name in names if name not in words]


def test_every_game_has_pages() -> None:
    assert set(PAGES) == set(GAMES)


def test_a_slug_has_one_entry() -> None:
    slug, pages = next(iter(PAGES.items()))
    with pytest.raises(ValueError, match=slug):
        register(slug, pages)
    assert PAGES[slug] is pages


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_of_an_option_has_a_text_and_no_other_has(game: AnyGame, language: str) -> None:
    tables = [game.write_options(options) for options, _ in house_rules(game)]
    texts = read_house_rules(game.package)[language].options
    chosen = {
        option.name: list(dict.fromkeys(value_name(options[option.name]) for options in tables))
        for option in game.options
    }
    missing = [(name, without_words(values, texts[name].values)) for name, values in chosen.items()]
    assert [(name, values) for name, values in missing if values] == []
    assert {name: set(text.values) for name, text in texts.items()} == {name: set(chosen[name]) for name in chosen}


@every_game
def test_every_error_of_its_engine_has_a_sentence(game: AnyGame) -> None:
    raised = source.keys_raised(game)
    assert {"not_a_list", "too_low", "option_value", "penalty_reason", "card_played"} <= raised
    sets = SHARED_SENTENCES, PAGES[game.slug].text.error_sentence
    assert sorted(raised - {key for one in sets for key in (*one.full_sentences, *one.after_label)}) == []


@every_game
def test_every_placeholder_of_a_refusal_is_filled_from_its_error(game: AnyGame) -> None:
    pages = PAGES[game.slug].form.__module__.rpartition(".")[0]
    raised = source.errors_raised(game, "scorekeeper.record", pages)
    assert ("too_low", frozenset({"field", "value", "lowest"})) in raised
    error_sentence = PAGES[game.slug].text.error_sentence
    missing = {(key, detail) for key, details in raised for detail in refusals.unfilled(error_sentence, key, details)}
    assert sorted(missing) == []


def test_the_missing_value_of_a_sentence_is_named() -> None:
    game = next(iter(GAMES.values()))
    short = Plural("%(num)d carte pour %(name)s", "%(num)d cartes pour %(name)s", "by")
    twice = IfDetail("seat", lazy_gettext("%(card)s deux fois"))
    rank = Filler(lambda _names, rank, suit: f"{rank}{suit}", ("rank", "suit"))
    sentences = ErrorSentences(
        game, full_sentences={"short": short, "card_twice": twice}, labels={}, fillers={"card": rank}
    )
    assert refusals.unfilled(sentences, "short", {"by"}) == ["seat"]
    assert refusals.unfilled(sentences, "short", ()) == ["by", "seat"]
    assert refusals.unfilled(sentences, "card_twice", {"seat", "suit"}) == ["rank"]
    assert refusals.unfilled(sentences, "card_twice", {"value"}) == []
    assert refusals.unfilled(sentences, "unknown_fact", ()) == ["field"]


@every_game
def test_every_line_of_its_engine_has_a_reason(game: AnyGame) -> None:
    whys = source.line_whys(game)
    assert "penalty" in whys
    assert sorted(why for why in whys if not said_why(game, Line(0, why, 5, "T-5", 5))) == []


@every_game
def test_the_marks_of_a_row_are_lines_of_its_engine(game: AnyGame) -> None:
    marks = PAGES[game.slug].marks
    assert sorted(why for why in marks if not said_why(game, Line(0, why, 5, "T-5", 5))) == []
    assert all(str(word).strip() for word in marks.values())


@every_game
def test_every_ending_of_its_engine_has_a_text(game: AnyGame) -> None:
    whys = source.ending_whys(game)
    assert whys
    assert sorted(why for why in whys if not (said_end(game, why, None) and said_end(game, why, 100))) == []


@pytest.mark.sweep("plays parties to their end")
@every_game
def test_the_highlights_of_a_partie_have_no_unfilled_placeholder(game: AnyGame, application: Flask) -> None:
    with application.test_request_context():
        over = [(scored, ended_partie(scored, PAGES[game.slug])) for scored in map(played_out, just_begun(game))]
    for scored, ended in over:
        assert ended is not None
        assert ended.victory
        assert [one for one in ended.sentences if not one.endswith((".", "!")) or "%(" in one] == []
        assert len(ended.chart.lines) == scored.sheet.sides


def played_out(scored: ScoredPartie) -> ScoredPartie:
    """Return the partie after random manches up to its end."""
    chance = random.Random(7)
    while scored.ending is None:
        with writing(), open_partie(scored.partie, None, None) as opened:
            opened.record(PAGES[scored.game.slug].sample(scored, chance), "")
        scored = score_partie(scored.partie)
    return scored


def said_why(game: AnyGame, line: Line) -> str:
    with suppress(KeyError):
        return PAGES[game.slug].text.why(line).strip()
    return ""


def said_end(game: AnyGame, why: str, limit: int | None) -> str:
    with suppress(KeyError):
        return PAGES[game.slug].text.ending(why, limit).strip()
    return ""


def turns(rules: Rules) -> Iterator[Turn]:
    """Yield every kind of turn that a law distinguishes: seat, first or later trick, lead, no or all cards played."""
    for seat, number, led in product(range(rules.seats), (0, 1), (None, *Suit)):
        for played in (0, rules.pack.all) if number else (0,):
            trick = () if led is None else rules.pack.cards(rules.pack.suits[led])[:1]
            yield Turn(seat, number, led, trick, played)


@pytest.mark.parametrize("game", JUDGED, ids=lambda game: game.slug)
def test_every_article_by_which_a_card_may_be_forbidden_has_a_reason(game: AnyGame) -> None:
    """A card is forbidden if it requires something of its hand or of the others, or if it is never legal."""
    assert game.play is not None
    cited = set()
    for options, seats in house_rules(game):
        laws = [game.play.rules(options, Table(seats, 0), context) for context in contexts_of(game)]
        rules = [rule for law in laws for turn in turns(law) for rule in law.at(turn)]
        cited |= {rule.articles[0] for rule in rules if rule.only is not None or rule.absent or not rule.legal}
    assert sorted(cited - set(PAGES[game.slug].text.FORBIDDEN)) == []
    assert cited == set(PAGES[game.slug].text.FORBIDDEN)


def own_templates(env: Environment, game: AnyGame) -> list[str]:
    return [name for name in env.list_templates() if name.startswith(f"games/{game.slug}/")]


def shared_templates(env: Environment) -> list[str]:
    return [name for name in env.list_templates() if not name.startswith("games/") and name.endswith(".html")]


def test_every_game_has_the_required_templates(application: Flask) -> None:
    needed = [f"games/{game.slug}/_facts.html" for game in GAMES.values()]
    needed += [f"games/{slug}/_context_form.html" for slug, pages in PAGES.items() if pages.context is not None]
    needed += [f"games/{slug}/_cut.html" for slug, pages in PAGES.items() if pages.cut is not None]
    needed += [f"games/{slug}/_calculator.html" for slug, pages in PAGES.items() if pages.calculator is not None]
    assert [name for name in needed if name not in application.jinja_env.list_templates()] == []


def test_a_game_has_templates_of_its_own(application: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slug, pages = next(iter(PAGES.items()))
    (tmp_path / "_of_its_own.html").write_text("brought")
    monkeypatch.setitem(PAGES, slug, replace(pages, templates=tmp_path))
    env = application.jinja_env.overlay(loader=create_loader())
    assert env.get_template(f"games/{slug}/_of_its_own.html").render() == "brought"
    assert f"games/{slug}/_facts.html" in env.list_templates()


@every_game
def test_every_attribute_of_a_game_in_a_template_exists(game: AnyGame, application: Flask) -> None:
    env, pages = application.jinja_env, PAGES[game.slug]
    handed = {"pages": pages, "game_text": pages.text}
    missing = [
        f"{template}: {'.'.join(names)}"
        for template in (*own_templates(env, game), *shared_templates(env))
        for names in sorted(template_variables.names_read(env, template))
        if names[0] in handed and template_variables.first_missing(handed[names[0]], names[1:]) is not None
    ]
    assert missing == []


@every_game
def test_every_attribute_of_a_form_in_a_template_exists(game: AnyGame, application: Flask) -> None:
    env = application.jinja_env
    templates = [*own_templates(env, game), *filter(AROUND_THE_FORM.fullmatch, shared_templates(env))]
    named = {
        (template, names[1])
        for template in templates
        for names in template_variables.names_read(env, template)
        if names[0] == "form"
    }
    assert named
    with application.test_request_context():
        forms = [PAGES[game.slug].form(scored, None) for scored in just_begun(game)]
    missing = {
        f"{template}: form.{name}"
        for template, name in named
        for form in forms
        if name not in form and not hasattr(form, name)
    }
    assert sorted(missing) == []


def just_begun(game: AnyGame) -> Iterator[ScoredPartie]:
    """Yield a partie of each preset for each of its table sizes, without manches."""
    evening = Evening()
    for preset in game.presets:
        for seats in sorted(preset.seats):
            names = [f"{preset.slug} {seat}" for seat in range(seats)]
            yield score_partie(evening.partie(*names, game=game.slug, **preset.options))


def test_no_shared_template_names_a_game_or_its_articles(application: Flask) -> None:
    env = application.jinja_env
    assert env.loader is not None
    texts = {name: env.loader.get_source(env, name)[0] for name in shared_templates(env)}
    names = {name for game in GAMES.values() for name in (game.slug, *read_articles(game.package))}
    named = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})(?![\w-])")
    assert [(template, name) for template, text in texts.items() for name in named.findall(text)] == []
