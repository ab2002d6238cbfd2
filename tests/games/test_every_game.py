"""The requirements of every registered game: those of `scorekeeper.testing`, and more of the games of the app."""

from __future__ import annotations

from collections import defaultdict
from importlib.resources import files

import pytest
from support.contexts import contexts_of

from scorekeeper import games
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import LANGUAGES, read_articles
from scorekeeper.games.search import library
from scorekeeper.games.search.words import stems_of
from scorekeeper.testing import GameTests

pytestmark = pytest.mark.game("every")

TABLE_WIDE = "scorekeeper.cards"
every_game = pytest.mark.parametrize("game", games.GAMES.values(), ids=lambda game: game.slug)

pytest.mark.sweep("plays parties to their end")(GameTests.test_a_partie_is_shown_from_its_first_manche_to_its_end)
for _game in games.GAMES.values():
    _tests = type(f"Test_{_game.slug}", (GameTests,), {"slug": _game.slug, "contexts": contexts_of(_game)})
    globals()[_tests.__name__] = _tests


def test_each_game_is_registered_by_its_slug() -> None:
    assert {game.slug: game for game in games.GAMES.values()} == games.GAMES


def test_a_slug_can_be_registered_once() -> None:
    known = next(iter(games.GAMES.values()))
    with pytest.raises(ValueError, match=known.slug):
        games.register(known)
    assert games.GAMES[known.slug] is known


@every_game
def test_a_game_has_a_rulebook_folder(game: AnyGame) -> None:
    needed = ["articles.toml", "sources.toml", "options.toml", "book.toml"]
    # A game that is only counted has no disputed cases.
    needed += [] if game.play is None else ["quarrels.toml"]
    lacking = [name for name in needed if not (files(game.package) / "rulebook" / name).is_file()]
    assert lacking == []
    assert read_articles(game.package)


@pytest.mark.parametrize("slug", [None, "hearts", "spades", "piquet"])
def test_every_article_answers_some_question(slug: str | None) -> None:
    searched = library.book(None if slug is None else games.GAMES[slug])
    assert set(searched.articles) - {entry.article for entry in searched.entries.values()} == set()


@every_game
def test_no_two_entries_have_the_same_wording(game: AnyGame) -> None:
    """The search ignores accents and endings; a question that is a wording in all else is answered by its entry."""
    keys: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for key, entry in {**library.book(None).entries, **library.book(game).entries}.items():
        for language in LANGUAGES:
            for wording in entry.wordings[language]:
                keys[tuple(stems_of(wording, language))].add(key)
    assert not {words: same for words, same in keys.items() if len(same) > 1}


def test_no_more_wordings_come_in_than_questions_were_missed() -> None:
    """More of them find nothing more; with 24 a language and entry, 25 of 734 known questions lose their entry."""
    own = [games.GAMES[slug] for slug in ("hearts", "spades", "piquet")]
    books = [library.book(game) for game in (None, *own)]
    wordings = [words for one in books for entry in one.entries.values() for words in entry.wordings.values()]
    assert sum(map(len, wordings)) <= 32_000


def test_an_article_of_any_table_names_only_options_that_some_game_has() -> None:
    known = {option.name for game in games.GAMES.values() for option in game.options}
    assert {name for article in read_articles(TABLE_WIDE).values() for name in article.options} <= known
