"""A proxy in front of the app: the client and the scheme that it reports, and the path at which it serves the app.

`environ` is the request as a WSGI server gives it. Only what the `TRUSTED_PROXIES` of the settings report is believed.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from flask import Flask

from scorekeeper.settings import Network

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse

Address = IPv4Address | IPv6Address


def init_app(app: Flask) -> None:
    """Let every request be read as the client sent it to the proxy."""
    # The app without this layer, and the networks of the proxies.
    wsgi_app, trusted = app.wsgi_app, app.config["TRUSTED_PROXIES"]
    path = urlsplit(app.config["PUBLIC_URL"]).path

    def answer(environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        believe_proxies(environ, trusted)
        if path:
            remove_path(environ, path)
        return wsgi_app(environ, start_response)

    app.wsgi_app = answer  # type: ignore[method-assign]


def believe_proxies(environ: dict[str, Any], trusted: Iterable[Network]) -> None:
    """Set the client's address and the scheme to those that trusted proxies report.

    Each proxy adds the address of its own client at the end of `X-Forwarded-For`, so the client is the last address
    that is not one of a trusted proxy. The addresses before it are not believed, because the client may have invented
    them: with "192.0.2.1, 198.51.100.7" and no trusted proxy among them, the client is 198.51.100.7.
    """
    sender = parse_address(environ.get("REMOTE_ADDR", ""))
    if not _is_trusted(sender, trusted):
        return
    # The last scheme is the one that this proxy wrote itself.
    scheme = environ.get("HTTP_X_FORWARDED_PROTO", "").rpartition(",")[2].strip().lower()
    if scheme in {"http", "https"}:
        environ["wsgi.url_scheme"] = scheme
    for written in reversed(environ.get("HTTP_X_FORWARDED_FOR", "").split(",")):
        address = parse_address(written)
        # It is no address, such as "unknown": the addresses before it may be the client's invention.
        if address is None:
            return
        environ["REMOTE_ADDR"] = str(address)
        if not _is_trusted(address, trusted):
            return


def remove_path(environ: dict[str, Any], path: str) -> None:
    """Change `environ` so that the app is below this path, such as `/cards`.

    Most proxies leave the path in the address, and it is removed here; others have removed it already.
    """
    environ["SCRIPT_NAME"] = path
    address = environ.get("PATH_INFO", "")
    if f"{address}/".startswith(f"{path}/"):
        environ["PATH_INFO"] = address.removeprefix(path)


def parse_address(text: str) -> Address | None:
    """Return the IP address written in this text, None if it is none; `::ffff:192.0.2.1` becomes 192.0.2.1."""
    try:
        address = ip_address(text.strip())
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _is_trusted(address: Address | None, trusted: Iterable[Network]) -> bool:
    return address is not None and any(address in network for network in trusted)
