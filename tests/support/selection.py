"""What a run holds: everything, what a change is checked with every few minutes (`--quick`), one game (`--game`).

`--thorough` holds nothing more, and tries all of it longer: more examples, more tellings, both languages everywhere.
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
MANY = 60  # examples of a property that names no number
FEW = 3  # examples of a property
TIMES = 5  # as many of everything, when it may take an hour
FEW_CASES = 1  # of a test that reads or writes a database for each of its cases


def known_games() -> list[str]:
    """The slugs of the games: each has a folder with a rulebook."""
    return sorted(path.parent.name for path in GAMES.glob("*/rulebook"))


def prefix(slug: str) -> str:
    """How the numbers of a game's articles begin, and with them the names of the tests that hold it to one: `ap`."""
    articles = tomllib.loads((GAMES / slug / "rulebook" / "articles.toml").read_text(encoding="utf-8"))
    return next(iter(articles)).split("-")[0].lower()


def thorough() -> bool:
    """Whether the run may take its time."""
    return hypothesis.settings.get_current_profile_name() == THOROUGH


def examples(count: int) -> int:
    """So many examples of a property, few when the run is a quick one, more when it is a thorough one."""
    if hypothesis.settings.get_current_profile_name() == QUICK:
        return min(count, FEW)
    return count * TIMES if thorough() else count


def needs_postgres(item: pytest.Item) -> bool:
    """Whether the test runs on PostgreSQL."""
    callspec = getattr(item, "callspec", None)
    params: Iterable[object] = callspec.params.values() if callspec else ()
    return "postgresql" in params or "postgres_url" in getattr(item, "fixturenames", ())


def about(slug: str) -> re.Pattern[str]:
    """What the address of a test about this game has in it: the slug, or the number of one of its articles."""
    return re.compile(rf"(?<![a-z]){slug}(?![a-z])|(?<![a-z]){prefix(slug)}[-_]\d", re.IGNORECASE)


def game_of(item: pytest.Item) -> str | None:
    """The slug of the game that the test has for its parameter, if it has one."""
    callspec = getattr(item, "callspec", None)
    return getattr(callspec.params.get("game"), "slug", None) if callspec else None


def chooser(slug: str) -> Callable[[pytest.Item], bool]:
    """Tells whether a test is about this game.

    A marker says so, of one game or of every game, or its path, its name, one of its parameters. What lies in the
    folder or the file of another game is about that one, though hearts be broken there or spades led.
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
    """Tells whether a test is among the first few cases of its function, where each costs a database."""
    place = {item.nodeid: number for _, cases in groupby(items, key=_function) for number, item in enumerate(cases)}
    return lambda item: place[item.nodeid] < FEW_CASES or "house" not in getattr(item, "fixturenames", ())


def _function(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def select(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what this run was not asked for; at least one test is left, or the run fails by itself."""
    slug = config.getoption("--game")
    quick = config.getoption("--quick")
    about_it = chooser(slug) if slug else None
    among_few = few_cases([item for item in items if not needs_postgres(item)])
    kept, left_out = [], []
    for item in items:
        wanted = about_it is None or about_it(item)
        if quick:
            wanted = wanted and not needs_postgres(item) and item.get_closest_marker("sweep") is None
            wanted = wanted and (among_few(item) or slug is not None)
        (kept if wanted else left_out).append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept


def spread(items: list[pytest.Item]) -> None:
    """Put the modules of browser tests among the others, as evenly as those allow.

    A browser test waits as often as it works: beside another of its kind it would leave a core idle. Every process
    begins with its share of the whole, and the small tests that are left to the end are shared out to the last.
    """
    modules = [list(tests) for _, tests in groupby(items, key=lambda item: item.path)]
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
