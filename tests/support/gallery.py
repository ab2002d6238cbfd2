"""Screenshots of every page in light and dark, in French and English, at several screen sizes.

Run `make shots` (into shots/, which git ignores), or for some pages at some widths
make shots ARGS='shots/ --only "hearts for 4" --widths 360 1280'
"""

from __future__ import annotations

import argparse
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from support import measure, page_checks, phones
from support.every_page import NAMES, PROVOKED, EveryPage

if TYPE_CHECKING:
    from playwright.sync_api import Page

LOCALES = ("fr-FR", "en-GB")
SHEET = "body{{margin:1rem;background:#888;font:1rem sans-serif}}img{{margin:4px;max-height:44rem;vertical-align:top}}"


def take(page: Page, pages: EveryPage, url: str, folder: Path, chosen: argparse.Namespace) -> None:
    """Save screenshots of the chosen pages, at every chosen width, in light and dark."""
    for name in pages.paths:
        if re.search(chosen.only, name):
            pages.visit(page, url, name)
            for width, height in measure.SIZES:
                if width in chosen.widths:
                    page.set_viewport_size({"width": width, "height": height})
                    shoot(page, folder / f"{name.replace('/', ' ')}, {width}")


def shoot(page: Page, path: Path) -> None:
    """Save a page in light and dark: its first screen if it has an entry or a dock, else the whole page."""
    whole = not page.locator("#entry, .dock, form.keys").count()
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        page_checks.settle(page)
        page.screenshot(path=path.with_name(f"{path.name}, {theme}.png"), caret="initial", full_page=whole)


def contents(folder: Path) -> str:
    """Return an HTML page with all the screenshots."""
    shown = (
        f'<img loading="lazy" src="{path.relative_to(folder)}" title="{path.stem}">'
        for path in sorted(folder.rglob("*.png"))
    )
    return f"<!doctype html><meta charset='utf-8'><title>Shots</title><style>{SHEET}</style>{''.join(shown)}"


def main() -> None:
    """Take the screenshots of a server of their own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="a pattern that the names of the pages match")
    parser.add_argument("--widths", type=int, nargs="*", default=[width for width, _ in measure.SIZES])
    parser.add_argument("--long", action="store_true", help="seat the longest names")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as home, phones.chromium() as browser:
        pages = EveryPage(Path(home)) if chosen.long else EveryPage(Path(home), NAMES)
        with pages.serve() as url:
            for locale in LOCALES:
                opened = phones.Phones(browser, url)
                folder = chosen.folder / locale[:2]
                folder.mkdir(parents=True, exist_ok=True)
                take(opened.open(locale, tolerate=PROVOKED), pages, url, folder, chosen)
                opened.close()
    (chosen.folder / "index.html").write_text(contents(chosen.folder), encoding="utf-8")


if __name__ == "__main__":
    main()
