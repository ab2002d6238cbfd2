"""Checks of an installation: those that a start makes, and what else `lamarque doctor` says.

A check returns what is in use, in a few words, or raises `CommandError` with what is wrong and the remedy. It writes
nothing, and the server may run or not. The *instance folder* has the database, the secret key and the daily copies of
the database. A *partie* is a game to its end; its *summary* is what lists show of it.
"""

import datetime as dt
import os
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from http.client import HTTPException
from typing import Any, TypeAlias
from urllib.parse import urlsplit
from urllib.request import urlopen

from sqlalchemy import Select, func, select

from scorekeeper import settings
from scorekeeper.addresses import address_for_phones, listen
from scorekeeper.command_error import CommandError
from scorekeeper.instance_lock import ANSWER_SECONDS, answering_server, why_silent
from scorekeeper.record.database import without_password
from scorekeeper.record.database.backup import sqlite_file
from scorekeeper.record.database.daily_copies import daily_copies
from scorekeeper.record.database.schema import reading, refuse_damaged, refuse_unknown_schema
from scorekeeper.record.migrations import newest_revision
from scorekeeper.record.models import Change, utc_now
from scorekeeper.record.read_models.upkeep import without_summary

Check: TypeAlias = Callable[[], str]
# The number of days after which what was played must be in a copy, and by how much the clock may be slow.
_LONGEST_WITHOUT_COPY = dt.timedelta(days=2)
_CLOCK_ERROR = dt.timedelta(minutes=1)
_LEAST_FREE_BYTES = 1_000_000  # SQLite needs some to open a database, even to read it


def examine(host: str, port: int) -> Iterator[tuple[str, str, bool]]:
    """Yield the name of each check, a line that says what it found, and whether all is right.

    Example: ("schema", "of this version", True). A failed check that prevents a start is the last one.
    """
    checks: dict[str, Check] = {
        **START_CHECKS,
        "summaries": _check_summaries,
        "copies": _check_copies,
        "clock": _check_clock,
        "server": partial(_check_server, host, port),
        "proxy": _check_proxy,
    }
    for name, check in checks.items():
        try:
            line = check()
        except CommandError as error:
            yield name, " ".join(str(error).split()), False  # a message of PostgreSQL has several lines
            if name in START_CHECKS:
                return
        else:
            yield name, line, True


def _check_settings() -> str:
    # Each raises `SettingsError` for a wrong setting; what they return is not needed.
    own = settings.hosts, settings.trusted_proxies, settings.contact, settings.check_zone, settings.check_secret_key
    for read in own:
        read()
    # What is shown in place of the values of these two settings, which may have a secret.
    hidden = {
        "SCOREKEEPER_DATABASE_URL": without_password(settings.database_url()),
        "SCOREKEEPER_SECRET_KEY": "(hidden)",
    }
    shown = [f"{name}={hidden.get(name, os.environ[name])}" for name in settings.NAMES if os.environ.get(name)]
    return ", ".join(shown) or "all as by default"


def _check_folder() -> str:
    return str(settings.check_folder())


def _check_database() -> str:
    url = settings.database_url()
    refuse_damaged(url)
    # The file of the database, None with PostgreSQL.
    file = sqlite_file(url)
    if file is None:
        return without_password(url)
    if file.parent.is_dir():
        if shutil.disk_usage(file.parent).free < _LEAST_FREE_BYTES:
            message = f"The disk of {file} is full: delete what is not needed there."
            raise CommandError(message)
    # The folder of the file is missing. A start creates it only if it is the instance folder.
    elif file.parent != settings.instance_path():
        message = f"SCOREKEEPER_DATABASE_URL names a file in a folder that is missing: make {file.parent}."
        raise settings.SettingsError(message)
    if not file.exists():
        return f"{file}, not there yet"
    return f"{file}, not damaged, {file.stat().st_size / 1e6:.1f} MB"


def _check_schema() -> str:
    # The set of the versions of the tables in the database; empty for a new database.
    revisions = refuse_unknown_schema(settings.database_url())
    if revisions == {newest_revision()}:
        return "of this version"
    return "the next start makes it that of this version"


