"""A browser that refuses the cookie gets a page that says so, instead of the same form again and again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from web.visitor import Visitor


@pytest.mark.parametrize(
    ("speaks", "sentence"),
    [("fr", "autorisez les cookies pour ce site"), ("en", "allow cookies for this site")],
)
def test_a_browser_without_cookies_reads_what_the_cookie_is_for(stranger: Visitor, speaks: str, sentence: str) -> None:
    stranger.client = stranger.app.test_client(use_cookies=False)
    stranger.headers["Accept-Language"] = speaks
    page = stranger.press("/carnets", "/carnets", {"name": "Lundi"})
    for _ in range(2):
        assert page.status == 400
        assert sentence in page.text
        assert "longtemps" not in page.text
        assert page.form("/carnets").value("name") == "Lundi"
        page = stranger.send(page, "/carnets")


def test_the_same_page_sends_the_fields_once_cookies_are_allowed(stranger: Visitor) -> None:
    allowed, stranger.client = stranger.client, stranger.app.test_client(use_cookies=False)
    refused = stranger.press("/carnets", "/carnets", {"name": "Lundi"})
    stranger.client = allowed
    page = stranger.send(refused, "/carnets")  # this answer sets the cookie
    assert stranger.send(page, "/carnets").status == 303


def test_an_old_page_with_a_cookie_is_not_called_a_refusal(visitor: Visitor) -> None:
    page = visitor.post("/carnets", {"csrf_token": "old", "name": "Lundi"})
    assert page.status == 400
    assert "ouverte depuis longtemps" in page.text
    assert "autorisez les cookies" not in page.text
