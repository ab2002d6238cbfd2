"""The fixtures of all tests: both databases, the application, a real server and a phone."""

import gc
import os
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest
from support import game_package

SITE = game_package.install()  # before the games are imported

from support import databases, instances, phones, postgres, selection, tap_table  # noqa: E402
from support.commands import Server  # noqa: E402

from scorekeeper.web.games import load_pages  # noqa: E402

load_pages()  # before any test reads the list of games

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient
    from playwright.sync_api import Browser, Page

# On a build server every run uses the same examples; at home new ones.
hypothesis.settings.register_profile(
    "usual", deadline=None, derandomize="CI" in os.environ, max_examples=selection.MANY
)
_usual = hypothesis.settings.get_profile("usual")
hypothesis.settings.register_profile(selection.QUICK, _usual, max_examples=selection.FEW, database=None)
hypothesis.settings.register_profile(selection.THOROUGH, _usual, max_examples=selection.MANY * selection.TIMES)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="SQLite only, few examples of each property, no sweep")
    parser.addoption("--thorough", action="store_true", help="an hour of everything")
    parser.addoption("--game", choices=selection.known_games(), help="only the tests about this game")
    parser.addoption("--approve", action="store_true", help="write sentences and sheets anew, to be read as a diff")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the number of examples before the tests are imported, because a property may set its own."""
    chosen = next((name for name in (selection.QUICK, selection.THOROUGH) if config.getoption(f"--{name}")), "usual")
    hypothesis.settings.load_profile(chosen)
    instances.use_cache(config.cache)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    selection.select(config, items)
    selection.spread(items)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    rows = tap_table.lines(terminalreporter.stats.get("passed", []))
    if rows:
        terminalreporter.section("taps")
        terminalreporter.write_line("\n".join(rows))


@pytest.fixture(autouse=True)
def _own_settings(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Keep the user's settings out of the tests, and the tests out of the user's instance."""
    for name in list(os.environ):
        if name.startswith("SCOREKEEPER_") or name in {"HOST", "PORT"}:
            monkeypatch.delenv(name)
    # Most tests write nothing: only those that request tmp_path get a folder; for the others creating one fails.
    own = "tmp_path" in request.fixturenames
    folder = request.getfixturevalue("tmp_path") if own else Path(os.devnull)
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(folder / "instance"))


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The URL of a PostgreSQL for the session, in the form of libpq."""
    with postgres.server() as url:
        yield url


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A prepared SQLite database, to copy."""
    return databases.sqlite_template(tmp_path_factory.mktemp("sqlite"))


@pytest.fixture(scope="session")
def postgres_template(postgres_url: str) -> Iterator[str]:
    """The name of a prepared PostgreSQL database, to copy."""
    yield from databases.postgres_template(postgres_url)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a prepared and empty database; every test that requests it runs on both."""
    if request.param == "sqlite":
        yield databases.sqlite_copy(request.getfixturevalue("sqlite_template"), tmp_path)
    else:
        server = request.getfixturevalue("postgres_url")
        yield from databases.postgres_copy(server, request.getfixturevalue("postgres_template"))


@pytest.fixture
def app(database_url: str, tmp_path: Path) -> Iterator["Flask"]:
    """The application on an empty database."""
    from scorekeeper.web import create_app  # noqa: PLC0415 (tests of the cards import no Flask)

    settings = {
        "DATABASE_URL": database_url,
        "SECRET_KEY": "for the tests",
        "INSTANCE": instances.with_caches(tmp_path),
        "TESTING": True,
    }
    made = create_app(settings)
    yield made
    with made.app_context():
        for engine in made.extensions["sqlalchemy"].engines.values():
            engine.dispose()


@pytest.fixture
def client(app: "Flask") -> Iterator["FlaskClient"]:
    """A client of the application."""
    with app.test_client() as opened:
        yield opened


@pytest.fixture(scope="session")
def chromium() -> Iterator["Browser"]:
    """The Chromium of this computer."""
    with phones.chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path) -> Iterator[Server]:
    """A real server for the session; a test that kills or fills it uses `own_server`.

    It listens on this computer only, so that a link keeps the address of the phone that shows it.
    """
    opened = Server(instances.with_caches(tmp_path_factory.mktemp("server") / "instance"), HOST="127.0.0.1")
    databases.sqlite_copy(sqlite_template, opened.instance)
    yield opened.start()
    opened.kill()


@pytest.fixture
def own_server(tmp_path: Path, sqlite_template: Path) -> Iterator[Server]:
    """A real server for one test, with one worker: each takes a second to start."""
    opened = Server(instances.with_caches(tmp_path / "instance"), workers=1)
    databases.sqlite_copy(sqlite_template, opened.instance)
    yield opened.start()
    opened.kill()


@pytest.fixture
def set_server_zone() -> Iterator[Callable[[str], None]]:
    """A function that sets the time zone of this process, which is that of the server."""
    with pytest.MonkeyPatch.context() as patch:

        def set_zone(name: str) -> None:
            patch.setenv("TZ", name)
            time.tzset()

        yield set_zone
    time.tzset()


@pytest.fixture
def check_taps(record_property: Callable[[str, object], None]) -> tap_table.CheckTaps:
    """A function that records the taps of an action and the most it may take."""
    return tap_table.taps_checker(record_property)


@pytest.fixture
def open_phone(chromium: "Browser", server: Server) -> Iterator[Callable[..., "Page"]]:
    """A function that opens phones on the server: see `Phones.open`. The test fails if one of them has an error."""
    opened = phones.Phones(chromium, server.url)
    yield opened.open
    opened.close()


@pytest.fixture
def phone(open_phone: Callable[..., "Page"]) -> "Page":
    """A phone in French."""
    return open_phone()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Exclude the tests from garbage collection, during collection and after: they stay until the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()
