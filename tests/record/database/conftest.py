"""Databases that the tests of this folder prepare themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from record import applications
from support import databases

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(params=applications.BOTH)
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Return the address of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'scorekeeper.sqlite3'}"
        return
    yield from databases.postgres_copy(request.getfixturevalue("postgres_url"), "template0")
