"""Fixtures for the tests of the pages: one application for all, and for each test a browser with its own carnet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from flask import Flask
from flask_babel import Babel
from record import applications
from web.full_carnet import Full, furnish
from web.visitor import Visitor

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def application(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Yield the application on SQLite, or by a parameter on PostgreSQL."""
    yield from applications.shared(request, tmp_path_factory.mktemp("web"))


@pytest.fixture
def visitor(application: Flask) -> Visitor:
    """Return a browser in French with access to a new carnet."""
    return Visitor(application).with_carnet()


@pytest.fixture(scope="session")
def full_carnet(application: Flask) -> tuple[Visitor, Full]:
    """Return a browser and its carnet with rows of every kind, for tests that only read."""
    visitor = Visitor(application).with_carnet()
    return visitor, furnish(visitor)


@pytest.fixture
def stranger(application: Flask) -> Visitor:
    """Return a browser in French without a carnet."""
    return Visitor(application)


@pytest.fixture
def french() -> Iterator[None]:
    """A minimal application in French without catalogue, which shows the sentences of the sources."""
    app = Flask(__name__)
    Babel(app, default_locale="fr")
    with app.test_request_context():
        yield
