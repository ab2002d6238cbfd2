"""Paths and settings: the instance folder, the database, the secret key, the templates and static files.

Each comes from the environment or from where the package is installed. This module imports no other package, so that
the command line starts quickly. The *instance folder* has the database, the secret key and the copies of an
installation. A *checkout* is a folder with the source of the app, from which it runs without being installed.
"""

import os
import re
import secrets
import tempfile
import zoneinfo
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Literal, TypeAlias
from urllib.parse import quote, urlsplit

from scorekeeper.command_error import CommandError

Network: TypeAlias = IPv4Network | IPv6Network

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent
# The address of a site: a name or an IP address, perhaps a port and a path, without a slash at the end.
_SITE = re.compile(r"https?://(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?(?:/[A-Za-z0-9._~-]+)*")
_HOST = re.compile(r"[a-z0-9._-]+|\[[0-9a-f:.]+\]")
_SHORTEST_KEY = 16  # characters
_CONTACT = re.compile(r"(?:mailto:|https://)\S+")
# A value of TZ that defines its own hours, such as CET-1CEST, or is UTC or GMT. For other letters alone, such as CET,
# the C library silently takes UTC unless there is a file of this name.
_RULE_OF_ZONE = re.compile(r"(?:[A-Za-z]{3,}|<[A-Za-z0-9+-]{3,}>)[+-]?[0-9].*|UTC|GMT")
_POSTGRES_SCHEME = "postgresql+psycopg://"
# A SQLite file by its path alone. Excluded are a database in memory, a URI (`file:`), which could name another file, a
# zero byte in the path (%00), and options after a "?".
_SQLITE = re.compile(r"(sqlite(?:\+pysqlite)?:///)((?!file:|:memory:|[^?]*%00)[^?]+)")
# An address with at most one @. SQLAlchemy takes the first @ for the end of the password, and what follows for the host
# or the name of the database: with an @ in the password it would use wrong ones.
_ONE_PASSWORD = re.compile(r"[^:]+://(?:[^:/]*(?::[^@]*)?@)?[^@]*")
# Variables that Kubernetes and links of Docker set for a service named scorekeeper, with its address: they are no
# settings, and no error.
_OF_CONTAINERS = re.compile(r"SCOREKEEPER_(?:SERVICE_(?:HOST|PORT)|PORT_[0-9]|PORT=[a-z]+://)")
_LAST_PORT = 65535
# The variables of the environment that are settings.
NAMES = (
    "HOST",
    "PORT",
    "TZ",
    "SCOREKEEPER_INSTANCE",
    "SCOREKEEPER_DATABASE_URL",
    "SCOREKEEPER_SECRET_KEY",
    "SCOREKEEPER_PUBLIC_URL",
    "SCOREKEEPER_HOSTS",
    "SCOREKEEPER_TRUSTED_PROXIES",
    "SCOREKEEPER_CONTACT",
)


def _variable(name: str) -> str:
    """Return a variable of the environment without blanks around it, "" without one."""
    _refuse_unknown_names()
    return os.environ.get(name, "").strip()


class SettingsError(CommandError):
    """A setting that cannot be used; the message names it and the remedy."""

    status = 2


def instance_path() -> Path:
    """Return the path of the instance folder, which may be missing.

    It is `SCOREKEEPER_INSTANCE`, else `instance/` in a checkout, else a folder among the user's data.
    Raises `SettingsError` if the path has the home folder of a user who has none, and for a misspelt setting.
    """
    _refuse_unknown_names()
    chosen = os.environ.get("SCOREKEEPER_INSTANCE")
    # Only a checkout has these two next to the package.
    if not chosen and (_CHECKOUT / "pyproject.toml").is_file() and (_CHECKOUT / "templates").is_dir():
        return _CHECKOUT / "instance"
    folder = chosen or f"{os.environ.get('XDG_DATA_HOME') or '~/.local/share'}/scorekeeper"
    try:
        return Path(folder).expanduser().absolute()
    except RuntimeError as error:
        message = f"{folder} cannot be the instance folder: no such user. Set SCOREKEEPER_INSTANCE to a folder."
        raise SettingsError(message) from error


def instance_folder() -> Path:
    """Return the folder of the default database and the secret key; create it if missing.

    Raises `SettingsError` when it cannot be created or used.
    """
    folder = check_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.environ.get("SCOREKEEPER_INSTANCE") and folder.stat().st_mode & 0o077:
            # Other users may not read it. A folder that the user chose stays as it is: it may be shared on purpose.
            folder.chmod(0o700)
    except OSError as error:
        message = f"{folder} cannot be made: {error.strerror}. Set SCOREKEEPER_INSTANCE to another one."
        raise SettingsError(message) from error
    return folder


