"""A browser that refuses the cookie gets a page that says so, instead of the same form again and again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scorekeeper.web.core.security import cookie_name

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


def test_another_la_marque_on_the_same_host_has_a_cookie_of_its_own(visitor: Visitor) -> None:
    """Browsers send a cookie to every port of a host."""
    visitor.with_carnet()
    elsewhere = cookie_name("another key")
    assert elsewhere != visitor.cookie_name
    visitor.client.set_cookie(elsewhere, "of another signature")
    answer = visitor.client.get(f"{visitor.carnet}/")
    assert answer.status_code == 200
    assert not any(header.startswith(elsewhere) for header in answer.headers.getlist("Set-Cookie"))


@pytest.mark.parametrize(
    ("address", "former"),
    [("http://localhost", "lamarque"), ("https://localhost", "lamarque"), ("https://localhost", None)],
)
def test_a_former_cookie_keeps_its_carnets(visitor: Visitor, address: str, former: str | None) -> None:
    """That of version 0.2, and over HTTPS that of HTTP: read once, it is sent under the name of today."""
    visitor.with_carnet()
    cookie = visitor.client.get_cookie(visitor.cookie_name)
    assert cookie is not None
    browser = visitor.app.test_client()
    browser.set_cookie(former or visitor.cookie_name, cookie.value)
    first = browser.get(f"{visitor.carnet}/", base_url=address)
    assert first.status_code == 200
    name = f"__Host-{visitor.cookie_name}" if address.startswith("https") else visitor.cookie_name
    sent = [header.partition(";")[0].partition("=")[0] for header in first.headers.getlist("Set-Cookie")]
    marker = [f"{visitor.cookie_name}-https"] if address.startswith("https") else []
    assert sent == [name, *marker]
    browser.delete_cookie(former or visitor.cookie_name)
    assert browser.get(f"{visitor.carnet}/", base_url=address).status_code == 200


def test_plain_http_works_after_https_below_a_prefix(visitor: Visitor) -> None:
    """A browser lets no page over HTTP replace a cookie of HTTPS; the prefix `__Host-` wants the path `/`."""
    at_prefix = {"base_url": "https://localhost/cartes", "headers": {"Accept-Language": "fr"}}
    secure, _marker = visitor.client.get("/carnets", **at_prefix).headers.getlist("Set-Cookie")
    (plain,) = visitor.client.get("/carnets").headers.getlist("Set-Cookie")
    assert secure.startswith(f"__Host-{visitor.cookie_name}=")
    assert {"Secure", "Path=/"} <= {*secure.split("; ")}
    assert plain.startswith(f"{visitor.cookie_name}=")
    assert "Secure" not in plain


@pytest.mark.parametrize(
    ("secure", "path", "shown"),
    [
        ("https://localhost", "/", "https://localhost/"),
        ("https://localhost:8443", "/carnets", "https://localhost:8443/carnets"),
        ("https://localhost/cartes", "/c/unknown/?page=2", "https://localhost/cartes/c/unknown/?page=2"),
    ],
)
def test_a_page_over_http_leads_to_the_carnets_opened_over_https(
    visitor: Visitor, secure: str, path: str, shown: str
) -> None:
    """A browser sends it the cookie that says so, and not that of the carnets."""
    visitor.client.get(f"{visitor.carnet}/", base_url=secure)
    visitor.client.delete_cookie(visitor.cookie_name)
    page = visitor.get(path)
    assert "ne les voit pas" in page.text
    assert f'href="{shown}"' in page.html
    # The last carnet is closed over HTTPS.
    with visitor.client.session_transaction(base_url=secure) as session:
        session["carnets"] = {}
    assert "ne les voit pas" not in visitor.get(path).text


def test_an_address_that_is_wrong_over_https_too_leads_nowhere(visitor: Visitor) -> None:
    """Neither a page that no carnet has, nor one that is missing from a carnet opened over HTTP as well."""
    visitor.client.set_cookie(f"{visitor.cookie_name}-https", "/")
    for path in ("/nothing", "/rules/nothing", f"{visitor.carnet}/soirees/999999"):
        page = visitor.get(path)
        assert page.status == 404, path
        assert "HTTPS" not in page.text, path


@pytest.mark.parametrize("value", ["", "443", "@elsewhere.example/", ".elsewhere.example/", ":443.elsewhere.example/"])
def test_the_address_over_https_is_of_the_same_host(stranger: Visitor, value: str) -> None:
    stranger.client.set_cookie(f"{stranger.cookie_name}-https", value)
    page = stranger.get("/c/unknown/")
    assert page.status == 404
    assert "HTTPS" not in page.text
