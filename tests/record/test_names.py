"""Clean names and notes as typed."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cases import read_cases

from scorekeeper.record.names import NOTE_LENGTH, PLAYER_LENGTH, TITLE_LENGTH, clean_name, clean_note, comparable, fold
from scorekeeper.record.refusals import RefusedError


def why(text: str, **bounds: int) -> str:
    with pytest.raises(RefusedError) as caught:
        clean_name(text, **bounds)
    return caught.value.key


@pytest.mark.parametrize("case", read_cases("names"), ids=lambda case: ascii(case["name"]))
def test_a_name_may_be_in_any_script_and_is_trimmed_or_refused(case: dict[str, Any]) -> None:
    """In NFC with single spaces, without unseen signs at its ends; one within it, or a blank name, is refused."""
    if "refused" in case:
        assert why(case["name"]) in case["refused"]
        return
    assert clean_name(case["name"]) == case["cleaned"]


def test_a_name_has_one_to_forty_characters() -> None:
    assert clean_name("é" * PLAYER_LENGTH) == "é" * 40
    assert clean_name("e\u0301" * 40) == "é" * 40
    with pytest.raises(RefusedError) as caught:
        clean_name("x" * 41)
    assert (caught.value.key, caught.value.field, caught.value.details) == (
        "name_long",
        "name",
        {"length": 41, "longest": 40},
    )
    assert clean_name("x" * 80, longest=TITLE_LENGTH) == "x" * 80
    assert why("x" * 81, longest=TITLE_LENGTH) == "name_long"


def test_a_name_that_is_not_required_may_be_empty_but_not_invisible() -> None:
    assert clean_name("  ", required=False) == ""
    with pytest.raises(RefusedError):
        clean_name("\u200b", required=False)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anne", "ANNE"), ("Zoé", "ZOE\u0301"), ("Straße", "STRASSE"), ("Ольга", "ОЛЬГА"), ("ΐ", "\u03aa\u0301")],
)
def test_names_that_differ_only_by_case_are_the_same(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), [("Zoé", "Zoe"), ("Anne", "Anna"), ("Luc", "Lucie")])
def test_names_with_other_differences_are_not_the_same(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zoé", "ZO\u200cé"),
        ("Zoé", "\u200dZo\u200d\u200cé\u200d"),
        ("Zoé", "Zoe\u200d\u0301"),
        ("Anne Marie", "Anne \u200d Marie \u200d"),
        ("Anne", "An\u00adn\u2060e\ufeff\ufe0f"),
        ("نیمروز", "نیم\u200cروز"),
        ("Luc🦊", "Luc\u200d🦊"),
    ],
    ids=ascii,
)
def test_names_that_differ_only_by_joiners_beside_letters_are_compared_as_one(one: str, other: str) -> None:
    assert comparable(one) == comparable(other)


@pytest.mark.parametrize(
    ("one", "other"), [("👩\u200d👧", "👩👧"), ("❤\ufe0f\u200d🔥", "❤🔥"), ("Zo é", "Zoé")], ids=ascii
)
def test_joiners_between_signs_and_spaces_between_words_make_another_name(one: str, other: str) -> None:
    assert comparable(one) != comparable(other)


@given(st.text(max_size=60))
def test_cleaning_a_name_twice_changes_nothing_and_it_fits_its_column(text: str) -> None:
    try:
        name = clean_name(text)
    except RefusedError:
        return
    assert clean_name(name) == name
    assert unicodedata.is_normalized("NFC", name)
    assert 1 <= len(name) <= 40
    assert len(fold(name)) <= 160
    assert name.encode()


def test_a_note_has_line_breaks() -> None:
    assert clean_note("  Zoé rit.\r\n\tLuc non.\rFin\n") == "Zoé rit.\n\tLuc non.\nFin"


@pytest.mark.parametrize("note", ["a\x00b", "a\x1bb", "a\ud800b", "a\x85b"], ids=ascii)
def test_a_note_has_no_control_characters(note: str) -> None:
    with pytest.raises(RefusedError, match="name_characters"):
        clean_note(note)


def test_the_length_of_a_note_is_limited() -> None:
    assert len(clean_note("é" * NOTE_LENGTH)) == 2000
    with pytest.raises(RefusedError, match="name_long"):
        clean_note("é" * (NOTE_LENGTH + 1))