def check_folder() -> Path:
    """Return the path of the instance folder, which may be missing.

    Raises `SettingsError` when it is no folder, or its files cannot be read and written.
    """
    folder = instance_path()
    # The folder, or the nearest one above it that exists, in which it will be made.
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    if not (existing.is_dir() and os.access(existing, os.R_OK | os.W_OK | os.X_OK)):
        message = f"{folder} is no folder that this user can write to: set SCOREKEEPER_INSTANCE to another one."
        raise SettingsError(message)
    return folder


def database_url() -> str:
    """Return the URL of the database: `SCOREKEEPER_DATABASE_URL`, else SQLite in the instance folder.

    `postgres://` and `postgresql://` select psycopg 3, the only PostgreSQL driver supported. The path of a SQLite file
    is made absolute. Raises `SettingsError` for a SQLite database in memory, which no two processes can share, and for
    any address that cannot be used; its message does not show the address, which may have a password.
    """
    url = _variable("SCOREKEEPER_DATABASE_URL")
    if not url:
        return f"sqlite:///{quote(str(instance_path() / 'scorekeeper.sqlite3'))}"
    for scheme in ("postgres://", "postgresql://"):
        if url.startswith(scheme):
            url = _POSTGRES_SCHEME + url.removeprefix(scheme)
    if url.startswith("sqlite"):
        return _with_absolute_path(url)
    if not _is_postgresql(url):
        message = (
            "SCOREKEEPER_DATABASE_URL is no address of a database: write sqlite:////folder/file.sqlite3 or"
            " postgresql://user:password@host:5432/name, and %40 for an @ in the password."
        )
        raise SettingsError(message)
    return url


def _refuse_unknown_names() -> None:
    """Raise `SettingsError` for a name that begins with `SCOREKEEPER_` and is no setting: it would have no effect."""
    for name, value in os.environ.items():
        # An empty variable is the same as none.
        if not name.startswith("SCOREKEEPER_") or name in NAMES or not value or _OF_CONTAINERS.match(f"{name}={value}"):
            continue
        message = f"{name} is no setting: remove it, or write one of {', '.join(NAMES)}."
        raise SettingsError(message)


def _is_postgresql(url: str) -> bool:
    """Return whether SQLAlchemy reads this as the address of a PostgreSQL database; nothing is connected to."""
    from sqlalchemy import make_url  # noqa: PLC0415 (only for commands that open the database)
    from sqlalchemy.exc import ArgumentError  # noqa: PLC0415 (likewise)

    if not (url.startswith(_POSTGRES_SCHEME) and _ONE_PASSWORD.fullmatch(url)):
        return False
    try:
        return (make_url(url).port or 0) <= _LAST_PORT
    except (ArgumentError, ValueError):
        return False


def _with_absolute_path(url: str) -> str:
    """Return the address of a SQLite file with an absolute path. Raises `SettingsError` if it names no file."""
    parts = _SQLITE.fullmatch(url)
    if parts is None:
        message = "SCOREKEEPER_DATABASE_URL names no SQLite file; a file is written sqlite:////folder/file.sqlite3."
        raise SettingsError(message)
    scheme, path = parts.groups()
    if path.startswith("/"):
        return url
    return f"{scheme}{quote(str(Path.cwd()))}/{path}"


def public_url() -> str:
    """Return the address at which phones open the app, `SCOREKEEPER_PUBLIC_URL`, without a slash at its end; or "".

    It may have a path. Raises `SettingsError` when it is no address of a site.
    """
    url = _variable("SCOREKEEPER_PUBLIC_URL").rstrip("/")
    if url and not _SITE.fullmatch(url):
        message = "SCOREKEEPER_PUBLIC_URL: write it as https://cards.example.org or https://example.org/cards."
        raise SettingsError(message)
    return url


def hosts() -> frozenset[str]:
    """Return the names under which pages are served: those of `SCOREKEEPER_HOSTS`, and that of `public_url`.

    Without `SCOREKEEPER_HOSTS`, return none: pages are then served under all names. In the setting, names are separated
    by spaces or commas and have no ports; they are returned in lower case. Raises `SettingsError` for anything else.
    """
    names = _variable("SCOREKEEPER_HOSTS").lower().replace(",", " ").split()
    if wrong := [name for name in names if not _HOST.fullmatch(name)]:
        message = f"SCOREKEEPER_HOSTS has {wrong[0]}: write names without http:// or port, such as cards.example.org."
        raise SettingsError(message)
    public = urlsplit(public_url()).hostname
    # Without `SCOREKEEPER_HOSTS` pages are served under every name: the name of the public address alone would exclude
    # the others.
    if names and public:
        names.append(public)
    return frozenset(names)


