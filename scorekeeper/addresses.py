"""The port that the server listens on, and the addresses at which browsers open it."""

import socket
from errno import EACCES, EADDRINUSE
from urllib.parse import urlsplit

from scorekeeper import settings
from scorekeeper.command_error import CommandError
from scorekeeper.settings import SettingsError
from scorekeeper.web.core.phone_address import is_loopback

_ALL_INTERFACES = ("0.0.0.0", "::", "")  # noqa: S104 (compared with, not bound to)


def listen(host: str, port: int) -> socket.socket:
    """Open the port; if the host is `::`, for both IPv4 and IPv6.

    Raises `SettingsError` when the host is no address of this computer, `CommandError` when the port is taken.
    """
    family = socket.AF_INET
    # An IPv6 address.
    if ":" in host:
        family = socket.AF_INET6
    dual_stack = host == "::" and socket.has_dualstack_ipv6()
    try:
        return socket.create_server((host, port), family=family, backlog=2048, dualstack_ipv6=dual_stack)
    # Python raises a TypeError for a name that it cannot encode, such as "é..b".
    except (OSError, TypeError) as error:
        # The message of the system, without " (while attempting to bind …)", which Python adds.
        cause = str(getattr(error, "strerror", error)).partition(" (while ")[0]
        if getattr(error, "errno", None) not in {EADDRINUSE, EACCES}:
            message = f"Cannot listen on {host}, port {port}: {cause}. HOST must be an address of this computer."
            raise SettingsError(message) from error
        # A port below 1024 is reserved for root (EACCES): propose the next port, but none below 8000. After 65535 comes
        # 0, by which the system chooses a free port.
        other = max(port + 1, 8000) % 65536
        message = f"Cannot listen on {host}, port {port}: {cause}. Try another port: PORT={other}."
        raise CommandError(message) from error


def find_addresses(host: str, port: int) -> tuple[str, str]:
    """Return the address for this computer, and that for the local network ("" if only this computer can connect)."""
    if host in _ALL_INTERFACES:
        return f"http://localhost:{port}", f"http://{lan_address()}:{port}"
    address = f"http://{host}:{port}"
    if ":" in host:  # IPv6
        address = f"http://[{host}]:{port}"
    if is_loopback(host):
        return address, ""
    return address, address


def address_for_phones(host: str, port: int) -> tuple[str, str]:
    """Return the address at which phones open the app and "", or "" and the reason why there is no such address."""
    if public := settings.public_url():
        return public, ""
    address = find_addresses(host, port)[1]
    if not address:
        return "", "it listens on this computer only"
    if refusal := why_refused(address):
        return "", f"{refusal}; add it, or set SCOREKEEPER_PUBLIC_URL"
    return address, ""


def why_refused(address: str) -> str:
    """Return why the server answers 421 at its own address, which has a port; "" if it answers with pages."""
    # The host without its port, and the names under which pages are served. If there are none, every name is accepted.
    name, names = urlsplit(address).netloc.rpartition(":")[0].lower(), settings.hosts()
    if names and name not in names:
        return f"SCOREKEEPER_HOSTS lacks {name}"
    return ""


def lan_address() -> str:
    """Return this computer's address on the local network, or 127.0.0.1 without a network.

    Connecting a datagram socket only chooses a route; nothing is sent.
    """
    # Addresses of which one probably has a route: the first is one that no computer has, the others are private ones.
    for target in ("192.0.2.1", "10.255.255.255", "192.168.255.255"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
            except OSError:
                continue
            return str(probe.getsockname()[0])
    return "127.0.0.1"
