"""A carnet is exported on one phone and imported on another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect
from support import evening, inspection
from support.phones import OpenPhone

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page


def choose(page: Page, name: str, content: bytes, button: str) -> None:
    page.locator("#file").set_input_files({"name": name, "mimeType": "text/plain", "buffer": content})
    page.get_by_role("button", name=button, exact=True).tap()


def test_a_carnet_is_moved_to_another_phone(phone: Page, open_phone: OpenPhone, tmp_path: Path) -> None:
    evening.sit_down(phone)
    evening.record_directly(phone, (5, 4, 3, 1), evening.NAMES[2])
    phone.goto(phone.url.partition("/parties")[0] + "/exchange")
    assert inspection.problems(phone) == []
    with phone.expect_download() as download:
        phone.get_by_role("link", name="Exporter le carnet").tap()
    download.value.save_as(tmp_path / "carnet.json")
    assert download.value.suggested_filename.startswith("la-marque-")
    other = open_phone(tolerate=("status of 422",))
    other.goto("/import")
    choose(other, "rien.json", b"{}", "Importer")
    expect(other.locator("#refusal")).to_contain_text("Ce n’est pas le fichier d’un carnet")
    assert inspection.problems(other) == []
    choose(other, "carnet.json", (tmp_path / "carnet.json").read_bytes(), "Importer")
    expect(other.get_by_text("Le carnet est importé.")).to_be_visible()
    assert inspection.problems(other) == []
    expect(other.locator(".playing .ranked li")).to_have_count(4)
    expect(other.locator(".playing .ranked li.leads")).to_contain_text(evening.NAMES[3])