# What a start refuses. Everything that `lamarque doctor` finds wrong here keeps the server from starting.
START_CHECKS: dict[str, Check] = {
    "settings": _check_settings,
    "folder": _check_folder,
    "database": _check_database,
    "schema": _check_schema,
}


def _first_value(query: Select[Any]) -> Any:  # noqa: ANN401 - of the query
    """Return the first value of a query; None if the database is missing or has the schema of another version."""
    url = settings.database_url()
    if refuse_unknown_schema(url) != {newest_revision()}:
        return None
    # The connection is None if the file is missing.
    with reading(url) as connection:
        return connection and connection.scalar(query)


def _check_summaries() -> str:
    # `without_summary` returns the query of the parties without a summary: this is their number.
    missing = _first_value(select(func.count()).select_from(without_summary().subquery()))
    if missing:
        message = f"{missing} parties have none: `lamarque rebuild` makes them, or says why not."
        raise CommandError(message)
    return "of all parties"


def _check_copies() -> str:
    folder = settings.instance_path() / "backups"
    copies = daily_copies(folder)
    if copies.failure:
        message = f"The latest in {folder} failed ({copies.failure}): `lamarque backup` tries again and says why."
        raise CommandError(message)
    # The times of the first and the latest entry, in the logs of all parties.
    first, latest = _first_value(select(func.min(Change.at))), _first_value(select(func.max(Change.at)))
    # `copies.newest` is the day of the newest copy. Without any copy, the time counts from the first entry of a log: an
    # installation begun lately needs no copy yet.
    if latest is not None and (copies.newest or first.date()) < latest.date() - _LONGEST_WITHOUT_COPY:
        message = (
            f"{folder} has no copy of what was played lately: `lamarque backup` makes one, as the server does each day."
        )
        raise CommandError(message)
    return f"the newest of {copies.newest or 'no day yet'} in {folder}"


def _check_clock() -> str:
    now, latest = utc_now().astimezone(), _first_value(select(func.max(Change.at)))
    line = f"{now:%Y-%m-%d %H:%M %Z}"
    if latest is not None and latest > now + _CLOCK_ERROR:
        message = f"It is {line} by the clock, but a change is of {latest.astimezone():%Y-%m-%d %H:%M}: set the clock."
        raise CommandError(message)
    return line


def _check_server(host: str, port: int) -> str:
    # The address of the running server, None without one.
    running = answering_server(settings.instance_path())
    if running is None:
        # No server runs: open the port and close it. Raises an error if the port cannot be opened.
        listen(host, port).close()
    else:
        # The server may have been started with another host and port than those of this command.
        bound = urlsplit(running)
        host, port = (bound.hostname or "").replace("localhost", ""), bound.port or port
    state = "running" if running else "not running"
    phones, no_phones = address_for_phones(host, port)
    if phones:
        return f"{state}, for phones at {phones}"
    return f"{state}, for no phone: {no_phones}"


def _check_proxy() -> str:
    url, server = settings.public_url(), answering_server(settings.instance_path())
    trusted = ", ".join(map(str, settings.trusted_proxies()))
    if not url or server is None:
        return f"believed from {trusted}"
    try:
        with urlopen(f"{url}/up", timeout=ANSWER_SECONDS) as answer:  # noqa: S310 - http or https
            headers = answer.headers
    except (OSError, HTTPException) as error:
        message = (
            f"{url} does not open on this computer: {why_silent(error)}. Check its name, certificate, router and proxy."
        )
        raise CommandError(message) from error
    # Every answer of the app has this header.
    header = "La-Marque"
    # The server sends this header only if the proxy tells it that the phone uses HTTPS.
    if url.startswith("https:"):
        header = "Strict-Transport-Security"
    if header not in headers:
        message = (
            f"{url} leads to another program, or the server is not told that it is HTTPS: let the proxy pass it on to"
            f" {server} with `X-Forwarded-Proto: https`, from an address in SCOREKEEPER_TRUSTED_PROXIES ({trusted})."
        )
        raise CommandError(message)
    return f"{url} leads here; believed from {trusted}"