def trusted_proxies() -> tuple[Network, ...]:
    """Return the addresses whose `X-Forwarded-…` headers are believed: this computer and `SCOREKEEPER_TRUSTED_PROXIES`.

    Addresses and networks, such as `172.18.0.0/16`, are separated by spaces or commas. Raises `SettingsError` for
    anything else.
    """
    written = _variable("SCOREKEEPER_TRUSTED_PROXIES").replace(",", " ").split()
    try:
        return tuple(map(ip_network, ["127.0.0.0/8", "::1", *written]))
    except ValueError as error:
        message = f"SCOREKEEPER_TRUSTED_PROXIES: {error}; write addresses or networks such as 172.18.0.0/16."
        raise SettingsError(message) from error


def contact() -> str:
    """Return the address to write to about the security of this server, `SCOREKEEPER_CONTACT`; empty without one.

    Raises `SettingsError` if it does not begin with `mailto:` or `https://`.
    """
    address = _variable("SCOREKEEPER_CONTACT")
    if address and not _CONTACT.fullmatch(address):
        message = (
            f"SCOREKEEPER_CONTACT is {address}: write it as mailto:anne@example.org or https://example.org/contact."
        )
        raise SettingsError(message)
    return address


def check_zone() -> None:
    """Raise `SettingsError` when `TZ` names no time zone: the hours would silently be those of UTC."""
    # The C library accepts a colon before the name.
    name = os.environ.get("TZ", "").removeprefix(":")
    # The folders with the files of the time zones: `Europe/Paris` is such a file.
    folders = map(Path, zoneinfo.TZPATH)
    if name and not _RULE_OF_ZONE.fullmatch(name) and not any(_is_zone(folder / name) for folder in folders):
        message = (
            f"TZ is {name}, no time zone of this computer: write it as Europe/Paris, install tzdata, or remove it."
        )
        raise SettingsError(message)


def _is_zone(file: Path) -> bool:
    """Return whether a file is a time zone: a name such as `../../passwd` may lead to any file."""
    return file.is_file() and file.read_bytes().startswith(b"TZif")


def secret_key() -> str:
    """Return the key that signs cookies: `SCOREKEEPER_SECRET_KEY`, else the one stored in the instance folder.

    The stored key is made when first needed, and only the owner of its file can read it.
    Raises `SettingsError` when its file contains none or the given one is short, `OSError` when it cannot be written.
    """
    if key := _given_key():
        return key
    path = instance_folder() / "secret_key"
    if not path.exists():
        _make_key(path)
    return _read_key(path)


def check_secret_key() -> None:
    """Raise `SettingsError` when the given or the stored secret key cannot be used; the stored one may be missing."""
    path = instance_path() / "secret_key"
    if not _given_key() and path.exists():
        _read_key(path)


def _given_key() -> str:
    """Return the key of the environment, empty without one. Raises `SettingsError` for a key that can be guessed."""
    key = _variable("SCOREKEEPER_SECRET_KEY")
    if 0 < len(key) < _SHORTEST_KEY:
        message = (
            f"SCOREKEEPER_SECRET_KEY has fewer than {_SHORTEST_KEY} characters: who guesses it can open every carnet. "
            "Choose a longer one, or remove it to have one made."
        )
        raise SettingsError(message)
    return key


def folder(name: Literal["templates", "static"]) -> Path:
    """Return the folder of that name: inside an installed package, or next to the package in a checkout."""
    inside = _PACKAGE / name
    if inside.is_dir():
        return inside
    return _CHECKOUT / name


def _read_key(path: Path) -> str:
    """Return the key in this file. Raises `SettingsError` when there is none that can be read."""
    with suppress(OSError, UnicodeDecodeError):
        key = path.read_text(encoding="ascii").strip()
        if len(key) >= _SHORTEST_KEY:
            return key
    message = (
        f"{path} contains no key of {_SHORTEST_KEY} characters or more that can be read: "
        "remove it for a new one, which signs every device out."
    )
    raise SettingsError(message)


def _make_key(path: Path) -> None:
    """Write a key to a temporary file, then link it: the first process wins, and none reads half a key."""
    handle, draft = tempfile.mkstemp(prefix="secret_key.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32) + "\n")
            # The content is on the disk before the file gets its name, so that a loss of power leaves no empty key.
            file.flush()
            os.fsync(handle)
        with suppress(FileExistsError):
            path.hardlink_to(draft)
    finally:
        os.unlink(draft)  # noqa: PTH108 - the path is a text
