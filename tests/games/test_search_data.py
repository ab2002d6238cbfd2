"""Incomplete disputed cases and books raise an error with the entry and the problem."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.games.rulebook import (
    AnswerKind,
    RulebookError,
    parse_book,
    parse_disputed_cases,
    read_articles,
)


def test_a_missing_file_is_named() -> None:
    with pytest.raises(RulebookError, match=r"articles\.toml: missing from scorekeeper\.web"):
        read_articles("scorekeeper.web")


def answer(*when: object) -> dict[str, Any]:
    return {"when": list(when), "fr": "Oui.", "en": "Yes."}


DISPUTE: dict[str, Any] = {
    "article": "XX-1",
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
    return {key: value for key, value in DISPUTE.items() if key != name}


def test_a_disputed_case_is_read_and_null_is_a_string() -> None:
    dispute = parse_disputed_cases({"who": DISPUTE}, ["XX-1"])["who"]
    assert (dispute.article, dispute.option, dispute.asks) == ("XX-1", "limit", AnswerKind.WINNERS)
    assert dispute.case == {"seats": 4, "hands": [None, ["QS"]]}
    assert (dispute.needs, dispute.aside) == ({"teams": True}, {"limit": 50})
    assert dispute.texts["en"].phrasings == ("who is right", "which of the two")
    first, second = dispute.answers
    assert [first.right(found) for found in ([0, 2], [1], None, "refused")] == [True, True, False, False]
    assert [second.right(found) for found in ([0, 2], None, "refused")] == [False, True, True]


def test_a_variant_has_its_own_needs_and_case() -> None:
    entry = {**DISPUTE, "variants": [{"needs": {"deck": "36"}, "case": {"seats": 4, "hands": ["null"]}}]}
    dispute = parse_disputed_cases({"who": entry}, ["XX-1"])["who"]
    (variant,) = dispute.variants
    assert (variant.needs, variant.case) == ({"deck": "36"}, {"seats": 4, "hands": [None]})
    assert (variant.key, variant.aside, variant.answers) == ("who", dispute.aside, dispute.answers)
    assert dispute.needs == {"teams": True}


def test_the_moment_of_a_case_written_for_version_0_2_is_ignored() -> None:
    cases = [parse_disputed_cases({"who": entry}, ["XX-1"]) for entry in (DISPUTE, {**DISPUTE, "moment": "count"})]
    assert cases[0] == cases[1]


def test_only_a_dispute_settled_by_an_option_has_no_case() -> None:
    alone = {**without("case"), "asks": "option"}
    assert parse_disputed_cases({"who": alone}, ["XX-1"])["who"].case == {}
    plain = parse_disputed_cases({"who": {**without("needs"), "option": None}}, ["XX-1"])["who"]
    assert (plain.option, plain.needs) == (None, {})


@pytest.mark.parametrize(
    "entry",
    [
        without("case"),
        without("article"),
        without("asks"),
        without("en"),
        without("answers"),
        {**DISPUTE, "article": "XX-2"},
        {**DISPUTE, "asks": "cards"},
        {**DISPUTE, "winner": 0},
        {**DISPUTE, "variants": {"needs": {}, "case": {}}},
        {**DISPUTE, "variants": ["36"]},
        {**DISPUTE, "variants": [{"needs": {}}]},
        {**DISPUTE, "variants": [{"needs": {}, "case": {}, "answers": []}]},
        {**DISPUTE, "answers": [answer("null")]},
        {**DISPUTE, "answers": [answer("null"), answer()]},
        {**DISPUTE, "answers": [answer("null"), {"when": [1], "fr": "Oui."}]},
        {**DISPUTE, "fr": {"question": "Qui ?", "phrasings": ["qui"]}},
        "a dispute",
    ],
)
def test_an_incomplete_disputed_case_is_refused(entry: object) -> None:
    with pytest.raises(RulebookError, match="who"):
        parse_disputed_cases({"who": entry}, ["XX-1"])


def chapter(key: str, *articles: str) -> dict[str, Any]:
    text = {"title": "Un titre", "text": ["Un.", "Deux."]}
    return {"key": key, "fr": text, "en": text, "articles": list(articles)}


def test_the_book_is_read_in_order() -> None:
    first, second = parse_book({"chapters": [chapter("goal", "XX-1"), chapter("end")]}, ["XX-1"])
    assert (first.key, first.articles, second.key) == ("goal", ("XX-1",), "end")
    assert first.texts["fr"].text == ("Un.", "Deux.")


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
def test_a_book_that_is_incomplete_is_refused(chapters: object) -> None:
    with pytest.raises(RulebookError):
        parse_book({"chapters": chapters}, ["XX-1"])
