"""Every page by day and by night, in French and in English, on screens of several sizes: pictures to look at.

To take them: make shots (into shots/, which is not kept), or for some pages at some widths
PYTHONPATH=tests .venv/bin/python -m support.gallery shots/ --only "hearts for 4" --widths 360 1280
"""

from __future__ import annotations

import argparse
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from support import glass, measure, phones
from support.rooms import NAMES, Rooms

if TYPE_CHECKING:
    from playwright.sync_api import Page

LOCALES = ("fr-FR", "en-GB")
SHEET = "body{{margin:1rem;background:#888;font:1rem sans-serif}}img{{margin:4px;max-height:44rem;vertical-align:top}}"


def take(page: Page, rooms: Rooms, url: str, folder: Path, chosen: argparse.Namespace) -> None:
    """Picture the pages that are asked for, each at every width and by day and by night."""
    for name in rooms.pages:
        if re.search(chosen.only, name):
            rooms.visit(page, url, name)
            for width, height in measure.SIZES:
                if width in chosen.widths:
                    page.set_viewport_size({"width": width, "height": height})
                    picture(page, folder / f"{name.replace('/', ' ')}, {width}")


def picture(page: Page, path: Path) -> None:
    """Picture a page by day and by night: the first screen of what has an entry or a dock, the whole of the rest."""
    whole = not page.locator("#entry, .dock, form.keys").count()
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        glass.settle(page)
        page.screenshot(path=path.with_name(f"{path.name}, {theme}.png"), caret="initial", full_page=whole)


def contents(folder: Path) -> str:
    """A page with all the pictures on it."""
    shown = (
        f'<img loading="lazy" src="{path.relative_to(folder)}" title="{path.stem}">'
        for path in sorted(folder.rglob("*.png"))
    )
    return f"<!doctype html><meta charset='utf-8'><title>Shots</title><style>{SHEET}</style>{''.join(shown)}"


def main() -> None:
    """Take the pictures in a house of their own."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--only", default="", help="a pattern that the names of the pages match")
    asked.add_argument("--widths", type=int, nargs="*", default=[width for width, _ in measure.SIZES])
    asked.add_argument("--long", action="store_true", help="seat the longest names")
    chosen = asked.parse_args()
    with tempfile.TemporaryDirectory() as home, phones.chromium() as browser:
        rooms = Rooms(Path(home)) if chosen.long else Rooms(Path(home), NAMES)
        with rooms.open() as url:
            for locale in LOCALES:
                opened = phones.Phones(browser, url)
                folder = chosen.folder / locale[:2]
                folder.mkdir(parents=True, exist_ok=True)
                take(opened.open(locale, tolerate=("status of 404",)), rooms, url, folder, chosen)
                opened.close()
    (chosen.folder / "index.html").write_text(contents(chosen.folder), encoding="utf-8")


if __name__ == "__main__":
    main()
