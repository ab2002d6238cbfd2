"""The visitors of the pages: each test has a carnet of its own, on an application that all share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from record import house as houses
from web.visitor import Visitor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask


@pytest.fixture(scope="session", params=houses.BOTH)
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The application, once on each kind of database."""
    yield from houses.shared(request, tmp_path_factory.mktemp("web"))


@pytest.fixture
def visitor(house: Flask) -> Visitor:
    """A phone in French that holds a carnet."""
    return Visitor(house).open_carnet()


@pytest.fixture
def stranger(house: Flask) -> Visitor:
    """A phone in French that holds none."""
    return Visitor(house)
