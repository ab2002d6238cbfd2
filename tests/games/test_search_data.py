"""Phrasings, disputed cases and the book: incomplete data is refused with the entry and the problem."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.games.rulebook import (
    Asked,
    RulebookError,
    parse_book,
    parse_phrasings,
    parse_quarrels,
    read_phrasings,
)

PHRASINGS = ["un", "deux", "trois", "quatre"]
ENTRY: dict[str, Any] = {"fr": PHRASINGS, "en": ["one", "two", "three", "four"]}


def test_phrasings_are_read_by_article_and_language() -> None:
    assert parse_phrasings({"XX-1": ENTRY}, ["XX-1"])["XX-1"]["en"] == ("one", "two", "three", "four")


@pytest.mark.parametrize(
    "entries",
    [
        {},
        {"XX-1": ENTRY, "XX-2": ENTRY},
        {"XX-1": {"fr": PHRASINGS}},
        {"XX-1": {**ENTRY, "en": ["one", "two", "three"]}},
        {"XX-1": {**ENTRY, "en": ["one", "two", "three", "three"]}},
        {"XX-1": {**ENTRY, "en": ["one", "two", "three", " "]}},
        {"XX-1": "un"},
    ],
    ids=["none", "of an unknown article", "one language", "too few", "one twice", "an empty one", "no table"],
)
def test_incomplete_phrasings_are_refused(entries: dict[str, object]) -> None:
    with pytest.raises(RulebookError, match="XX-"):
        parse_phrasings(entries, ["XX-1"])


def test_a_missing_file_is_named() -> None:
    with pytest.raises(RulebookError, match=r"phrasings\.toml: missing from scorekeeper\.web"):
        read_phrasings("scorekeeper.web")


def answer(*when: object) -> dict[str, Any]:
    return {"when": list(when), "fr": "Oui.", "en": "Yes."}


CASE: dict[str, Any] = {
    "article": "XX-1",
    "moment": "count",
    "option": "limit",
    "asks": "winners",
    "case": {"seats": 4, "hands": ["null", ["QS"]]},
    "needs": {"teams": True},
    "aside": {"limit": 50},
    "fr": {"question": "Qui a raison ?", "phrasings": ["qui a raison", "lequel des deux"]},
    "en": {"question": "Who is right?", "phrasings": ["who is right", "which of the two"]},
    "answers": [answer([0, 2], [1]), answer("null", "refused")],
}


def without(name: str) -> dict[str, Any]:
    return {key: value for key, value in CASE.items() if key != name}


def test_a_case_is_parsed_with_null_written_as_a_text() -> None:
    quarrel = parse_quarrels({"who": CASE}, ["XX-1"])["who"]
    assert (quarrel.article, quarrel.moment, quarrel.option, quarrel.asked) == ("XX-1", "count", "limit", Asked.WINNERS)
    assert quarrel.case == {"seats": 4, "hands": [None, ["QS"]]}
    assert (quarrel.needs, quarrel.aside) == ({"teams": True}, {"limit": 50})
    assert quarrel.phrasings["en"] == ("who is right", "which of the two")
    first, second = quarrel.answers
    assert [first.right(found) for found in ([0, 2], [1], None, "refused")] == [True, True, False, False]
    assert [second.right(found) for found in ([0, 2], None, "refused")] == [False, True, True]


def test_facts_and_option_of_a_case_may_be_missing() -> None:
    alone = {**without("case"), "asks": "option"}
    assert parse_quarrels({"who": alone}, ["XX-1"])["who"].case == {}
    plain = parse_quarrels({"who": {**without("needs"), "option": None}}, ["XX-1"])["who"]
    assert (plain.option, plain.needs) == (None, {})


@pytest.mark.parametrize(
    "entry",
    [
        without("case"),
        without("article"),
        without("asks"),
        without("en"),
        without("answers"),
        {**CASE, "article": "XX-2"},
        {**CASE, "moment": "tea"},
        {**CASE, "asks": "cards"},
        {**CASE, "winner": 0},
        {**CASE, "answers": [answer("null")]},
        {**CASE, "answers": [answer("null"), answer()]},
        {**CASE, "answers": [answer("null"), {"when": [1], "fr": "Oui."}]},
        {**CASE, "fr": {"question": "Qui ?", "phrasings": ["qui"]}},
        "a case",
    ],
)
def test_an_incomplete_case_is_refused(entry: object) -> None:
    with pytest.raises(RulebookError, match="who"):
        parse_quarrels({"who": entry}, ["XX-1"])


def chapter(key: str, *articles: str) -> dict[str, Any]:
    text = {"title": "Un titre", "text": ["Un.", "Deux."]}
    return {"key": key, "fr": text, "en": text, "articles": list(articles)}


def test_the_book_is_parsed_in_order() -> None:
    first, second = parse_book({"chapters": [chapter("goal", "XX-1"), chapter("end")]}, ["XX-1"])
    assert (first.key, first.articles, second.key) == ("goal", ("XX-1",), "end")
    assert first.texts["fr"].paragraphs == ("Un.", "Deux.")


@pytest.mark.parametrize(
    "chapters",
    [
        None,
        [],
        [chapter("goal")],
        [chapter("tea", "XX-1")],
        [chapter("goal", "XX-1"), chapter("goal")],
        [chapter("goal", "XX-1"), chapter("end", "XX-1")],
        [chapter("goal", "XX-1", "XX-2")],
        [{**chapter("goal", "XX-1"), "en": {"title": "A title", "text": []}}],
        [{**chapter("goal", "XX-1"), "fr": None}],
    ],
)
def test_an_incomplete_book_is_refused(chapters: object) -> None:
    with pytest.raises(RulebookError):
        parse_book({"chapters": chapters}, ["XX-1"])
