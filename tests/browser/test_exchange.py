"""A carnet is exported on one phone and imported on another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support import axe, evening, page_checks

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def check_layout(page: Page) -> None:
    assert (axe.violations(page), page_checks.overflows(page), page_checks.too_small(page)) == ([], [], [])


def choose(page: Page, name: str, content: bytes, button: str) -> None:
    page.locator("#file").set_input_files({"name": name, "mimeType": "text/plain", "buffer": content})
    page.get_by_role("button", name=button, exact=True).tap()


def test_a_carnet_is_moved_to_another_phone(phone: Page, open_phone: Callable[..., Page], tmp_path: Path) -> None:
    evening.sit_down(phone)
    evening.record_directly(phone, (5, 4, 3, 1), evening.NAMES[2])
    phone.goto(phone.url.partition("/parties")[0] + "/exchange")
    check_layout(phone)
    with phone.expect_download() as download:
        phone.get_by_role("link", name="Exporter le carnet").tap()
    download.value.save_as(tmp_path / "carnet.json")
    assert download.value.suggested_filename.startswith("la-marque-")
    other = open_phone(tolerate=("status of 422",))
    other.goto("/import")
    choose(other, "rien.json", b"{}", "Importer")
    expect(other.locator("#refusal")).to_contain_text("Ce n’est pas le fichier d’un carnet")
    check_layout(other)
    choose(other, "carnet.json", (tmp_path / "carnet.json").read_bytes(), "Importer")
    expect(other.get_by_text("Le carnet est importé.")).to_be_visible()
    check_layout(other)
    expect(other.locator(".playing .ranked li")).to_have_count(4)
    expect(other.locator(".playing .ranked li.leads")).to_contain_text(evening.NAMES[3])
