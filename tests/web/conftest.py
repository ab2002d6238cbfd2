"""The visitors of the pages: each test has a carnet of its own, on an application that all share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from record import house as houses
from support.jobs import JobsAtOnce, WaitingJobs, wait
from web.visitor import Visitor
from web.walk import Full, furnish

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask


@pytest.fixture(scope="session")
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The application on SQLite; `test_postgresql` asks for the other."""
    for app in houses.shared(request, tmp_path_factory.mktemp("web")):
        yield app
        wait(app)


@pytest.fixture
def processes() -> None:
    """Asked for by a test that wants the process of each job, which takes a second to start."""


@pytest.fixture(autouse=True)
def _jobs_at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have each job done as it is started."""
    if "processes" not in request.fixturenames:
        JobsAtOnce(monkeypatch)


@pytest.fixture
def waiting(_jobs_at_once: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[WaitingJobs]:
    """Have each job wait for its turn."""
    jobs = WaitingJobs(monkeypatch)
    yield jobs
    jobs.die()


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
