"""A copy of the database for each day that the server runs: made, and deleted when newer ones replace it.

The copies are `daily-2026-11-29.sqlite3`, with PostgreSQL `daily-2026-11-29.dump`. While the latest attempt has failed,
an empty file beside them, `failed-REASON`, says why: an empty file can be made even when a disk is full.
"""

from __future__ import annotations

import datetime as dt
import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time

from sqlalchemy import URL, make_url, text

from scorekeeper.command_error import CommandError
from scorekeeper.record.database.backup import (
    BACKUP,
    BackupError,
    back_up,
    backup_errors,
    make_folder,
    put_in_place,
    sqlite_file,
    sync,
)
from scorekeeper.record.database.schema import reading

_FAILED = "failed-"
_SUFFIXES = {".sqlite3", ".dump"}
_DAY_SECONDS = 86_400
# The newest copy is kept of each of the last 7 days, 4 weeks and 12 months that have one. Each pair has the number of
# these periods, and a function whose result is the same for all dates of one period, such as (2026, 11) for a month.
_KEPT: tuple[tuple[int, Callable[[dt.date], object]], ...] = (
    (7, dt.date.toordinal),
    (4, lambda day: day.isocalendar()[:2]),
    (12, lambda day: (day.year, day.month)),
)


@dataclass(frozen=True)
class DailyCopies:
    """The day of the newest copy, and why the latest attempt failed: `BackupError.reason`, "" if it did not."""

    newest: dt.date | None
    failure: str = ""


def daily_copies(folder: Path) -> DailyCopies:
    """Return the newest copy of the folder, which may be missing, and the error of the latest attempt."""
    if folder.exists() and not (folder.is_dir() and os.access(folder, os.W_OK)):
        return DailyCopies(None, "disk")  # where no reason could be stored
    newest = max((day for day, _ in _copies(folder)), default=None)
    # There is at most one such file.
    reasons = (path.name.removeprefix(_FAILED) for path in folder.glob(f"{_FAILED}*"))
    return DailyCopies(newest, next(reasons, ""))


def todays_copy(url: str, folder: Path) -> Path:
    """Return the path of the copy of today, by the clock and the time zone of the server."""
    suffix = "dump" if url.startswith("postgresql") else "sqlite3"
    return folder / f"daily-{dt.datetime.now().astimezone():%Y-%m-%d}.{suffix}"


def make_daily_copy(url: str, folder: Path) -> None:
    """Make the copy of today unless there is one, and delete the copies that are no longer kept.

    Raises `BackupError`, or `UnusableDatabaseError` with PostgreSQL, after noting the reason in the folder.
    """
    target = todays_copy(url, folder)
    if target.exists():  # a second start on one day needs no second copy
        return
    with backup_errors():
        make_folder(folder)
    # The reason why the previous attempt failed.
    for note in folder.glob(f"{_FAILED}*"):
        note.unlink(missing_ok=True)
    try:
        with backup_errors():
            _delete_interrupted(folder)
            _copy(url, target)
            _delete_old_copies(folder)
    except CommandError as error:
        # Only a `BackupError` has a reason; an `UnusableDatabaseError` is about the database.
        reason = getattr(error, "reason", "database")
        (folder / f"{_FAILED}{reason}").touch()
        raise


def dates_to_keep(dates: Iterable[dt.date]) -> set[dt.date]:
    """Return the dates of the copies that are kept: 7 days, 4 weeks and 12 months, not counting those without a copy.

    Today's date is not used, so that a clock that is wrong, or a server that was off for a year, deletes nothing more.
    """
    ordered = sorted(dates)
    kept: set[dt.date] = set()
    for count, period in _KEPT:
        newest = {period(day): day for day in ordered}  # a later day replaces an earlier one of its period
        # The periods are in the order of time: the dates of the last ones.
        kept.update([*newest.values()][-count:])
    return kept


def _delete_old_copies(folder: Path) -> None:
    copies = [*_copies(folder)]
    kept = dates_to_keep(day for day, _ in copies)
    for day, path in copies:
        if day not in kept:
            path.unlink(missing_ok=True)


# The date and the path of each copy.
def _copies(folder: Path) -> Iterator[tuple[dt.date, Path]]:
    for path in folder.glob("daily-????-??-??.*"):
        if path.suffix not in _SUFFIXES:
            continue
        with suppress(ValueError):  # a day that no month has: not ours
            yield dt.date.fromisoformat(path.stem.removeprefix("daily-")), path


def _delete_interrupted(folder: Path) -> None:
    """Delete the temporary folders of copies that were killed; another command may be writing into a recent one."""
    for path in folder.glob(f"{BACKUP}*"):
        if path.stat().st_mtime < time() - _DAY_SECONDS:
            shutil.rmtree(path)


def _copy(url: str, target: Path) -> None:
    database = sqlite_file(url)
    if database is not None:
        _refuse_full_disk(database.stat().st_size, target.parent)
        back_up(database, target)
        return
    # A connection that changes nothing. It is None only for a file of SQLite that is missing or empty.
    with reading(url) as connection:
        size = connection and connection.scalar(text("SELECT pg_database_size(current_database())"))
    _refuse_full_disk(int(size or 0), target.parent)
    _dump(make_url(url), target)


def _refuse_full_disk(size: int, folder: Path) -> None:
    # The disk must have twice the size of the database free: once for the copy, and once for the database to grow.
    free = shutil.disk_usage(folder).free
    if free < 2 * size:
        message = f"No copy was made: {folder} has {free:,} bytes left, and the database has {size:,}."
        raise BackupError(message, "space")


def _dump(address: URL, target: Path) -> None:
    """Copy a PostgreSQL database with `pg_dump`, to which the password is given in the environment.

    Other users of the computer can read the arguments of a process, but not its environment.
    """
    program = shutil.which("pg_dump")
    if program is None:
        message = "No copy was made: pg_dump is not installed."
        raise BackupError(message, "pg_dump")
    secret = address.password or address.query.get("password")
    # The address without the password. `URL.set` ignores None; for libpq, which reads it, an empty password is none.
    public = address.set(drivername="postgresql", password="").difference_update_query(["password"])
    environment = os.environ.copy()
    if secret:
        environment["PGPASSWORD"] = str(secret)
    with TemporaryDirectory(prefix=BACKUP, dir=target.parent) as folder:
        draft = Path(folder) / "copy.dump"
        arguments = [
            "--format=custom",
            "--no-password",
            f"--file={draft}",
            f"--dbname={public.render_as_string(hide_password=False)}",
        ]
        done = subprocess.run([program, *arguments], env=environment, check=False)  # noqa: S603 - no shell
        if done.returncode != 0:
            message = f"No copy was made: pg_dump ended with {done.returncode}."
            raise BackupError(message)
        put_in_place(draft, target)  # which `pg_dump` has written to the disk
    sync(target.parent)
