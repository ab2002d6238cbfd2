"""The visitors of the pages: each test has a carnet of its own, on an application that all share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from record import applications
from web.visitor import Visitor
from web.walk import Full, furnish

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask


@pytest.fixture(scope="session")
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The application on SQLite; `test_postgresql` asks for the other."""
    yield from applications.shared(request, tmp_path_factory.mktemp("web"))


@pytest.fixture
def visitor(house: Flask) -> Visitor:
    """A phone in French that holds a carnet."""
    return Visitor(house).hold_carnet()


@pytest.fixture(scope="session")
def furnished(house: Flask) -> tuple[Visitor, Full]:
    """A carnet with something of everything and the phone that holds it, for those who only look."""
    visitor = Visitor(house).hold_carnet()
    return visitor, furnish(visitor)


@pytest.fixture
def stranger(house: Flask) -> Visitor:
    """A phone in French that holds none."""
    return Visitor(house)
