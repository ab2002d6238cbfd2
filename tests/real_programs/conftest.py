"""Tests beside programs of Debian, which only `make thorough` installs and runs."""

from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave this folder out of all runs but `make thorough`, which asks for the programs."""
    if collection_path.name.startswith("test_") and not config.getoption("--thorough"):
        return True
    return None  # the rules of pytest
