"""The conditions that a question names, and that decide which entries it may mean."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.rulebook import LANGUAGES
from scorekeeper.games.search import library
from scorekeeper.games.search.conditions import _without_fillers as without_fillers
from scorekeeper.games.search.conditions import condition_names, conditions_in
from scorekeeper.games.search.spelling import stems_of

CONDITIONS = tomllib.loads((files("scorekeeper.games.search") / "conditions.toml").read_text(encoding="utf-8"))


def named(question: str, language: str = "fr") -> frozenset[str]:
    return conditions_in(stems_of(question, language), language)


@pytest.mark.parametrize(
    ("language", "question", "yes", "no"),
    [
        ("fr", "peut-on couper au premier pli", "first_trick", "last_trick"),
        ("en", "can I ruff on the first trick", "first_trick", "last_trick"),
        ("fr", "qui gagne le tout dernier pli", "last_trick", "first_trick"),
        ("en", "who wins the very last trick", "last_trick", "first_trick"),
        ("fr", "il a les treize cœurs mais pas la dame", "without", "both"),
        ("en", "she took thirteen hearts but not the queen", "without", "both"),
        ("fr", "deux rois de cœur dans le pli", "twice", "joker"),
        ("en", "two kings of hearts in one trick", "twice", "joker"),
        ("fr", "nous avons chuté le contrat", "failed", "made"),
        ("en", "we made our contract", "made", "failed"),
        ("fr", "on finit à égalité", "tied", "first_trick"),
        ("en", "we are tied at the end", "tied", "first_trick"),
    ],
)
def test_a_question_names_its_conditions(language: str, question: str, yes: str, no: str) -> None:
    assert yes in named(question, language)
    assert no not in named(question, language)


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("fr", "on n’a pas réussi"),
        ("fr", "nous n’avons jamais réussi"),
        ("en", "we did not make it"),
        ("en", "we didn’t make it"),
        ("en", "they never made it"),
    ],
)
def test_a_negation_makes_a_condition_its_opposite(language: str, question: str) -> None:
    assert named(question, language) & {"made", "failed"} == {"failed"}


def test_a_negation_reaches_over_few_words() -> None:
    assert "made" in named("we never lead spades and yet our side made the contract", "en")


def test_the_parts_of_a_pattern_may_be_a_few_words_apart() -> None:
    assert "hearts_seven" in named("le sept rouge de trèfle")
    assert "hearts_seven" not in named("sept joueurs sans atout veulent entamer pique ou trèfle")


def test_words_that_only_resemble_a_condition_name_none() -> None:
    assert not named("")
    assert {"first_trick", "last_trick", "joker", "made", "failed"}.isdisjoint(named("combien vaut une manche"))


# Words that most questions have.
COMMON = {
    "fr": "un deux trois 2 3 5 8 huit pli carte cœur dame main avait",
    "en": "one two three 2 3 5 8 eight trick card heart queen hand had",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_pattern_of_several_words_is_reduced_to_a_common_one(language: str) -> None:
    """Articles, pronouns and the like never count: "pli un" would be "pli"."""
    several = [(name, text) for name, entry in CONDITIONS.items() for text in entry[language] if " " in text]
    common = {frozenset(stems_of(word, language)) for word in COMMON[language].split()}
    reduced = [
        (name, text)
        for name, text in several
        if frozenset(without_fillers(stems_of(text.replace("…", ""), language), language)) in common
    ]
    assert reduced == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_pattern_names_its_condition_or_the_opposite(language: str) -> None:
    missed = [
        (name, pattern)
        for name, entry in CONDITIONS.items()
        for pattern in entry[language]
        if not {name, entry.get("negated", name), *entry.get("unless", ())} & named(pattern.replace("…", ""), language)
    ]
    assert missed == []
    assert {entry.get("negated", name) for name, entry in CONDITIONS.items()} <= condition_names()


def test_the_conditions_of_every_entry_exist() -> None:
    books = [library.book(game) for game in (None, *GAMES.values())]
    used = {name for one in books for entry in one.entries.values() for name in (*entry.requires, *entry.excludes)}
    assert used <= condition_names()
