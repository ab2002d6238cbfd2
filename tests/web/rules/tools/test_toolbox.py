"""The list of tools: those of every game and those of one game, for everyone who may read the page."""

from __future__ import annotations

import re

import pytest
from fourth_game.visits import noted, seated, takes
from web.visitor import Page, Visitor


def tools(page: Page) -> list[tuple[str, str]]:
    """Return the tools listed on a page, as (address, text)."""
    found = re.search(r'<nav class="tools".*?</nav>', page.html, re.DOTALL)
    assert found, page.text
    listed = re.findall(r'href="([^"]+)">(.*?)</a>', found[0])
    return [(address.partition("?")[0].rsplit("/", 1)[-1], words) for address, words in listed]


@pytest.mark.parametrize(
    ("slug", "names"),
    [
        ("hearts", ["cards", "pile"]),
        ("spades", ["cards", "pile"]),
        ("piquet", ["cards", "pile", "irregularities", "piquet"]),
    ],
)
def test_the_tools_of_a_table_are_those_of_its_game(stranger: Visitor, slug: str, names: list[str]) -> None:
    page = stranger.get(f"/rules/{slug}/desk")
    assert [name for name, _ in tools(page)] == names
    for name in names[:3]:
        assert stranger.get(f"/rules/{slug}/tools/{name}").status == 200


def test_the_tools_of_a_partie_include_what_if(visitor: Visitor) -> None:
    table = visitor.set_table("Anne", "Luc", game="piquet", repic_needs_zero_opponent=False)
    page = visitor.get(f"{table.partie}/desk")
    names = [name for name, _ in tools(page)]
    assert names == ["cards", "pile", "irregularities", "what-if", "piquet"]
    # PI-23: two hands are compared as this table plays the repic.
    assert 'href="/calculator/piquet?repic=no"' in page.html


def test_every_tool_speaks_both_languages(visitor: Visitor) -> None:
    table = visitor.set_table("Anne", "Luc", game="piquet")
    texts = {}
    for language in ("fr", "en"):
        visitor.headers = {"Accept-Language": language}
        page = visitor.get(f"{table.partie}/desk")
        texts[language] = [words for _, words in tools(page)]
        for name, _ in tools(page)[:4]:
            assert visitor.get(f"{table.partie}/desk/tools/{name}").status == 200
    assert texts["fr"][:2] == ["Qui prend\u202f? C’est permis\u202f?", "Compter cette main"]
    assert texts["en"][:2] == ["Who takes it? Is it allowed?", "Count this hand"]


def test_a_game_that_needs_the_trump_has_its_cards_once_it_is_known_be_9(visitor: Visitor) -> None:
    """BE-9: hearts being trump, the 7♥ takes the trick from the ace of the suit led."""
    assert tools(visitor.get("/rules/petite_belote/desk")) == []
    assert visitor.get("/rules/petite_belote/tools/cards").status == 404
    table = seated(visitor)
    assert visitor.get(f"{table.partie}/desk/tools/cards").status == 404
    takes(visitor, table, 1, "H")
    assert [name for name, _ in tools(visitor.get(f"{table.partie}/desk"))] == ["cards", "what-if"]
    page = visitor.get(f"{table.partie}/desk/tools/cards?leader=0&card=AS.7H.10S.KS")
    assert "Luc prend le pli : 7♥. C’est le seul atout du pli. Article BE-9" in page.text
    assert "Lien vers cette réponse" not in page.text
    # BE-5: who has spades follows.
    page = visitor.get(f"{table.partie}/desk/tools/cards?leader=0&card=AS.7H")
    assert "Permis si Luc n’a plus de pique." in page.text


def test_what_if_asks_by_the_form_of_any_game_be_11(visitor: Visitor) -> None:
    """BE-11: 100 and 62; with 90 for who takes, 90 and 72."""
    table = seated(visitor)
    noted(visitor, table, 0, 100, 62)
    (manche,) = visitor.manche_ids(table)
    tool = f"{table.partie}/desk/tools/what-if"
    form = visitor.get(f"{tool}?manche={manche}").form("/what-if")
    sent = form.sent({"points-0": "90", "points-1": ""})
    answer = visitor.client.get(tool, query_string=sent, headers=visitor.headers)
    page = Page(answer.status_code, answer.get_data(as_text=True))
    assert "Anne & Zoé 100 90 −10 Luc & Maxence 62 72 +10" in page.text
    assert visitor.totals(table) == [(100, 62)]


@pytest.mark.parametrize("name", ["", "x", "CARDS", "what-if", "irregularities", "%00", "cards/../pile", "²"])
def test_an_unknown_tool_is_a_404(stranger: Visitor, name: str) -> None:
    page = stranger.get(f"/rules/hearts/tools/{name}")
    assert page.status == 404
    assert stranger.get(f"/rules/nothing/tools/{name or 'cards'}").status == 404
