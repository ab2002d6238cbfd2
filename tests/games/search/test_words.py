"""The words of a text, their stems, the correction of mistyped ones, and the concepts that they name."""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files

import pytest

from scorekeeper.games.rulebook import LANGUAGES
from scorekeeper.games.search.words import Vocabulary, concepts_in, features, plain_words, slips, stems_of

CONCEPTS = tomllib.loads((files("scorekeeper.games.search") / "concepts.toml").read_text(encoding="utf-8"))
# Each word of the list occurs four times, the first one more often.
WORDS = {
    "fr": "dame contrat coupé annoncer capot repic combien vaut pli plis volte quatre avec carte cœur couleur",
    "en": "queen contract over first bids joker deal mean that tricks four",
}
KNOWN = {
    language: Vocabulary(
        Counter([*(4 * plain_words(words, language)), plain_words(words, language)[0], "contart"]),
        stems_of(words, language),
        language,
    )
    for language, words in WORDS.items()
}


@pytest.mark.parametrize(
    ("text", "language", "words"),
    [
        ("L’Œuvre d’À-côté\u202f!", "fr", ["l", "oeuvre", "d", "a", "cote"]),
        ("valet −10", "fr", ["valet", "moins", "10"]),
        ("jack -10", "en", ["jack", "minus", "10"]),
        ("3-4", "fr", ["3", "4"]),
        ("D♠, 10♥", "fr", ["dame", "de", "pique", "10", "de", "coeur"]),
        ("Q♠️", "en", ["queen", "of", "spade"]),
        ("Кто начинает?", "fr", []),
        ("🃏 ?!…", "en", []),
    ],
)
def test_case_accents_and_signs_are_removed(text: str, language: str, words: list[str]) -> None:
    assert plain_words(text, language) == words


def test_endings_and_doubled_letters_are_removed() -> None:
    assert stems_of("annoncer annonce annoncé annoncez anonces", "fr") == ["anonc"] * 5
    assert stems_of("discard discards discarded discarding", "en") == ["discard"] * 4


def test_short_words_stay_distinct() -> None:
    assert len(set(stems_of("pas passe", "fr"))) == 2
    assert len(set(stems_of("pass passing", "en"))) == 1


@pytest.mark.parametrize(
    ("mistyped", "language", "meant"),
    [
        ("kontrat", "fr", "contrat"),
        ("conbien", "fr", "combien"),
        ("capo", "fr", "capot"),
        ("repik", "fr", "repic"),
        ("vau", "fr", "vaut"),
        ("quatr", "fr", "quatre"),
        ("vaec", "fr", "avec"),
        ("coueur", "fr", "coeur"),
        ("jocker", "en", "joker"),
        ("frist", "en", "first"),
        ("ovr", "en", "over"),
        ("contarct", "en", "contract"),
        ("fuor", "en", "four"),
        ("overr", "en", "over"),
    ],
)
def test_a_word_of_similar_spelling_is_corrected(mistyped: str, language: str, meant: str) -> None:
    """Of equally near words the commonest is meant, never one that is rare in the wordings (“contart”)."""
    assert KNOWN[language].corrected(mistyped) == meant


@pytest.mark.parametrize(
    ("word", "language"),
    [("capital", "fr"), ("tarte", "fr"), ("volt", "fr"), ("bread", "en"), ("86", "fr"), ("dix", "fr"), ("dame", "fr")],
)
def test_a_word_that_is_known_or_similar_to_none_is_unchanged(word: str, language: str) -> None:
    assert KNOWN[language].corrected(word) == word


@pytest.mark.parametrize(
    ("typed", "meant", "count"),
    [
        ("pli", "pli", 0),
        ("pil", "pli", 1),
        ("frist", "first", 1),
        ("tirkc", "trick", 2),
        ("ovr", "over", 1),
        ("", "as", 2),
    ],
)
def test_two_swapped_neighbours_are_one_slip(typed: str, meant: str, count: int) -> None:
    assert slips(typed, meant) == slips(meant, typed) == count


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("typed", "names"),
    [
        (("D♠", "Q♠", "QS", "d♤"), {"fr": "dame de pique", "en": "queen of spades"}),
        (("V♦", "J♦", "JD"), {"fr": "valet de carreau", "en": "jack of diamonds"}),
        (("7♣", "7C"), {"fr": "7 de trèfle", "en": "7 of clubs"}),
        (("10♥", "10H"), {"fr": "10 de cœur", "en": "10 of hearts"}),
        (("R♥", "K♥", "KH"), {"fr": "roi de cœur", "en": "king of hearts"}),
        (("A♣",), {"fr": "as de trèfle", "en": "ace of clubs"}),
    ],
)
def test_an_abbreviated_card_is_read_as_its_name(language: str, typed: tuple[str, ...], names: dict[str, str]) -> None:
    for one in typed:
        assert stems_of(one, language) == stems_of(names[language], language), one


@pytest.mark.parametrize(
    ("text", "language"), [("l’AS", "fr"), ("QD on joue", "fr"), ("the 10s", "en"), ("AS WELL", "en"), ("2 sacs", "fr")]
)
def test_a_word_that_only_resembles_a_card_is_unchanged(text: str, language: str) -> None:
    assert not {"de", "of"} & set(plain_words(text, language))


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
