"""The screenshots of the README can be taken again, and the targets of the Makefile that need Chromium run."""

import struct
from pathlib import Path

import pytest
from playwright.sync_api import Page
from support import screenshots
from support.commands import make

ROOT = Path(__file__).parents[2]
FEW = "PARALLEL=--collect-only --quiet tests/cards/test_pack.py"


def test_the_screenshots_of_the_readme_have_the_size_of_a_phone(phone: Page, tmp_path: Path) -> None:
    taken = screenshots.take(phone, tmp_path)
    assert [path.name for path in taken] == [*screenshots.NAMES]
    for path in taken:
        content = path.read_bytes()
        assert content.startswith(b"\x89PNG\r\n\x1a\n")
        assert struct.unpack(">II", content[16:24]) == (720, 1480)
        assert len(content) < 200_000


@pytest.mark.parametrize("target", ["test", "thorough", "browser"])
def test_make_runs_the_tests_in_chromium(target: str) -> None:
    assert "tests collected" in make(ROOT, target, FEW, "PROGRAMS=")


def test_make_shots_of_one_page(tmp_path: Path) -> None:
    make(ROOT, "shots", f"ARGS={tmp_path} --only nowhere --widths 360")
    taken = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.png")}
    assert taken == {f"{locale}/nowhere, 360, {theme}.png" for locale in ("fr", "en") for theme in ("light", "dark")}
    assert (tmp_path / "index.html").is_file()
