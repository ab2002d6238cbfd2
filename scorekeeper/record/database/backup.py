"""Copy a SQLite database while it is in use, check the copy, and restore it.

A file is written in a temporary folder beside its target, checked, synced and moved to its path, so that a process
killed at any moment leaves either the old file or the new one, complete.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from glob import escape
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

from sqlalchemy import make_url

from scorekeeper.command_error import CommandError
from scorekeeper.record.database.revisions import missing_parts, newest_revision, why_unknown
from scorekeeper.record.models import Base

_TEMPORARY = (BACKUP, _RESTORE) = (".backup-", ".restore-")  # folders
_HEADER = b"SQLite format 3\0"
_UPGRADE_COPIES = 3  # the number of copies made before upgrades that are not deleted
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


def database_file(url: str) -> Path:
    """Return the file of a SQLite database. Raises `BackupError` for PostgreSQL."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "postgresql":
        message = "The database is PostgreSQL: make copies with pg_dump and restore them with pg_restore."
        raise BackupError(message)
    return Path(parsed.database or "").resolve()


def back_up(database: Path, target: Path) -> None:
    """Copy `database`, which may be in use, to `target`, replacing an existing file.

    Raises `BackupError`, without changing the target, when the database or the target cannot be used.
    """
    target = target.resolve()
    with backup_errors():
        _refuse_target(database, target)
        with TemporaryDirectory(prefix=BACKUP, dir=target.parent) as folder:
            copy = _checked_copy(database, Path(folder), in_use=True)
            put_in_place(copy, target)
        sync_folder(target.parent)


def back_up_before_upgrade(database: Path) -> None:
    """Copy `database` to the folder `backups` beside it, and delete all but the last three of these copies."""
    folder = database.parent / "backups"
    with backup_errors():
        make_folder(folder)
    back_up(database, folder / f"{database.stem}-{_timestamp()}{database.suffix}")
    pattern = f"{escape(database.stem)}-????????-??????-??????{escape(database.suffix)}"
    with backup_errors():
        for old in sorted(folder.glob(pattern))[:-_UPGRADE_COPIES]:
            old.unlink(missing_ok=True)


def check(source: Path) -> None:
    """Raise `BackupError` unless `restore` would accept this file. Nothing is changed."""
    with backup_errors(), TemporaryDirectory(prefix=_RESTORE) as folder:
        _checked_copy(source.resolve(), Path(folder), in_use=False)


def restore(source: Path, database: Path) -> Path | None:
    """Replace `database`, which no process may have open, by a copy of `source`.

    Returns the file beside the database in which the replaced database is saved, `None` if there was none.
    Raises `BackupError`, without any change, when the database is in use, or the source is damaged, of a newer version
    or not a database of La Marque.
    """
    source = source.resolve()
    with backup_errors():
        if database.exists() and source.exists() and source.samefile(database):
            message = f"{source} is the database itself."
            raise BackupError(message)
        with TemporaryDirectory(prefix=_RESTORE, dir=database.parent) as folder:
            copy = _checked_copy(source, Path(folder), in_use=False)
            saved = _save_before_restore(database, Path(folder))
            # The log of the replaced database is now part of the saved file. Delete it before the new file is in
            # place, or SQLite would apply it to the new file.
            for suffix in ("-wal", "-shm", "-journal"):
                companion_file(database, suffix).unlink(missing_ok=True)
            sync_folder(database.parent)
            put_in_place(copy, database)
        sync_folder(database.parent)
    return saved


def _refuse_target(database: Path, target: Path) -> None:
    if target.exists() and database.exists() and target.samefile(database):
        message = f"{target} is the database itself."
        raise BackupError(message)
    if not target.parent.is_dir():
        message = f"There is no folder {target.parent}."
        raise BackupError(message)
    if target.exists():
        if not target.is_file():
            message = f"{target} is not a file."
            raise BackupError(message)
        with target.open("rb") as file:
            if file.read(len(_HEADER)) not in {b"", _HEADER}:
                message = f"{target} exists and is no copy of a database. Choose another file."
                raise BackupError(message)
    for suffix in ("-wal", "-journal"):
        log_file = companion_file(target, suffix)
        if log_file.exists():
            message = f"{log_file} exists: {target} is a database in use. Choose another file."
            raise BackupError(message)


def _save_before_restore(database: Path, folder: Path) -> Path | None:
    if not database.exists():
        return None
    saved = database.with_name(f"{database.stem}-before-restore-{_timestamp()}{database.suffix}")
    _save_database(database, saved, folder)
    return saved


def _timestamp() -> str:
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"


@contextmanager
def backup_errors() -> Iterator[None]:
    """Turn the errors of the disk and of SQLite into a `BackupError`."""
    try:
        yield
    except OSError as error:
        path = Path(error.filename or "The copy")
        # The temporary folder is deleted by now; the folder around it is what the user can repair.
        if path.name.startswith(_TEMPORARY):
            path = path.parent
        message = f"{path} cannot be read or written: {error.strerror or error}."
        raise BackupError(message, "disk") from error
    except sqlite3.Error as error:
        message = f"The copy cannot be made: {error}."
        raise BackupError(message) from error


def _checked_copy(source: Path, folder: Path, *, in_use: bool) -> Path:
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


def _save_database(database: Path, saved: Path, folder: Path) -> None:
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
    if folder.is_dir():
        return
    folder.mkdir(0o700)
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
