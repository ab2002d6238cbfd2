"""Clean names and notes as typed."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.record.names import NOTE_LENGTH, PLAYER_LENGTH, TITLE_LENGTH, clean_name, clean_note, comparable, fold
from scorekeeper.record.refusals import RefusedError


def why(text: str, **bounds: int) -> str:
    with pytest.raises(RefusedError) as caught:
        clean_name(text, **bounds)
    return caught.value.key


@pytest.mark.parametrize(
    "name",
    [
        "Anne",
        "Zoé",
        "Jean-François d’Ünsal",
        "Ольга",
        "محمد",
        "שרה",
        "美咲",
        "나은",
        "ศิริ",
        "अनिता",
        "🦊",
        "👩‍👩‍👧",
        "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        "1️⃣",
        "🇫🇷",
        "‘",
        "O",
        "3",
        "می‌خواهم",
        "<b>Anne</b>",
        "'; DROP TABLE player; --",
        pytest.param("\U0001fae8", id="an emoji of Unicode 15, newer than some Pythons"),
        pytest.param("\U0001fae9", id="an emoji of Unicode 16"),
    ],
)
def test_a_name_may_be_in_any_script(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("typed", "cleaned"),
    [
        ("  Anne  ", "Anne"),
        ("Anne \t Marie", "Anne Marie"),
        ("Anne\u00a0\u3000Marie", "Anne Marie"),
        ("Anne\r\nMarie", "Anne Marie"),
        ("Zoe\u0301", "Zoé"),
        ("\u1112\u1161\u11ab", "한"),
    ],
)
def test_a_name_is_trimmed_with_single_spaces_in_nfc(typed: str, cleaned: str) -> None:
    assert clean_name(typed) == cleaned


@pytest.mark.parametrize("typed", ["", "   ", "\u200d\u200d", "\u200c", "\u0301", "\ufe0f"], ids=ascii)
def test_a_blank_name_is_empty(typed: str) -> None:
    assert why(typed) == "name_empty"


@pytest.mark.parametrize("typed", ["\u200b", "\ufeff", "\u00ad", "\u2060 \u200e", "\u202e"], ids=ascii)
def test_zero_width_characters_alone_are_not_a_name(typed: str) -> None:
    assert why(typed) in {"name_empty", "name_characters"}


@pytest.mark.parametrize("typed", ["\u3164", "\u2800", "\u115f\u1160", "\uffa0"])
def test_blank_letters_are_not_a_name(typed: str) -> None:
    assert why(typed) == "name_empty"


@pytest.mark.parametrize(
    "typed",
    [
        *(f"An{chr(code)}ne" for code in (0x00, 0x01, 0x07, 0x08, 0x0E, 0x1B, 0x7F, 0x80, 0x9B)),
        *(f"An{sign}ne" for sign in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"),
        *("An\u200bne", "An\u00adne", "\u200fAnne", "An\ufff9ne"),
        "An\ud800ne",
        "An\ue000ne",
        "An\uffffne",
        "An\ufdd0ne",
        "\x00",
    ],
    ids=ascii,
)
def test_hidden_and_control_characters_are_refused(typed: str) -> None:
    assert why(typed) == "name_characters"


def test_a_name_has_one_to_forty_characters() -> None:
    assert clean_name("é" * PLAYER_LENGTH) == "é" * 40
    assert clean_name("e\u0301" * 40) == "é" * 40
    with pytest.raises(RefusedError) as caught:
        clean_name("x" * 41)
    assert (caught.value.key, caught.value.field, caught.value.figures) == (
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
