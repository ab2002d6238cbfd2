"""A browser that refuses the one cookie is told so, in place of a page that sends it round in circles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from web.visitor import Visitor


@pytest.mark.parametrize(
    ("speaks", "said"),
    [("fr", "autorisez les cookies pour ce site"), ("en", "allow cookies for this site")],
)
def test_a_browser_without_cookies_is_told_what_the_cookie_is_for(stranger: Visitor, speaks: str, said: str) -> None:
    stranger.client = stranger.app.test_client(use_cookies=False)
    stranger.headers["Accept-Language"] = speaks
    page = stranger.press("/carnets", "/carnets", {"name": "Lundi"})
    for _ in range(2):
        assert page.status == 400
        assert said in page.text
        assert "longtemps" not in page.text
        assert page.form("/carnets").value("name") == "Lundi"
        page = stranger.send(page, "/carnets")


def test_once_cookies_are_allowed_the_same_page_sends_what_was_typed(stranger: Visitor) -> None:
    allowed, stranger.client = stranger.client, stranger.app.test_client(use_cookies=False)
    refused = stranger.press("/carnets", "/carnets", {"name": "Lundi"})
    stranger.client = allowed
    page = stranger.send(refused, "/carnets")  # this answer brings the cookie
    assert stranger.send(page, "/carnets").status == 303


def test_an_old_page_with_a_cookie_is_not_called_a_refusal(visitor: Visitor) -> None:
    page = visitor.post("/carnets", {"csrf_token": "old", "name": "Lundi"})
    assert page.status == 400
    assert "ouverte depuis longtemps" in page.text
    assert "autorisez les cookies" not in page.text
