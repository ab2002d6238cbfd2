"""Each wording of a disputed case or short answer, used as a question, finds its own entry first."""

from __future__ import annotations

from collections import defaultdict

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import LANGUAGES
from scorekeeper.games.search import library
from scorekeeper.games.search.engine import search
from scorekeeper.games.search.spelling import stems_of

pytestmark = pytest.mark.game("every")

# One wording in this number is asked of the whole search, which takes minutes for all.
SAMPLED = 8
# The share of wordings that may find another entry first.
MOST_MISSED = 0.02
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)


@every_game
def test_each_wording_finds_its_entry_first(game: AnyGame) -> None:
    wordings = [
        (key, language, wording)
        for key, entry in {**library.book(None).entries, **library.book(game).entries}.items()
        for language in LANGUAGES
        for wording in entry.wordings[language]
    ]
    missed = []
    for key, language, wording in wordings[::SAMPLED]:
        candidates = search(wording, [game], language).candidates
        found = candidates[0].entry.key if candidates and candidates[0].entry is not None else None
        if found != key:
            missed.append((key, language, wording, found))
    assert len(missed) <= MOST_MISSED * len(wordings[::SAMPLED]), missed


@every_game
def test_no_two_entries_have_the_same_wording(game: AnyGame) -> None:
    """The search ignores accents and endings; a question that is a wording in all else is answered by its entry."""
    keys: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for key, entry in {**library.book(None).entries, **library.book(game).entries}.items():
        for language in LANGUAGES:
            for wording in entry.wordings[language]:
                keys[tuple(stems_of(wording, language))].add(key)
    assert not {words: same for words, same in keys.items() if len(same) > 1}
