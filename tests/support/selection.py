"""The tests of a run: all, a quick selection (`--quick`), or those of one game (`--game`).

`--thorough` runs all with more examples and with both languages everywhere.
"""

from __future__ import annotations

import re
import tomllib
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import pytest

GAMES = Path(__file__).parents[2] / "scorekeeper" / "games"
QUICK = "quick"
THOROUGH = "thorough"
EVERY = "every"
MANY = 60  # examples of a property without its own number
FEW = 3  # examples of a property
TIMES = 5  # factor of a thorough run
SEARCHING = ("tests/games/search", "tests/record/answers", "tests/record/formats", "tests/web/rules")
FEW_CASES = 1  # cases of a test that uses a database for each of them


def known_games() -> list[str]:
    """Return the slugs of the games, whose folders have a rulebook."""
    return sorted(path.parent.name for path in GAMES.glob("*/rulebook"))


def prefix(slug: str) -> str:
    """Return the prefix of a game's articles, which is also in the names of their tests: `ap`."""
    articles = tomllib.loads((GAMES / slug / "rulebook" / "articles.toml").read_text(encoding="utf-8"))
    return next(iter(articles)).split("-")[0].lower()


def thorough() -> bool:
    return hypothesis.settings.get_current_profile_name() == THOROUGH


def examples(count: int) -> int:
    """Return the number of examples of a property: `count`, fewer in a quick run, more in a thorough one."""
    if hypothesis.settings.get_current_profile_name() == QUICK:
        return min(count, FEW)
    return count * TIMES if thorough() else count


def needs_postgres(item: pytest.Item) -> bool:
    """Return whether the test runs on PostgreSQL."""
    callspec = getattr(item, "callspec", None)
    params: Iterable[object] = callspec.params.values() if callspec else ()
    return "postgresql" in params or "postgres_url" in getattr(item, "fixturenames", ())


def about(slug: str) -> re.Pattern[str]:
    """Return a pattern for the id of a test about this game: its slug, or the number of one of its articles."""
    return re.compile(rf"(?<![a-z]){slug}(?![a-z])|(?<![a-z]){prefix(slug)}[-_]\d", re.IGNORECASE)


def game_of(item: pytest.Item) -> str | None:
    """Return the slug of the game that is the test's parameter, or None."""
    callspec = getattr(item, "callspec", None)
    return getattr(callspec.params.get("game"), "slug", None) if callspec else None


def chooser(slug: str) -> Callable[[pytest.Item], bool]:
    """Return a function that decides whether a test is about this game.

    It is by its marker (for one game or every game), its path, its name or a parameter. A test in the folder or file of
    another game is not, even if its name contains hearts or spades.
    """
    own, others = about(slug), [about(other) for other in known_games() if other != slug]

    def chosen(item: pytest.Item) -> bool:
        marked = {game for marker in item.iter_markers("game") for game in marker.args}
        file, _, name = item.nodeid.partition("::")
        if slug in marked or own.search(file):
            return True
        elsewhere = marked - {EVERY} or any(other.search(file) for other in others)
        if EVERY in marked and game_of(item) in {None, slug} and not any(other.search(name) for other in others):
            return True
        return not elsewhere and bool(own.search(name))

    return chosen


def few_cases(items: list[pytest.Item]) -> Callable[[pytest.Item], bool]:
    """Return a function that decides whether a test is among the first cases of a function, if these use a database."""
    place = {item.nodeid: number for _, cases in groupby(items, key=_function) for number, item in enumerate(cases)}
    return lambda item: place[item.nodeid] < FEW_CASES or "application" not in getattr(item, "fixturenames", ())


def _function(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def select(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests that this run does not include."""
    slug = config.getoption("--game")
    quick = config.getoption("--quick")
    about_it = chooser(slug) if slug else None
    among_few = few_cases([item for item in items if not needs_postgres(item)])
    selected, deselected = [], []
    for item in items:
        wanted = about_it is None or about_it(item)
        if quick:
            wanted = wanted and not needs_postgres(item) and item.get_closest_marker("sweep") is None
            wanted = wanted and (among_few(item) or slug is not None)
        (selected if wanted else deselected).append(item)
    if deselected:
        config.hook.pytest_deselected(items=deselected)
        items[:] = selected


def spread(items: list[pytest.Item]) -> None:
    """Put the tests that search the rules first, and spread the modules of browser tests evenly among the others.

    Every process begins with its share of the list, and the small tests at its end are distributed last. The index of
    the search takes each process five seconds: so few processes need it. A browser test waits half of its time: two of
    them at once would leave a core idle.
    """
    modules = [list(tests) for _, tests in groupby(items, key=lambda item: item.path)]
    modules.sort(key=lambda tests: not tests[0].nodeid.startswith(SEARCHING))
    browsers = [tests for tests in modules if tests[0].get_closest_marker("browser") is not None]
    others = [tests for tests in modules if tests[0].get_closest_marker("browser") is None]
    between = sum(map(len, others)) / max(len(browsers), 1)
    mixed: list[pytest.Item] = []
    passed = 0
    for number, tests in enumerate(browsers):
        mixed += tests
        while others and passed < (number + 1) * between:
            passed += len(others[0])
            mixed += others.pop(0)
    items[:] = [*mixed, *(item for tests in others for item in tests)]
