"""The book and the index of a game, as made from its rulebook and as saved beside it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.search import library


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[AnyGame, Path]]:
    """Spades in a package of its own, with a saved index, and the folder of the package."""
    folder = tmp_path_factory.mktemp("site") / "spades_made"
    own = Path(str(files(GAMES["spades"].package) / "rulebook"))
    shutil.copytree(own, folder / "rulebook", ignore=shutil.ignore_patterns("*.pickle"))
    (folder / "__init__.py").touch()
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder.parent)
        library.save(folder.name)
        yield replace(GAMES["spades"], package=folder.name), folder


def copied(saved: tuple[AnyGame, Path], name: str) -> AnyGame:
    """Return the game in a package of another name, whose book and index are not in this process."""
    game, folder = saved
    shutil.copytree(folder, folder.with_name(name))
    return replace(game, package=name)


def test_a_saved_index_is_loaded_and_like_the_made_one(
    saved: tuple[AnyGame, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    made, other = saved[0], copied(saved, "spades_loaded")
    monkeypatch.delattr(library.Index, "__init__")  # none can be made
    assert library.book(other) == library.book(made)
    question = "combien coûte le dixième sac"
    of_made, of_loaded = (library.index(game).likeness(question, "fr") for game in (made, other))
    assert of_loaded == of_made
    near_made, near_loaded = (
        library.index(game).nearness(of_made.words, of_made.targets, "fr") for game in (made, other)
    )
    assert near_loaded == near_made


def test_after_a_change_of_a_text_a_saved_index_is_not_loaded(saved: tuple[AnyGame, Path]) -> None:
    changed = copied(saved, "spades_changed")
    file = saved[1].with_name("spades_changed") / "rulebook" / "articles.toml"
    article = library.book(saved[0]).articles["AP-5"].text("en")
    file.write_text(file.read_text(encoding="utf-8").replace(article.title, "Nil, anew"), encoding="utf-8")
    assert library.book(changed).articles["AP-5"].text("en").title == "Nil, anew"
