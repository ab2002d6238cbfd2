"""The language: French by default, else by the browser's preference, or by the choice stored in the session."""

from __future__ import annotations

import re

import pytest
from web.visitor import Visitor, hearts, refused


def language_of(visitor: Visitor, path: str = "/carnets") -> str:
    return visitor.get(path).tags[0][1]["lang"]


@pytest.mark.parametrize(
    ("speaks", "language"),
    [
        (None, "fr"),
        ("", "fr"),
        ("fr", "fr"),
        ("fr-CH, en;q=0.5", "fr"),
        ("en", "en"),
        ("en-GB,en;q=0.9,fr;q=0.5", "en"),
        ("de, en;q=0.8, fr;q=0.5", "en"),
        ("de, fr;q=0.8, en;q=0.5", "fr"),
        ("de", "fr"),
        ("tlh", "fr"),
        ("*", "fr"),
        ("\x00;;q=x,,,", "fr"),
        ("x" * 3000, "fr"),
    ],
)
def test_the_browser_s_preference_chooses(stranger: Visitor, speaks: str | None, language: str) -> None:
    assert language_of(Visitor(stranger.app, language=speaks)) == language


def test_the_switch_changes_the_language_and_comes_back_to_the_page(visitor: Visitor) -> None:
    table = visitor.with_manche()
    here = f"{table.soiree}/rules?{table.seats}"
    answer = visitor.press(here, "/language/en")
    assert (answer.status, answer.location) == (303, here)
    assert language_of(visitor, here) == "en"
    assert language_of(visitor, table.partie) == "en"
    assert "queen of spades" in visitor.get(table.partie).text.lower()
    visitor.press(here, "/language/fr")
    assert language_of(visitor, table.partie) == "fr"


def test_the_chosen_language_overrides_the_browser_and_survives_a_new_carnet(stranger: Visitor) -> None:
    stranger.press("/carnets", "/language/en")
    stranger.open_carnet()
    assert language_of(stranger, f"{stranger.carnet}/") == "en"


def test_an_unknown_language_is_an_unknown_address(visitor: Visitor) -> None:
    token = visitor.get("/carnets").form("/carnets").value("csrf_token")
    for code in ("de", "EN", "fr-FR", "%00", "x" * 500):
        assert visitor.post(f"/language/{code}", {"csrf_token": token, "next": "/"}).status == 404


@pytest.mark.parametrize(
    "back",
    [
        "",
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example/",
        "\\\\evil.example",
        "http://[",
        "http://a\u2100b/",
        "javascript:alert(1)",
        "///evil.example",
        "/a\r\nSet-Cookie: x=y",
        "\t//evil.example",
        "/\x00",
        "carnets",
        "?a=b",
        "/carnets?%",
        "/é?ü=\ud83e\udd8a".encode("utf-16", "surrogatepass").decode("utf-16"),
        "/" + "x" * 5000,
    ],
    ids=ascii,
)
def test_the_switch_redirects_to_no_other_site(visitor: Visitor, back: str) -> None:
    token = visitor.get("/carnets").form("/carnets").value("csrf_token")
    answer = visitor.client.post("/language/en", data={"csrf_token": token, "next": back})
    assert answer.status_code == 303
    assert answer.headers["Location"].startswith("/")
    assert not answer.headers["Location"].startswith(("//", "/\\"))
    assert "x=y" not in str(answer.headers.getlist("Set-Cookie"))


def test_a_refusal_is_in_english_too(stranger: Visitor) -> None:
    reader = Visitor(stranger.app, language="en").open_carnet()
    table = reader.set_table()
    page = reader.record(table, hearts(5, 4, 1, 0, queen=2))
    refused(page, "3 hearts")
    assert reader.get("/nowhere").tags[0] == ("html", {"lang": "en"})
    for word in ("Manche", "manque", "cœur", "Rien à"):
        assert word not in page.text


def test_card_letters_follow_the_language(stranger: Visitor) -> None:
    words = {"fr": ("cœurs", "dame de pique"), "en": ("hearts", "queen of spades")}
    for language, expected in words.items():
        reader = Visitor(stranger.app, language=language).open_carnet()
        table = reader.with_manche()
        text = reader.get(table.partie).text.lower()
        assert all(word in text for word in expected)


@pytest.mark.parametrize(
    ("speaks", "day", "title"),
    [
        ("fr", "2026-11-01", "dimanche 1er novembre 2026"),
        ("fr", "2026-11-11", "mercredi 11 novembre 2026"),
        ("fr", "2026-11-21", "samedi 21 novembre 2026"),
        ("en-GB, en-US;q=0.8", "2026-11-01", "Sunday 1 November 2026"),
        ("en-US, en;q=0.8", "2026-11-01", "Sunday November 1 2026"),
    ],
)
def test_a_date_is_written_as_in_the_reader_s_country_with_an_ordinal_in_french(
    stranger: Visitor, speaks: str, day: str, title: str
) -> None:
    visitor = Visitor(stranger.app, language=speaks).with_carnet()
    answer = visitor.press(f"{visitor.carnet}/soirees/new", "/new", {"held_on": day, "place": ""})
    assert answer.location is not None
    page = visitor.get(answer.location.split("/table")[0])
    assert re.sub(",", "", page.main().partition("<h1>")[2].partition("</h1>")[0]) == title
