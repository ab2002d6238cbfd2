"""The screenshots of the README can be taken again."""

import struct
from pathlib import Path

import pytest
from playwright.sync_api import Page
from support import screenshots

pytestmark = pytest.mark.browser


def test_the_screenshots_of_the_readme_have_the_size_of_a_phone(phone: Page, tmp_path: Path) -> None:
    taken = screenshots.take(phone, tmp_path)
    assert [path.name for path in taken] == [*screenshots.NAMES]
    for path in taken:
        content = path.read_bytes()
        assert content.startswith(b"\x89PNG\r\n\x1a\n")
        assert struct.unpack(">II", content[16:24]) == (720, 1480)
        assert len(content) < 200_000
