"""A visitor of the pages of the fourth game, on an application shared by its tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from record import applications
from support import databases
from web.visitor import Visitor

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask import Flask


@pytest.fixture(scope="module")
def application(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    folder = tmp_path_factory.mktemp("petite_belote")
    with applications.opened(databases.sqlite_copy(sqlite_template, folder), folder) as app:
        yield app


@pytest.fixture
def visitor(application: Flask) -> Visitor:
    """A visitor in French with a carnet."""
    return Visitor(application).open_carnet()
