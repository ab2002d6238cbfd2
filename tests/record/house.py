"""The application on a database of its own, for many tests: each keeps to a carnet that it makes itself."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from support import databases

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import pytest
    from flask import Flask

BOTH = ("sqlite", "postgresql")


def shared(request: pytest.FixtureRequest, folder: Path) -> Iterator[Flask]:
    """The application on the kind of database that the fixture's parameter names."""
    if request.param == "sqlite":
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
    from scorekeeper.web import create_app  # noqa: PLC0415 (tests of names and words need no application)

    app = create_app({"DATABASE_URL": url, "SECRET_KEY": "for the tests", "INSTANCE": folder, "TESTING": True})
    yield app
    with app.app_context():
        for engine in app.extensions["sqlalchemy"].engines.values():
            engine.dispose()
