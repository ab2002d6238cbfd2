"""The application with its own database, shared by many tests, each with its own carnet."""

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
    """Return a fixture `application` for one module, whose tests read every row of the database."""

    @pytest.fixture(scope="module", params=databases or BOTH, name="application")
    def application(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
        yield from shared(request, tmp_path_factory.mktemp("alone"))

    return application


def shared(request: pytest.FixtureRequest, folder: Path) -> Iterator[Flask]:
    """Yield the application with the kind of database in the fixture's parameter, by default SQLite."""
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
    """Yield the application with this database, and close its connections."""
    # Tests of names and words need no application.
    from scorekeeper.record.database import db  # noqa: PLC0415
    from scorekeeper.web import create_app  # noqa: PLC0415

    instance = instances.with_caches(folder)
    app = create_app({"DATABASE_URL": url, "SECRET_KEY": "for the tests", "INSTANCE": instance, "TESTING": True})
    with app.app_context():
        if url.startswith("sqlite"):
            event.listen(db.engine, "connect", play_quickly)
    yield app
    with app.app_context():
        for engine in app.extensions["sqlalchemy"].engines.values():
            engine.dispose()


def play_quickly(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's own connection
    """Do not wait for the disk, as a test's data may be lost."""
    connection.execute("PRAGMA synchronous=OFF")
