"""Copy and check SQLite database files, and sync them to the disk."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Set as AbstractSet
from contextlib import closing
from pathlib import Path
from shutil import copyfile

from sqlalchemy import make_url

from scorekeeper.command_error import CommandError
from scorekeeper.record.database.revisions import newest_revision, why_unknown
from scorekeeper.record.models import Base
from scorekeeper.record.read_models import outcomes  # noqa: F401 - it defines the tables of summaries

_BUSY_SECONDS = 10
_OTHERS_PERMISSIONS = 0o077  # of all users except the owner
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_OUR_TABLES = {"alembic_version", "carnet", "partie"}


class BackupError(CommandError):
    """A copy cannot be made or restored; the message says why in one sentence.

    The owner of a carnet reads a sentence of the `reason` instead, because the message may contain paths of the server:
    "database" (it cannot be read), "disk" (a file cannot be written), "space" or "pg_dump" (it is not installed).
    """

    def __init__(self, message: str, reason: str = "database") -> None:
        super().__init__(message)
        self.reason = reason


def checked_copy(source: Path, folder: Path, *, in_use: bool) -> Path:
    """Copy the database `source` into `folder`, check the copy and write it to the disk.

    `in_use`: whether other processes may write to the source concurrently. Raises `BackupError` when the source is not
    a database of this version or an older one, `OSError` and `sqlite3.Error` when it cannot be read or copied.
    """
    if not source.is_file():
        message = f"There is no file {source}."
        if source.exists():
            message = f"{source} is not a file."
        raise BackupError(message)
    copy = folder / "copy.sqlite3"
    copy.touch(mode=0o600)
    try:
        with closing(_open(source, in_use=in_use)) as reader, closing(sqlite3.connect(copy)) as writer:
            reader.backup(writer)  # in one step, so that concurrent writes are not in the copy
            writer.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
            _refuse_unusable(writer, source)
    except sqlite3.DatabaseError as error:
        if _primary_code(error) not in _DAMAGED:
            raise
        message = f"{source} is not a SQLite database, or is damaged: {error}."
        raise BackupError(message) from error
    _sync(copy)
    return copy


def open_unchanged(path: Path) -> sqlite3.Connection:
    """Open a database to read it, whether it is in use or not; the file and its log are not changed."""
    # The last connection merges the log when it closes, unless it only reads. If it only reads, and there is no log,
    # it leaves an empty one.
    mode = "mode=ro" if _has_log(path) else "mode=rw"
    return sqlite3.connect(f"{path.as_uri()}?{mode}", uri=True, timeout=_BUSY_SECONDS)


def missing_parts(columns: AbstractSet[tuple[str, str]]) -> str:
    """Name the tables of the newest schema that are not among those of these columns, else the columns; "" without any.

    A column is a pair, its table and its name.
    """
    tables = {table for table, _column in columns}
    if missing := sorted({*Base.metadata.tables} - tables):
        return f"table {', '.join(missing)}"
    expected = {(name, column.name) for name, table in Base.metadata.tables.items() for column in table.columns}
    return ", ".join(f"column {table}.{column}" for table, column in sorted(expected - columns))


def save_database(database: Path, saved: Path, folder: Path) -> None:
    """Make `database` one complete file without a log, and copy it to `saved`; `folder` is for temporary files.

    A damaged database is copied as it is, with its log. Raises `BackupError` when a process has it open.
    """
    try:
        with closing(sqlite3.connect(f"{database.as_uri()}?mode=rw", uri=True, timeout=0)) as connection:
            # Writes the log into the file and deletes it; SQLite refuses while another process has the file open.
            connection.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.DatabaseError as error:
        if _primary_code(error) in _BUSY:
            message = f"{database} is in use: stop the server and every other command first."
            raise BackupError(message) from error
        if _primary_code(error) not in _DAMAGED:
            raise
    # The log first: a copy of the file without it would look complete.
    for suffix in ("-wal", ""):
        path = companion_file(database, suffix)
        if path.exists():
            copy = folder / "replaced"
            copy.touch(mode=0o600)
            copyfile(path, copy)
            _sync(copy)
            put_in_place(copy, companion_file(saved, suffix))
    sync_folder(saved.parent)


def put_in_place(copy: Path, target: Path) -> None:
    """Move a finished file to its place; it then belongs to the owner of the folder."""
    _give_to_owner(copy, target.parent)
    copy.replace(target)


def make_folder(folder: Path) -> None:
    """Make a private folder unless it exists; it belongs to the owner of the folder above."""
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        return
    _give_to_owner(folder, folder.parent)


def _give_to_owner(path: Path, folder: Path) -> None:
    # `sudo lamarque restore`: a server that runs as another user could not open a file of root.
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


def make_private(url: str) -> None:
    """Let only the owner read and write the files of a SQLite database. Raises `OSError` where that fails."""
    address = make_url(url)
    if address.get_backend_name() != "sqlite" or not address.database:
        return
    for suffix in ("", "-wal", "-shm"):
        path = Path(address.database + suffix)
        if path.is_file() and path.stat().st_mode & _OTHERS_PERMISSIONS:
            path.chmod(0o600)


def companion_file(path: Path, suffix: str) -> Path:
    """Return the path of a file that SQLite makes beside a database, for instance its write-ahead log (`-wal`)."""
    return path.with_name(path.name + suffix)


def sync_folder(folder: Path) -> None:
    """Sync the directory entries of `folder` to the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _open(path: Path, *, in_use: bool) -> sqlite3.Connection:
    """Open a database to read it. A file that is not in use and has no log is opened without creating one."""
    mode = "immutable=1"
    if in_use:
        mode = "mode=rw"
    elif _has_log(path):
        mode = "mode=ro"
    return sqlite3.connect(f"{path.as_uri()}?{mode}", uri=True, timeout=_BUSY_SECONDS)


def _has_log(path: Path) -> bool:
    return any(companion_file(path, suffix).exists() for suffix in ("-wal", "-journal"))


def _refuse_unusable(connection: sqlite3.Connection, source: Path) -> None:
    errors = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(3)")]
    if errors != ["ok"]:
        message = f"{source} is damaged: {'; '.join(errors)}."
        raise BackupError(message)
    columns = set(
        connection.execute(
            "SELECT m.name, c.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c WHERE m.type = 'table'"
        )
    )
    tables = {table for table, _column in columns}
    revisions = set()
    if tables >= _OUR_TABLES:
        revisions = {row[0] for row in connection.execute("SELECT version_num FROM alembic_version")}
    if not revisions:
        message = f"{source} is not a database of La Marque."
        raise BackupError(message)
    if (reason := why_unknown(revisions)) is not None:
        message = f"{source} {reason}."
        raise BackupError(message)
    # A trigger would run in our transactions.
    foreign = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')")}
    # Which tables an older version had is not known here.
    if revisions == {newest_revision()}:
        missing = missing_parts(columns)
        if missing:
            message = f"{source} is not complete: it has no {missing}."
            raise BackupError(message)
        foreign |= {name for name in tables - _OUR_TABLES - {*Base.metadata.tables} if not name.startswith("sqlite_")}
    if foreign:
        message = f"{source} has what no version of La Marque made: {', '.join(sorted(foreign))}."
        raise BackupError(message)


def _primary_code(error: sqlite3.Error) -> int:
    """Return SQLite's primary error code, 0 for an error of the Python module itself."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
