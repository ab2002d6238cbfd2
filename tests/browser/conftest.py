"""Every test of this folder drives a browser, usually Chromium; some do so once with scripts and once without."""

from typing import TYPE_CHECKING

import pytest
from support.every_page import DemoApplication
from support.phones import OpenPhone

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the tests of this folder."""
    item.add_marker(pytest.mark.browser)


def pytest_ignore_collect(collection_path: "Path", config: pytest.Config) -> bool | None:
    """Leave the other engines out of all runs but `make thorough`, which asks for their programs."""
    if collection_path.name == "test_other_engines.py" and not config.getoption("--thorough"):
        return True
    return None  # the rules of pytest


@pytest.fixture(params=[True, False], ids=["with_script", "without_script"])
def javascript(request: pytest.FixtureRequest) -> bool:
    """Whether the phone runs scripts; a test that requests it runs with and without."""
    return bool(request.param)


@pytest.fixture
def each_phone(open_phone: OpenPhone, *, javascript: bool) -> "Page":
    """A phone in French, once with scripts and once without."""
    return open_phone(javascript=javascript)


@pytest.fixture
def demo(tmp_path: "Path") -> DemoApplication:
    """An application in this process, with a carnet."""
    return DemoApplication(tmp_path)
