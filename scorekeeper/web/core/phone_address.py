"""The address of a page as another phone can open it."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit, urlunsplit

from flask import current_app


def phone_address(address: str) -> str:
    """Return an address of this app, with a host that another phone can reach, if one is known.

    If the settings have a public address (`PUBLIC_URL`), that is its host. Otherwise `localhost` is replaced by the
    address of this computer on the local network (`NETWORK_ADDRESS`, "" if a phone cannot reach it).
    """
    parts, network = urlsplit(address), urlsplit(current_app.config.get("NETWORK_ADDRESS", ""))
    public = urlsplit(current_app.config.get("PUBLIC_URL", ""))
    if public.netloc:
        return urlunsplit(parts._replace(scheme=public.scheme, netloc=public.netloc))
    # Only if the port is that of this server: another port is that of another server of this computer.
    if is_loopback(parts.hostname or "") and (parts.port or 80) == network.port:
        return urlunsplit(parts._replace(netloc=network.netloc))
    return address


def leads_here(address: str) -> bool:
    """Return whether this address works on this computer only: on a phone, `localhost` is the phone itself."""
    return is_loopback(urlsplit(address).hostname or "")


def is_loopback(host: str) -> bool:
    """Return whether only this computer can connect to this host, a name or an IP address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
