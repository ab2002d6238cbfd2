"""The concepts that words name, in both languages."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from scorekeeper.games.rulebook import LANGUAGES
from scorekeeper.games.search.concepts import concepts_in, features
from scorekeeper.games.search.spelling import stems_of

CONCEPTS = tomllib.loads((files("scorekeeper.games.search") / "concepts.toml").read_text(encoding="utf-8"))


def named(text: str, language: str) -> list[set[str]]:
    return [set(one) for one in concepts_in(stems_of(text, language), language)]


@pytest.mark.parametrize(
    ("french", "english", "concept"),
    [
        ("la levée", "the trick", "trick"),
        ("mon coéquipier", "my teammate", "partner"),
        ("la reine", "black lady", "queen"),
        ("sans regarder", "sight unseen", "blind"),
        ("carré", "four of a kind", "quatorze"),
    ],
)
def test_words_of_both_languages_name_one_concept(french: str, english: str, concept: str) -> None:
    assert concept in named(french, "fr")[0]
    assert concept in named(english, "en")[0]


def test_an_idiom_comes_before_the_concepts_of_its_words() -> None:
    assert named("plis en trop", "fr")[:2] == [{"bag"}, {"trick"}]


def test_fillers_name_nothing_and_other_words_themselves() -> None:
    assert named("le la les", "fr") == []
    assert named("la chaussette", "fr") == [{f"fr:{stems_of('chaussette', 'fr')[0]}"}]


def test_number_words_are_digits() -> None:
    assert named("treize", "fr") == named("13", "en") == [{"13"}]


def test_features_are_concepts_and_pairs_of_near_ones() -> None:
    found = features(stems_of("who leads the first trick", "en"), "en")
    assert {"who", "lead", "first", "trick", "lead trick", "first trick", "lead who"} <= found
    assert "trick who" not in found


def test_the_order_of_two_concepts_does_not_matter() -> None:
    assert "club lead" in features(stems_of("lead a club", "en"), "en") & features(stems_of("a club led", "en"), "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_word_of_a_concept_names_it(language: str) -> None:
    missed = [
        (name, word)
        for name, entry in CONCEPTS.items()
        for word in entry[language].split(",")
        if not any(name in one for one in named(word, language))
    ]
    assert missed == []
