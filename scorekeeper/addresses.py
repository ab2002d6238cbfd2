"""The port that the server listens on, and the addresses at which browsers open it."""

import socket
from errno import EACCES, EADDRINUSE
from urllib.parse import urlsplit

from scorekeeper import settings
from scorekeeper.command_error import CommandError
from scorekeeper.settings import SettingsError
from scorekeeper.web.core.phone_address import is_loopback

_ALL_INTERFACES = ("0.0.0.0", "::", "")  # noqa: S104 (compared with, not bound to)
_LAST_RESERVED_PORT, _LAST_PORT = 1023, 65535


def listen(host: str, port: int) -> socket.socket:
    """Open the port; if the host is `::`, for both IPv4 and IPv6.

    Raises `SettingsError` when the host is no address of this computer, `CommandError` when the port is taken.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    dual_stack = host == "::" and socket.has_dualstack_ipv6()
    try:
        return socket.create_server((host, port), family=family, backlog=2048, dualstack_ipv6=dual_stack)
    except TypeError as error:  # Python cannot encode a name such as "é..b"
        message = f"Cannot listen on {host}: HOST must be an address of this computer."
        raise SettingsError(message) from error
    except OSError as error:
        cause = str(error.strerror).partition(" (while ")[0]  # Python adds the address in its own notation
        if error.errno not in {EADDRINUSE, EACCES}:
            message = f"Cannot listen on {host}, port {port}: {cause}. HOST must be an address of this computer."
            raise SettingsError(message) from error
        other = port + 1 if _LAST_RESERVED_PORT < port < _LAST_PORT else 8000
        message = f"Cannot listen on {host}, port {port}: {cause}. Try another port: PORT={other}."
        raise CommandError(message) from error


def find_addresses(host: str, port: int) -> tuple[str, str | None]:
    """Return the address for this computer and the one for the local network, None if it cannot be reached from it."""
    all_interfaces = host in _ALL_INTERFACES
    local = f"http://{'localhost' if all_interfaces else _bracket_ipv6(host)}:{port}"
    if is_loopback(host):
        return local, None
    return local, f"http://{_bracket_ipv6(lan_address() if all_interfaces else host)}:{port}"


def why_refused(address: str) -> str:
    """Return why the server answers 421 at its own address, which has a port; "" if it answers with pages."""
    name, names = urlsplit(address).netloc.rpartition(":")[0].lower(), settings.hosts()
    return f"SCOREKEEPER_HOSTS lacks {name}" if names and name not in names else ""


def _bracket_ipv6(address: str) -> str:
    return f"[{address}]" if ":" in address else address


def lan_address() -> str:
    """Return this computer's address on the local network, or 127.0.0.1 without a network.

    Connecting a datagram socket only chooses a route; nothing is sent.
    """
    for target in ("192.0.2.1", "10.255.255.255", "192.168.255.255"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
            except OSError:
                continue
            return str(probe.getsockname()[0])
    return "127.0.0.1"
