"""The questions that the rules search lists without one typed: the moment it opens on, and where they lead."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

import pytest
from record.evening import bid_and_made
from web.playing import bid, lead, play
from web.visitor import Page, Visitor, plain

from scorekeeper.games import GAMES
from scorekeeper.games.search import library

if TYPE_CHECKING:
    from collections.abc import Callable

    from web.visitor import Table

# After the 2 of clubs that Anne leads.
TRICK = ["5C", "9C", "KC"]


def open_moment(page: Page) -> str:
    """Return the key of the moment whose topics are on the page."""
    (key,) = re.findall(r'/moments/(\w+)(?:\?[^"]*)?" aria-current="true"', page.html)
    return str(key)


def rows_of(page: Page) -> dict[str, tuple[str, str]]:
    """Return the address and the head of the answer of each question on the page."""
    found = re.findall(r'<a\s+class="row"\s+href="([^"]*)"\s*>(.*?) <b>(.*?)</b></a>', page.html, re.DOTALL)
    return {Page(0, question).text: (unescape(url), Page(0, head).text) for url, question, head in found}


def nothing(_visitor: Visitor, _table: Table) -> None:
    """Leave a partie that has begun as it is."""


def bid_twice(visitor: Visitor, table: Table) -> None:
    bid(visitor, table, 3, 4)


def bid_all(visitor: Visitor, table: Table) -> None:
    bid(visitor, table, 3, 4, 2, 3)


def record_hearts(visitor: Visitor, table: Table) -> None:
    assert visitor.record(table).status == 303


def record_spades(visitor: Visitor, table: Table) -> None:
    visitor.record_directly(table, bid_and_made([3, 4, 2, 3], 6))


def begin_cards(visitor: Visitor, table: Table) -> None:
    lead(visitor, table, 0)


def play_a_trick(visitor: Visitor, table: Table) -> None:
    lead(visitor, table, 0)
    play(visitor, table, TRICK)


def abandon(visitor: Visitor, table: Table) -> None:
    assert visitor.press(table.partie, "/abandon").status == 303


def call_tricks(visitor: Visitor, table: Table) -> None:
    assert visitor.call(table, {}).status == 303


@pytest.mark.parametrize(
    ("game", "done", "moment"),
    [
        ("hearts", nothing, "deal"),
        ("spades", nothing, "bids"),
        ("spades", bid_twice, "bids"),
        ("spades", bid_all, "following"),
        ("spades", record_spades, "bids"),
        ("hearts", begin_cards, "first_trick"),
        ("hearts", play_a_trick, "following"),
        ("hearts", record_hearts, "count"),
        ("hearts", abandon, "end"),
        ("piquet", nothing, "deal"),
        ("piquet", call_tricks, "following"),
    ],
)
def test_the_search_opens_on_the_moment_of_the_partie(
    visitor: Visitor, game: str, done: Callable[[Visitor, Table], None], moment: str
) -> None:
    table = visitor.set_table(*("Anne", "Luc", "Zoé", "Max")[: 2 if game == "piquet" else 4], game=game)
    done(visitor, table)
    page = visitor.get(f"{table.partie}/desk")
    assert open_moment(page) == moment
    assert rows_of(page) == rows_of(visitor.get(f"{table.partie}/desk/moments/{moment}")) != {}


def test_the_next_entry_answers_where_the_first_one_does_not_arise_dp_23(stranger: Visitor) -> None:
    """With the jack of diamonds, the case of the volte does not arise, which says nothing of the jack."""
    count = next(one for one in library.book(GAMES["hearts"]).moments if one.key == "count")
    asked = next(
        row.texts["fr"] for topic in count.topics for row in topic.rows if row.entries[:2] == ("volte", "moon_worth")
    )
    for options, address in (("", "/rules/hearts/quarrels/volte"), ("?jack_of_diamonds=-10", "/rules/hearts/desk?")):
        rows = rows_of(stranger.get(f"/rules/hearts/moments/count{options}"))
        assert rows[plain(asked)][0].startswith(address)


@pytest.mark.sweep("opens the answer of every question of a game")
@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", ["hearts", "spades", "piquet"])
def test_every_question_leads_to_the_answer_whose_head_is_beside_it(
    stranger: Visitor, game: str, language: str
) -> None:
    """Two taps from the moment that is open: its topic, and the question."""
    reader = Visitor(stranger.app, language=language)
    moments = re.findall(rf'href="(/rules/{game}/moments/\w+)"', reader.get(f"/rules/{game}/desk").html)
    assert len(moments) == len(library.book(GAMES[game]).moments)
    for moment in moments:
        for question, (address, head) in rows_of(reader.get(moment)).items():
            page = reader.get(address)
            assert page.status == 200
            answer = re.search(
                r'<p class="table-answer"[^>]*>(.*?)</p>|<b class="head">(.*?)</b>', page.html, re.DOTALL
            )
            assert answer, question
            assert head in Page(0, answer[1] or answer[2]).text, question
