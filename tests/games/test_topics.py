"""The topics of the rules search: what a file must have, and that those of the three games leave out no entry."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.rulebook import RulebookError, parse_moments
from scorekeeper.games.search import library

OWN, SHARED = ("who_deals", "revoke"), ("whose_turn",)


def row(*entries: str, fr: str = "Qui donne ?", **others: object) -> dict[str, Any]:
    return {"entries": list(entries), "fr": fr, "en": "Who deals?", **others}


def topic(*rows: object, **others: object) -> dict[str, Any]:
    return {"fr": "Distribuer", "en": "Dealing", "rows": list(rows), **others}


def moment(*topics: object, **others: object) -> dict[str, Any]:
    return {"key": "deal", "fr": "La donne", "en": "The deal", "topics": list(topics), **others}


FIRST, SECOND = topic(row("who_deals")), topic(row("revoke", "whose_turn"))


def test_the_moments_are_read_in_order() -> None:
    end = moment(topic(row("revoke")), topic(row("whose_turn")), key="end", fr="La fin")
    data = {"moments": [moment(FIRST, SECOND), end]}
    first, second = parse_moments(data, OWN, SHARED)
    assert (first.key, first.texts["en"], second.key, second.texts["fr"]) == ("deal", "The deal", "end", "La fin")
    assert [one.texts["fr"] for one in first.topics] == ["Distribuer", "Distribuer"]
    (last,) = first.topics[1].rows
    assert (last.entries, last.texts["fr"], last.texts["en"]) == (("revoke", "whose_turn"), "Qui donne ?", "Who deals?")


def test_six_words_are_allowed_with_a_sign_after_a_space() -> None:
    """French has a narrow no-break space before the question mark, which is no word."""
    asked = "Combien de cartes chacun à quatre\u202f?"
    (read,) = parse_moments({"moments": [moment(topic(row("who_deals", fr=asked)), SECOND)]}, OWN, SHARED)
    assert read.topics[0].rows[0].texts["fr"] == asked


@pytest.mark.parametrize(
    ("refused", "named"),
    [
        ([], "who_deals: in no row"),
        ([moment(FIRST)], "topics"),
        ([moment(FIRST, SECOND, SECOND, SECOND, SECOND)], "topics"),
        ([moment(FIRST, SECOND, key="tea")], "unknown moment 'tea'"),
        ([moment(FIRST, SECOND, picture="tea")], "picture"),
        ([{**moment(FIRST, SECOND), "en": ""}], "texts.en"),
        ([moment(FIRST, topic(row("revoke"), colour="red"))], "colour"),
        ([moment(FIRST, topic())], "rows"),
        ([moment(FIRST, topic(*[row("revoke")] * 13))], "rows"),
        ([moment(FIRST, topic(row("revoke", answer="Oui")))], "answer"),
        ([moment(FIRST, topic(row()))], "entries"),
        ([moment(FIRST, topic(row("renounce")))], "unknown entry 'renounce'"),
        ([moment(FIRST, topic(row("whose_turn")))], "revoke: in no row"),
        ([moment(FIRST, topic(row("revoke", fr="Combien de cartes chacun donc à quatre ?")))], "more than 6 words"),
        ([moment(FIRST, {**SECOND, "fr": "un deux trois quatre cinq six sept"})], "more than 6 words"),
        (["deal"], "moments.0"),
    ],
)
def test_topics_that_are_incomplete_are_refused(refused: object, named: str) -> None:
    with pytest.raises(RulebookError, match=named):
        parse_moments({"moments": refused}, OWN, SHARED)


def test_an_unknown_table_of_the_file_is_refused() -> None:
    with pytest.raises(RulebookError, match="topics"):
        parse_moments({"moments": [moment(FIRST, SECOND)], "topics": []}, OWN, SHARED)


@pytest.mark.parametrize("slug", ["hearts", "spades", "piquet"])
def test_every_entry_of_a_game_is_in_a_row(slug: str) -> None:
    """Reading the file refuses one that is in none; the games of the package have the file."""
    book = library.book(GAMES[slug])
    rows = [row for one in book.moments for topic in one.topics for row in topic.rows]
    assert {*book.entries} <= {key for row in rows for key in row.entries}
