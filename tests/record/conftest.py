"""Fixtures for the tests of the record: each test has its own carnet, in a shared database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from record import applications
from record.evening import Evening

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask


@pytest.fixture(scope="session", params=applications.BOTH)
def application(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The application, once on each kind of database."""
    yield from applications.shared(request, tmp_path_factory.mktemp("record"))


@pytest.fixture
def evening(application: Flask) -> Iterator[Evening]:
    """A carnet with a soirée."""
    with application.app_context():
        yield Evening()
