"""A family of games: the game of a name is found by the slug of the family, a colon and the name."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import pytest

from scorekeeper.games import GAMES, counted_as, game_counted_as
from scorekeeper.games.hearts import HEARTS
from scorekeeper.web.games import PAGES

if TYPE_CHECKING:
    from scorekeeper.games.contract import AnyGame


def named(name: str) -> AnyGame:
    if name != "short":
        raise KeyError(name)
    return replace(HEARTS, slug=f"hearts:{name}")


@pytest.fixture(autouse=True)
def _family(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "hearts", replace(HEARTS, named=lru_cache(named)))
    monkeypatch.setitem(PAGES, "hearts", replace(PAGES["hearts"], name_of=lambda name: f"Cœurs {name}"))


def test_a_game_of_a_family_is_found_by_its_name_and_not_listed() -> None:
    game = GAMES["hearts:short"]
    assert (game.slug, game.family) == ("hearts:short", "hearts")
    assert GAMES.get("hearts:short") is game
    assert GAMES["hearts:short"] is game
    assert "hearts:short" in GAMES
    assert "hearts:short" not in [*GAMES]


@pytest.mark.parametrize("slug", ["hearts:", "hearts:long", "spades:short", "tarot:short", ""])
def test_a_game_that_does_not_exist_is_in_no_family(slug: str) -> None:
    assert slug not in GAMES
    assert slug not in PAGES
    assert GAMES.get(slug) is None
    with pytest.raises(KeyError):
        GAMES[slug]


def test_it_has_the_pages_of_the_family_under_its_own_name() -> None:
    pages = PAGES["hearts:short"]
    assert pages.text.NAME == "Cœurs short"
    assert pages.text.error_sentence is PAGES["hearts"].text.error_sentence
    assert "hearts:short" in PAGES
    assert "hearts:short" not in [*PAGES]


def test_a_kind_of_a_game_is_counted_under_its_own_slug_and_played_under_none() -> None:
    assert counted_as("spades", {"alone": True}) == "spades:alone"
    assert counted_as("spades", {"alone": False}) == "spades"
    assert counted_as("tarot", {"alone": True}) == "tarot"
    assert game_counted_as("spades:alone") is GAMES["spades"]
    assert game_counted_as("tarot:alone") is None
    assert "spades:alone" not in GAMES
    assert "spades:alone" in PAGES
