"""What the app believes of a proxy, the names that it answers to, and the path at which it is served."""

from __future__ import annotations

from ipaddress import ip_network
from typing import TYPE_CHECKING

import pytest
from support import instances
from web.visitor import HAND, Visitor

from scorekeeper.web import create_app
from scorekeeper.web.core.proxies import believe_proxies, remove_path

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask

TRUSTED = tuple(map(ip_network, ("127.0.0.0/8", "::1", "172.18.0.0/16")))


@pytest.mark.parametrize(
    ("sender", "forwarded", "client", "scheme"),
    [
        ("127.0.0.1", "203.0.113.9", "203.0.113.9", "https"),
        # What the client itself wrote is in front.
        ("127.0.0.1", "198.51.100.7, 203.0.113.9", "203.0.113.9", "https"),
        # Two proxies.
        ("172.18.0.3", "203.0.113.9, 172.18.0.2", "203.0.113.9", "https"),
        ("::ffff:172.18.0.3", "2001:db8::9", "2001:db8::9", "https"),
        ("172.18.0.3", "unknown", "172.18.0.3", "https"),
        ("203.0.113.9", "198.51.100.7", "203.0.113.9", "http"),
        ("", "198.51.100.7", "", "http"),  # a socket without an address
    ],
)
def test_only_trusted_proxies_are_believed(sender: str, forwarded: str, client: str, scheme: str) -> None:
    environ = {
        "REMOTE_ADDR": sender,
        "wsgi.url_scheme": "http",
        "HTTP_X_FORWARDED_FOR": forwarded,
        "HTTP_X_FORWARDED_PROTO": "https",
    }
    believe_proxies(environ, TRUSTED)
    assert (environ["REMOTE_ADDR"], environ["wsgi.url_scheme"]) == (client, scheme)


@pytest.mark.parametrize(
    ("address", "path"),
    [("/cards/c/1", "/c/1"), ("/cards/", "/"), ("/cards", ""), ("/c/1", "/c/1"), ("/cardsharp", "/cardsharp")],
)
def test_the_path_of_the_app_is_removed_unless_the_proxy_did_so(address: str, path: str) -> None:
    environ = {"PATH_INFO": address}
    remove_path(environ, "/cards")
    assert environ == {"SCRIPT_NAME": "/cards", "PATH_INFO": path}


@pytest.fixture
def named(application: Flask, tmp_path: Path) -> Flask:
    """The application at a path of a site, which answers to two names."""
    config = application.config
    return create_app(
        {
            "DATABASE_URL": config["SQLALCHEMY_DATABASE_URI"],
            "SECRET_KEY": config["SECRET_KEY"],
            "INSTANCE": instances.with_caches(tmp_path),
            "PUBLIC_URL": "https://example.org/cards",
            "HOSTS": frozenset(["example.org", "raspberry.local"]),
            "TESTING": True,
        }
    )


def test_links_lead_to_the_public_address(named: Flask) -> None:
    visitor = Visitor(named)
    visitor.headers["Host"] = "raspberry.local:8000"
    answer = visitor.press("/carnets", "/carnets", {"name": "Les jeudis"})
    assert answer.location is not None
    assert answer.location.startswith("/cards/c/")
    assert "https://example.org/cards/open#" in visitor.get(answer.location).html
    assert '"start_url": "/cards/"' in visitor.client.get("/manifest.webmanifest", headers=visitor.headers).text
    worker = visitor.client.get("/cards/worker.js", headers=visitor.headers).text
    assert 'STATIC = "/cards/static/"' in worker
    assert '["/cards/offline",' in worker


def test_a_partie_is_played_below_a_path_and_its_carnet_erased(named: Flask) -> None:
    visitor = Visitor(named)
    visitor.headers["Host"] = "example.org"
    answer = visitor.press("/carnets", "/carnets", {"name": "Les jeudis"})
    assert answer.location is not None
    visitor.key = answer.location.split("/")[3]
    assert visitor.record(visitor.set_table(), HAND).status == 303
    assert visitor.press(f"{visitor.carnet}/settings", "/erase", {"typed_name": "Les jeudis"}).location == "/cards/"


def test_other_names_are_refused_but_for_the_health_of_the_server(named: Flask) -> None:
    client, foreign = named.test_client(), {"Host": "evil.example"}
    answer = client.get("/carnets", headers=foreign)
    assert (answer.status_code, answer.mimetype) == (421, "text/plain")
    assert "evil.example" not in answer.text
    for path in ("/up", "/ready"):
        assert client.get(path, headers=foreign).status_code == 200
    for host in ("example.org", "EXAMPLE.ORG:443", "raspberry.local:8000"):
        assert client.get("/carnets", headers={"Host": host}).status_code == 200


def test_https_is_promised_at_an_https_address_only(named: Flask, application: Flask) -> None:
    secure = {"base_url": "https://example.org"}
    assert "Strict-Transport-Security" in named.test_client().get("/carnets", **secure).headers
    assert "Strict-Transport-Security" not in named.test_client().get("/carnets", base_url="http://example.org").headers
    assert "Strict-Transport-Security" not in application.test_client().get("/carnets", **secure).headers


def test_search_engines_are_asked_to_stay_away(application: Flask) -> None:
    assert application.test_client().get("/robots.txt").text == "User-agent: *\nDisallow: /\n"


def test_the_contact_is_the_one_of_the_settings(named: Flask) -> None:
    client, address = named.test_client(), {"path": "/.well-known/security.txt", "base_url": "https://example.org"}
    assert client.get(**address).status_code == 404
    named.config["CONTACT"] = "mailto:anne@example.org"
    told = client.get(**address).text
    assert told.startswith("Contact: mailto:anne@example.org\nExpires: 20")


def test_a_link_that_leads_the_phone_to_itself_says_so(visitor: Visitor) -> None:
    assert "Ce lien ne s’ouvre que sur cet appareil." in visitor.get(f"{visitor.carnet}/code").text
    visitor.headers["Host"] = "192.168.1.20:8000"
    assert "Ce lien ne s’ouvre que sur cet appareil." not in visitor.get(f"{visitor.carnet}/code").text
