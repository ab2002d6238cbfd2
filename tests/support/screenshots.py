"""The screenshots of the README.

To take them again: PYTHONPATH=tests .venv/bin/python -m support.screenshots docs/
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, expect
from support import evening, page_checks, phones, playing
from support.commands import Server

TABLE = ("Anne", "Luc", "Zoé", "Paul")
NAMES = ("partie.png", "manche.png", "plis.png", "arbitre.png")
# The leader of the 2♣, a first trick in which Anne plays no club, and the club she plays in the next.
LEADER, TRICK, REVOKE = "Luc", ("KC", "3C", "5D", "KD", "2D"), "5C"
# Hearts by seat, and who took the queen.
PLAYED = (((5, 4, 3, 1), "Zoé"), ((0, 6, 2, 5), "Anne"), ((1, 2, 4, 6), "Paul"), ((4, 0, 8, 1), "Anne"))


def take(phone: Page, folder: Path) -> list[Path]:
    """Play a few manches on a phone in French, with screenshots in light and dark, then a manche card by card."""
    partie, manche, cards, arbiter = (folder / name for name in NAMES)
    evening.sit_down(phone, TABLE, dealer="Zoé")
    for hearts, queen in PLAYED:
        evening.record(phone, hearts, queen)
    phone.reload()
    shoot(phone, partie, dark=False)
    evening.open_entry(phone)
    for seat, key in enumerate(("2", "6")):
        phone.locator(f"[data-key='{key}']").tap()
        expect(phone.locator(f"#H-{seat}")).to_have_value(key)
    evening.queen_to(phone, "Luc")
    shoot(phone, manche, dark=True)
    phone.get_by_role("link", name="Carte par carte").tap()
    phone.wait_for_url("**/cards")
    finger = playing.Finger(phone)
    finger.lead(TABLE.index(LEADER))
    finger.cards(TRICK)
    shoot(phone, cards, dark=False)
    finger.card(REVOKE)
    expect(phone.locator(".interruption")).to_be_visible()
    shoot(phone, arbiter, dark=True)
    return [partie, manche, cards, arbiter]


def shoot(phone: Page, path: Path, *, dark: bool) -> None:
    """Save the screen; hiding the caret would inject a style, which the content policy forbids."""
    phone.emulate_media(color_scheme="dark" if dark else "light")
    page_checks.settle(phone)
    phone.screenshot(path=path, caret="initial")


def main(folder: Path) -> None:
    """Take the screenshots of a server of their own."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home, phones.chromium() as browser:
        server = Server(Path(home) / "instance")
        opened = phones.Phones(browser, server.start().url)
        try:
            take(opened.open(), folder)
            opened.close()
        finally:
            server.kill()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
