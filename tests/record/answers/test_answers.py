"""The answers to questions: certain for what the rulebook has, never for what it has not, true at this table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from support.schemas import SLUGS, plain_values

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame, Option, plain_value
from scorekeeper.games.rulebook import LANGUAGES, Article, DisputedCase, ShortAnswer
from scorekeeper.games.search import library
from scorekeeper.games.search.library import Entry
from scorekeeper.record.answers.answer import answer_question
from scorekeeper.record.answers.rulings import options_in_force, right_answer

pytestmark = pytest.mark.game("every")

MOST_WORDS = {"head": 6, "sentence": 25}
every_game = pytest.mark.parametrize("slug", SLUGS)


@pytest.mark.parametrize("slug", [None, *SLUGS])
@pytest.mark.parametrize(
    "question",
    [
        "comment enchérir au bridge",
        "combien d’atouts au tarot",
        "how do you castle in chess",
        "is a flush better than a straight",
        "on n’est pas d’accord",
        "we have a dispute",
        "qui a raison ?",
        "quel temps fait-il demain",
        "<script>alert(1)</script>",
        "what time is dinner",
    ],
)
def test_an_outside_question_has_no_certain_answer(slug: str | None, question: str) -> None:
    assert answer_question(question, None if slug is None else [GAMES[slug]], {}, None).answer is None


@cache
def entries(slug: str) -> list[tuple[Entry, Article]]:
    """Return every disputed case and short answer of a game and the shared ones, with their articles."""
    books = [library.book(GAMES[slug]), library.book(None)]
    articles = {number: article for one in books for number, article in one.articles.items()}
    return [(entry, articles[entry.article]) for one in books for entry in one.entries.values()]


def texts(game: AnyGame, entry: Entry, options: dict[str, Any]) -> dict[str, str]:
    """Return the answer of an entry under these options by language, empty if it does not arise."""
    in_force = options_in_force(game, options)
    found = entry.under(in_force) if isinstance(entry, ShortAnswer) else right_answer(game, entry, options)
    return {} if found is None else {language: found.texts[language].format_map(in_force) for language in LANGUAGES}


@every_game
def test_every_answer_is_short(slug: str) -> None:
    long = []
    for entry, _ in entries(slug):
        variants = entry.variants if isinstance(entry, ShortAnswer) else entry.answers
        for text in (text for one in variants for text in one.texts.values()):
            head, colon, sentence = (part.strip() for part in re.sub(r"\s+:", ":", text).partition(": "))
            parts = {"head": head if colon else "", "sentence": sentence if colon else head}
            long += [(entry.key, text) for name, part in parts.items() if len(part.split()) > MOST_WORDS[name]]
    assert long == []


def allowed(game: AnyGame, option: Option, value: object) -> bool:
    between = option.lowest is not None and isinstance(value, int) and option.lowest <= value <= (option.highest or 0)
    return between or value in plain_values(game, option)


@every_game
def test_short_answers_name_options_and_values_of_their_game(slug: str) -> None:
    game = GAMES[slug]
    options = {option.name: option for option in game.options}
    unknown: list[tuple[str, str]] = []
    for entry in library.book(game).short_answers.values():
        for variant in entry.variants:
            unknown += [
                (entry.key, f"{name} = {value}")
                for name, values in variant.under.items()
                for value in values
                if name not in options or not allowed(game, options[name], value)
            ]
            braces = {name for text in variant.texts.values() for name in re.findall(r"{(\w+)}", text)}
            unknown += [(entry.key, name) for name in braces - set(options)]
    assert unknown == []


def changed(game: AnyGame) -> Iterator[tuple[Option, dict[str, Any]]]:
    """Yield each option of a game with every other value than its default."""
    for option in game.options:
        for value in option.values[1:]:
            yield option, {option.name: plain_value(value)}


# Articles whose questions name the option, or do not depend on it: a question about jokers is about 54 cards.
NAMED_BY_THE_QUESTION = {("deck", "DP-2"), ("deck", "DP-3"), ("deck", "DP-5"), ("deck", "DP-6"), ("teams", "DP-4")}
# Short answers that are true under every value of an option of their article.
INDEPENDENT = {
    "hearts_instead_of_queen": {"queen_opens", "queen_lead"},
    "joker_tie": {"joker_points", "joker_any_time", "joker_must_follow", "joker_led", "six_players", "jokers_used"},
    "limit": {"mid_deal", "lowest_wins", "highest_wins", "who_loses"},
    "moon": {"moon_partner"},
    "queen_breaks_hearts": {"queen_lead", "hearts_and_queen_what", "queen_forced_lead"},
    "revoke": {
        *("revoke_proof", "revoke_proven", "what_is_revoke", "revoke_takeback"),
        *("after_revoke", "take_back", "other_penalty"),
    },
    "tie": {"tie_above"},
}


@every_game
def test_a_short_answer_depends_on_the_options_of_its_article(slug: str) -> None:
    """An answer that does not name an option of its article would state the default at a table that chose another."""
    lapses = []
    for entry, article in entries(slug):
        if isinstance(entry, DisputedCase):
            continue
        named = {name for variant in entry.variants for name in variant.under}
        named |= {
            name for one in entry.variants for text in one.texts.values() for name in re.findall(r"{(\w+)}", text)
        }
        lapses += [
            (article.number, name, entry.key)
            for name in article.options
            if name not in named
            and (name, article.number) not in NAMED_BY_THE_QUESTION
            and entry.key not in INDEPENDENT.get(name, ())
        ]
    assert lapses == []


# The queen is always worth 13 at Belmont.
ALWAYS = {("queen_points", "DP-6")}
# The figures that only these defaults give, and that no answer may state at a table with another value.
STATED = {
    ("hearts", "queen_points"): r"\b(dame|queen)\b.{0,30}\b13\b|\b13\b.{0,30}\b(dame|queen)\b|\b26\b",
    ("hearts", "limit"): r"\b100\b",
    ("spades", "target"): r"\b500\b",
    ("spades", "nil"): r"\b(zéro|nil)\b.{0,30}\b(100|200)\b|\b(100|200)\b.{0,30}\b(zéro|nil)\b",
    ("piquet", "target"): r"\b150\b",
}


@every_game
def test_no_answer_states_the_figure_of_a_default_that_the_table_changed(slug: str) -> None:
    game, lapses = GAMES[slug], []
    for option, options in changed(game):
        stated = STATED.get((slug, option.name))
        for entry, article in entries(slug) if stated else ():
            found = texts(game, entry, options).values() if (option.name, article.number) not in ALWAYS else ()
            lapses += [(article.number, options, entry.key, text) for text in found if re.search(str(stated), text)]
    assert lapses == []


@every_game
def test_no_answer_is_an_error_under_any_option(slug: str) -> None:
    game = GAMES[slug]
    for _, options in changed(game):
        answered = [texts(game, entry, options) for entry, _ in entries(slug)]
        assert any(answered)
        assert not any("{" in text for by_language in answered for text in by_language.values())
