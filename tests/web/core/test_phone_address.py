"""The address that an invitation and the recovery code show to another phone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from flask import Flask

from scorekeeper.web.core.phone_address import is_loopback, phone_address

if TYPE_CHECKING:
    from web.visitor import Visitor

NETWORK = "http://192.168.1.5:8000"


@pytest.mark.parametrize(
    ("asked", "network", "shown"),
    [
        ("http://localhost:8000/join", NETWORK, "http://192.168.1.5:8000/join"),
        ("http://127.0.0.1:8000/open", NETWORK, "http://192.168.1.5:8000/open"),
        ("http://[::1]:8000/open", NETWORK, "http://192.168.1.5:8000/open"),
        ("http://localhost/join", "http://192.168.1.5:80", "http://192.168.1.5:80/join"),
        ("http://localhost:9000/join", NETWORK, "http://localhost:9000/join"),  # the port of a container
        ("http://192.168.1.9:8000/join", NETWORK, "http://192.168.1.9:8000/join"),
        ("https://lamarque.example/join", NETWORK, "https://lamarque.example/join"),
        ("http://localhost:8000/join", None, "http://localhost:8000/join"),
    ],
)
def test_localhost_is_replaced_by_the_address_on_the_network(asked: str, network: str | None, shown: str) -> None:
    app = Flask(__name__)
    app.config["NETWORK_ADDRESS"] = network
    with app.app_context():
        assert phone_address(asked) == shown


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("localhost", True),
        ("127.0.0.2", True),
        ("::1", True),
        ("192.168.1.5", False),
        ("::", False),
        ("table.local", False),
    ],
)
def test_which_hosts_are_this_computer_only(host: str, *, expected: bool) -> None:
    assert is_loopback(host) is expected


def test_the_code_of_a_carnet_opened_at_localhost_is_shown_for_a_phone(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.set_table()
    monkeypatch.setitem(visitor.app.config, "NETWORK_ADDRESS", "http://192.168.1.5:80")
    found = re.findall(r"http://[^#\s<>\"]+#[0-9A-Z-]{19}", visitor.get(f"{visitor.carnet}/code").html)
    assert {address.partition("#")[0] for address in found} == {"http://192.168.1.5:80/open"}
