"""Paths and settings: the instance folder, the database, the secret key, the templates and static files.

Each comes from the environment or from where the package is installed. This module imports no other package, so that
the command line starts quickly.
"""

import os
import re
import secrets
import tempfile
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Literal, TypeAlias
from urllib.parse import quote, urlsplit

from scorekeeper.command_error import CommandError

Network: TypeAlias = IPv4Network | IPv6Network

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent
_SITE = re.compile(r"https?://(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?(?:/[A-Za-z0-9._~-]+)*")
_POSTGRES_SCHEME = "postgresql+psycopg://"


class SettingsError(CommandError):
    """A setting that cannot be used; the message names it and the remedy."""

    status = 2


def instance_path() -> Path:
    """Return the path of the instance folder, which may be missing.

    It is `SCOREKEEPER_INSTANCE`, else `instance/` in a checkout, else a folder among the user's data.
    """
    if chosen := os.environ.get("SCOREKEEPER_INSTANCE"):
        return Path(chosen).expanduser().absolute()
    if (_CHECKOUT / "pyproject.toml").is_file() and (_CHECKOUT / "templates").is_dir():
        return _CHECKOUT / "instance"
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data or "~/.local/share").expanduser() / "scorekeeper").absolute()


def instance_folder() -> Path:
    """Return the folder of the default database and the secret key; create it if missing.

    Raises `SettingsError` when it cannot be created.
    """
    folder = instance_path()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.environ.get("SCOREKEEPER_INSTANCE") and folder.stat().st_mode & 0o077:
            folder.chmod(0o700)  # but leave a folder that the user chose: it may be shared on purpose
    except OSError as error:
        message = f"{folder} cannot be the instance folder: {error.strerror}."
        raise SettingsError(message) from error
    return folder


def database_url() -> str:
    """Return the URL of the database: `SCOREKEEPER_DATABASE_URL`, else SQLite in the instance folder.

    `postgres://` and `postgresql://` select psycopg 3, the only PostgreSQL driver supported. The path of a SQLite file
    is made absolute. Raises `SettingsError` for a SQLite database in memory, which no two processes can share.
    """
    url = os.environ.get("SCOREKEEPER_DATABASE_URL", "").strip()
    if not url:
        return f"sqlite:///{quote(str(instance_path() / 'scorekeeper.sqlite3'))}"
    for scheme in ("postgres://", "postgresql://"):
        if url.startswith(scheme):
            return _POSTGRES_SCHEME + url.removeprefix(scheme)
    return _with_absolute_path(url) if url.startswith("sqlite") else url


def _with_absolute_path(url: str) -> str:
    scheme, _, path = url.partition(":///")
    if path.partition("?")[0] in {"", ":memory:"}:
        message = "SCOREKEEPER_DATABASE_URL names no SQLite file; a file is written sqlite:////folder/file.sqlite3."
        raise SettingsError(message)
    return url if path.startswith(("/", "file:")) else f"{scheme}:///{quote(str(Path.cwd()))}/{path}"


def public_url() -> str:
    """Return the address at which phones open the app, `SCOREKEEPER_PUBLIC_URL`, without a slash at its end; or "".

    It may have a path. Raises `SettingsError` when it is no address of a site.
    """
    url = os.environ.get("SCOREKEEPER_PUBLIC_URL", "").strip().rstrip("/")
    if url and not _SITE.fullmatch(url):
        message = (
            f"SCOREKEEPER_PUBLIC_URL is {url}: write it as https://cards.example.org or https://example.org/cards."
        )
        raise SettingsError(message)
    return url


def hosts() -> frozenset[str]:
    """Return the names under which pages are served, with that of `public_url`: `SCOREKEEPER_HOSTS`; none: all names.

    Names are separated by spaces or commas, in lower case and without ports.
    """
    names = os.environ.get("SCOREKEEPER_HOSTS", "").lower().replace(",", " ").split()
    public = urlsplit(public_url()).hostname
    return frozenset([*names, public] if names and public else names)


def trusted_proxies() -> tuple[Network, ...]:
    """Return the addresses whose `X-Forwarded-…` headers are believed: this computer and `SCOREKEEPER_TRUSTED_PROXIES`.

    Addresses and networks, such as `172.18.0.0/16`, are separated by spaces or commas. Raises `SettingsError` for
    anything else.
    """
    written = os.environ.get("SCOREKEEPER_TRUSTED_PROXIES", "").replace(",", " ").split()
    try:
        return tuple(map(ip_network, ["127.0.0.0/8", "::1", *written]))
    except ValueError as error:
        message = f"SCOREKEEPER_TRUSTED_PROXIES: {error}; write addresses or networks such as 172.18.0.0/16."
        raise SettingsError(message) from error


def contact() -> str:
    """Return whom to write to about the security of this server: `SCOREKEEPER_CONTACT`, `mailto:…` or `https://…`."""
    return os.environ.get("SCOREKEEPER_CONTACT", "").strip()


def secret_key() -> str:
    """Return the key that signs cookies: `SCOREKEEPER_SECRET_KEY`, else the one stored in the instance folder.

    The stored key is made when first needed, and only the owner of its file can read it.
    Raises `SettingsError` when its file is empty, or cannot be read or written.
    """
    if key := os.environ.get("SCOREKEEPER_SECRET_KEY", "").strip():
        return key
    path = instance_folder() / "secret_key"
    try:
        if not path.exists():
            _make_key(path)
    except OSError as error:
        message = f"The secret key cannot be stored in {path}: {error.strerror}."
        raise SettingsError(message) from error
    key = _read_key(path)
    if not key:
        message = f"{path} is empty: remove it to have a new key made, which signs every device out."
        raise SettingsError(message)
    return key


def folder(name: Literal["templates", "static"]) -> Path:
    """Return the folder of that name: inside an installed package, or next to the package in a checkout."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _CHECKOUT / name


def _read_key(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        message = f"{path} contains no key that can be read: remove it for a new one, which signs every device out."
        raise SettingsError(message) from error


def _make_key(path: Path) -> None:
    """Write a key to a temporary file, then link it: the first process wins, and none reads half a key."""
    handle, name = tempfile.mkstemp(prefix="secret_key.", dir=path.parent)
    draft = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32) + "\n")
            file.flush()
            os.fsync(file.fileno())
        path.hardlink_to(draft)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
