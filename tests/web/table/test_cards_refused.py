"""An impossible card, seat or leader: a sentence, and nothing is recorded.

Anne leads to the first trick: Luc, Zoé and Maxence follow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from web.playing import lay_out, plays, stored_cards, version
from web.visitor import Table, Typed, Visitor, refused

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = pytest.mark.game("hearts")

JUNK = ["", "²", "-1", "999", "\x00"]


def dealt(visitor: Visitor, *codes: str) -> Table:
    """Return a partie of four players in which Anne led the 2♣, and these cards followed."""
    table = visitor.set_table()
    lay_out(visitor, table, 0, ["2C", *codes])
    return table


def assert_untouched(visitor: Visitor, table: Table, codes: Sequence[str], at: int) -> None:
    assert plays(visitor, table) == list(codes)
    assert version(visitor, table) == at


# Impossible cards


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        pytest.param({"card": "AC"}, "On a déjà joué l’A♣. Article T-1", id="T-1 played"),
        pytest.param({"card": "3C", "seat": "²"}, "Ce joueur n’est pas à cette table.", id="T-2 no seat at all"),
    ],
)
def test_an_impossible_card_is_refused_with_its_name(visitor: Visitor, typed: Typed, sentence: str) -> None:
    table = dealt(visitor, "AC")
    before = version(visitor, table)
    answer = visitor.press(table.cards, "/cards", typed)
    refused(answer, sentence)
    assert "À Zoé de jouer" in answer.text
    assert_untouched(visitor, table, ["2C", "AC"], before)


@pytest.mark.sweep("sends junk to every address")
def test_an_invalid_leader_is_refused_and_starts_nothing_t_2(visitor: Visitor) -> None:
    table = visitor.set_table()
    for value in JUNK:
        answer = visitor.press(table.cards, "/cards", {"leader": value})
        refused(answer, "Dites qui entame le premier pli.")
        assert "Qui entame du 2♣ ?" in answer.text
        assert_untouched(visitor, table, [], 1)
        assert stored_cards(visitor, table) is None


def test_an_impossible_first_card_starts_no_cards(visitor: Visitor) -> None:
    table = visitor.set_table()
    refused(
        visitor.press(table.cards, "/cards", {"leader": "0", "card": "X1"}),
        "Ce jeu n’a pas de grand joker. Article T-1",
    )
    assert stored_cards(visitor, table) is None
    refused(visitor.press(table.cards, "/cards", {"leader": "0", "card": "2C", "seat": "1"}), "À Anne de jouer")
    assert stored_cards(visitor, table) is None


@pytest.mark.sweep("sends junk to every address")
def test_an_invalid_number_of_cards_takes_nothing_back_t_6(visitor: Visitor) -> None:
    table = dealt(visitor, "AC")
    before = version(visitor, table)
    for value in JUNK:
        if value == "":
            continue
        refused(visitor.press(table.cards, "/back", {"since": value}), "Il n’y a pas de carte à reprendre jusque-là.")
        assert_untouched(visitor, table, ["2C", "AC"], before)


def test_a_form_without_a_card_plays_none(visitor: Visitor) -> None:
    table = dealt(visitor, "AC")
    before = version(visitor, table)
    assert visitor.press(table.cards, "/cards", {"card": None}).status == 303
    assert_untouched(visitor, table, ["2C", "AC"], before)


def test_an_abandoned_partie_has_no_page_of_cards_and_keeps_its_cards(visitor: Visitor) -> None:
    table = dealt(visitor, "AC")
    page = visitor.get(table.cards)
    visitor.press(table.partie, "/abandon")
    at = version(visitor, table)
    assert visitor.get(table.cards).location == f"{table.partie}?entry=open"
    for ending in ("/cards", "/back", "/away"):
        answer = visitor.send(page, ending, {"card": "3C", "version": str(at)})
        assert answer.status == 409, ending
        assert "La partie est finie" in answer.refusal()
    assert_untouched(visitor, table, ["2C", "AC"], at)
    visitor.press(table.partie, "/reopen")
    assert "À Zoé de jouer" in visitor.get(table.cards).text
