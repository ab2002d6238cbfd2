"""The application on a database of its own, for many tests: each keeps to a carnet that it makes itself."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import event
from support import databases, instances

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask import Flask

BOTH = ("sqlite", "postgresql")


def alone(*databases: str) -> Any:  # noqa: ANN401 - a fixture
    """A fixture `house` for the tests of one module: those that go through all there is in a database."""

    @pytest.fixture(scope="module", params=databases or BOTH, name="house")
    def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
        yield from shared(request, tmp_path_factory.mktemp("alone"))

    return house


def shared(request: pytest.FixtureRequest, folder: Path) -> Iterator[Flask]:
    """The application on the kind of database that the fixture's parameter names, on SQLite when it has none."""
    if getattr(request, "param", "sqlite") == "sqlite":
        urls = iter([databases.sqlite_copy(request.getfixturevalue("sqlite_template"), folder)])
    else:
        server = request.getfixturevalue("postgres_url")
        urls = databases.postgres_copy(server, request.getfixturevalue("postgres_template"))
    for url in urls:
        with opened(url, folder) as app:
            yield app


@contextmanager
def opened(url: str, folder: Path) -> Iterator[Flask]:
    """The application on this database; its connections are closed in the end."""
    # Tests of names and words need no application.
    from scorekeeper.record.database import db  # noqa: PLC0415
    from scorekeeper.web import create_app  # noqa: PLC0415

    instance = instances.with_caches(folder)
    app = create_app({"DATABASE_URL": url, "SECRET_KEY": "for the tests", "INSTANCE": instance, "TESTING": True})
    with app.app_context():
        if url.startswith("sqlite"):
            event.listen(db.engine, "connect", hurry)
    yield app
    with app.app_context():
        for engine in app.extensions["sqlalchemy"].engines.values():
            engine.dispose()


def hurry(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's own connection
    """Only the tests' data is at stake: nothing waits for the disk."""
    connection.execute("PRAGMA synchronous=OFF")
