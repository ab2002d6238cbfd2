"""The house knows the fourth game, as its tests are collected and as they run."""

from __future__ import annotations

from collections.abc import Generator, Iterator

import pytest

from fourth_game.registration import registered


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    with registered():
        return (yield)


@pytest.fixture(scope="module", autouse=True)
def _fourth_game() -> Iterator[None]:
    with registered():
        yield
