"""Copy a SQLite database while it is in use, check the copy, and restore it.

A file is written in a temporary folder beside its target, checked, synced (written to the disk) and moved to its path,
so that a process killed at any moment leaves either the old file or the new one, complete.

SQLite writes new changes to a *log* beside the database: the write-ahead log (`-wal`, with its index `-shm`), or the
rollback journal (`-journal`) of a database in another mode. A file is complete only together with its log. Each version
of the schema has a *revision*, the number of its latest migration; it is stored in the table `alembic_version`.
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
from scorekeeper.record.migrations import newest_revision, why_unusable
from scorekeeper.record.models import Base

# The beginnings of the names of temporary folders.
BACKUP = ".backup-"
_RESTORE = ".restore-"
_TEMPORARY = (BACKUP, _RESTORE)
_HEADER = b"SQLite format 3\0"  # the first bytes of each SQLite database
_UPGRADE_COPIES = 3  # the number of copies made before upgrades that are not deleted
_BUSY_SECONDS = 10  # how long a connection waits for the lock of another process
_OTHERS_PERMISSIONS = 0o077  # of all users except the owner
# SQLite's error codes for a damaged file, and for a file that another process uses.
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
# Columns by which a database of any version of this app is recognised.
_OUR_COLUMNS = {"alembic_version.version_num", "carnet.key", "partie.id"}


class BackupError(CommandError):
    """A copy cannot be made or restored; the message says why in one sentence.

    A page shows the owner of a carnet a sentence for the `reason` instead, because the message may contain paths of the
    server. The reasons are "database" (it cannot be read), "disk" (a file cannot be written), "space" (too
    little of the disk is free) and "pg_dump" (it is not installed).
    """

    def __init__(self, message: str, reason: str = "database") -> None:
        super().__init__(message)
        self.reason = reason


def sqlite_file(url: str) -> Path | None:
    """Return the file of a SQLite database, None for PostgreSQL."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return None
    return Path(parsed.database or "").resolve()


def database_file(url: str) -> Path:
    """Return the file of a SQLite database. Raises `BackupError` for PostgreSQL."""
    file = sqlite_file(url)
    if file is None:
        message = "The database is PostgreSQL: make copies with pg_dump and restore them with pg_restore."
        raise BackupError(message)
    return file


def back_up(database: Path, target: Path) -> None:
    """Copy `database`, which may be in use, to `target`, replacing an existing file.

    Raises `BackupError`, without changing the target, when the database or the target cannot be used.
    """
    target = target.resolve()
    with backup_errors():
        _refuse_target(database, target)
        # In the folder of the target: a file can be moved in one step only within a file system.
        with TemporaryDirectory(prefix=BACKUP, dir=target.parent) as folder:
            copy = _checked_copy(database, Path(folder), in_use=True)
            put_in_place(copy, target)
        sync(target.parent)


def back_up_before_upgrade(database: Path) -> None:
    """Copy `database` to the folder `backups` beside it, and delete all but the last three of these copies."""
    folder = database.parent / "backups"
    # The pattern of the names of these copies, which have the date and the time: `name-20261129-183000-123456.sqlite3`.
    # With `escape`, a `*` in the name of the database matches only itself.
    pattern = f"{escape(database.stem)}-????????-??????-??????{escape(database.suffix)}"
    with backup_errors():
        make_folder(folder)
        back_up(database, folder / f"{database.stem}-{_timestamp()}{database.suffix}")
        # Sorted by name is sorted by time.
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
        _refuse_same(source, database)
        with TemporaryDirectory(prefix=_RESTORE, dir=database.parent) as folder:
            copy = _checked_copy(source, Path(folder), in_use=False)
            saved = _save_before_restore(database, Path(folder))
            # The log of the replaced database is now part of the saved file. Delete it before the new file is in
            # place, or SQLite would apply it to the new file.
            for suffix in ("-wal", "-shm", "-journal"):
                companion_file(database, suffix).unlink(missing_ok=True)
            sync(database.parent)
            put_in_place(copy, database)
        sync(database.parent)
    return saved


def _refuse_same(file: Path, database: Path) -> None:
    if file.exists() and database.exists() and file.samefile(database):
        message = f"{file} is the database itself."
        raise BackupError(message)


def _refuse_target(database: Path, target: Path) -> None:
    """Raise `BackupError` when the target is the database itself, another kind of file, or a database in use."""
    _refuse_same(target, database)
    if target.exists():
        if not target.is_file():
            message = f"{target} is not a file."
            raise BackupError(message)
        with target.open("rb") as file:
            # An empty file may be replaced.
            if file.read(len(_HEADER)) not in {b"", _HEADER}:
                message = f"{target} exists and is no copy of a database. Choose another file."
                raise BackupError(message)
    for suffix in ("-wal", "-journal"):
        log_file = companion_file(target, suffix)
        if log_file.exists():
            message = f"{log_file} exists: {target} is a database in use. Choose another file."
            raise BackupError(message)


def _timestamp() -> str:
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"


@contextmanager
def backup_errors() -> Iterator[None]:
    """Turn the errors of the disk and of SQLite in the body into a `BackupError`."""
    try:
        yield
    except OSError as error:
        path = Path(error.filename or "The copy")
        # The temporary folder is deleted by now: name the folder around it, which the user can repair.
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
        with closing(open_unchanged(source, in_use=in_use)) as reader, closing(sqlite3.connect(copy)) as writer:
            reader.backup(writer)  # in one step, so that concurrent writes are not in the copy
            writer.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
            _refuse_unusable(writer, source)
    except sqlite3.DatabaseError as error:
        # Another error of SQLite, such as a full disk, is turned into a `BackupError` by `backup_errors`.
        if _primary_code(error) not in _DAMAGED:
            raise
        message = f"{source} is not a SQLite database, or is damaged: {error}."
        raise BackupError(message) from error
    sync(copy)
    return copy


def open_unchanged(path: Path, *, in_use: bool = True) -> sqlite3.Connection:
    """Open a database to read it; the file and its log are not changed.

    `in_use`: whether other processes may write to it concurrently.
    """
    # `rw` is for a database in use that has no log: a connection that only reads would leave an empty log beside it.
    mode = "mode=rw"
    # `ro` is for a database with a log: the last connection to close merges the log into the file, unless it only
    # reads.
    if any(companion_file(path, suffix).exists() for suffix in ("-wal", "-journal")):
        mode = "mode=ro"
    # `immutable` is for a file that no other process has open: SQLite then takes no lock and makes no file.
    elif not in_use:
        mode = "immutable=1"
    return sqlite3.connect(f"{path.as_uri()}?{mode}", uri=True, timeout=_BUSY_SECONDS)


def _save_before_restore(database: Path, folder: Path) -> Path | None:
    """Make `database` one complete file without a log, and copy it beside itself; `folder` is for temporary files.

    Returns the copy, `None` without a database. A damaged one is copied as it is, with its log. Raises `BackupError`
    when a process has it open.
    """
    if not database.exists():
        return None
    saved = database.with_name(f"{database.stem}-before-restore-{_timestamp()}{database.suffix}")
    try:
        with closing(sqlite3.connect(f"{database.as_uri()}?mode=rw", uri=True, timeout=0)) as connection:
            # Writes the log into the file and deletes it; SQLite refuses while another process has the file open.
            connection.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.DatabaseError as error:
        if _primary_code(error) in _BUSY:  # with a timeout of 0 it does not wait
            message = f"{database} is in use: stop the server and every other command first."
            raise BackupError(message) from error
        # A damaged database is copied as it is.
        if _primary_code(error) not in _DAMAGED:
            raise
    # The log first: a copy of the file without it would look complete.
    for suffix in ("-wal", ""):
        path = companion_file(database, suffix)
        if path.exists():
            copy = folder / "replaced"
            copy.touch(mode=0o600)
            copyfile(path, copy)
            sync(copy)
            put_in_place(copy, companion_file(saved, suffix))
    sync(saved.parent)
    return saved


def put_in_place(copy: Path, target: Path) -> None:
    """Move a finished file to its place; it then belongs to the owner of the folder."""
    _give_to_owner(copy, target.parent)
    copy.replace(target)


def make_folder(folder: Path) -> None:
    """Make a folder that only its owner, the owner of the folder above, can open, unless it exists."""
    if folder.is_dir():
        return
    folder.mkdir(0o700)
    _give_to_owner(folder, folder.parent)


def _give_to_owner(path: Path, folder: Path) -> None:
    # After `sudo lamarque restore`, for instance, a server that runs as another user could not open a file of root, the
    # user of number 0.
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


def make_private(database: Path) -> None:
    """Let only the owner read and write the files of a SQLite database. Raises `OSError` where that fails."""
    for suffix in ("", "-wal", "-shm"):
        path = companion_file(database, suffix)
        if path.is_file() and path.stat().st_mode & _OTHERS_PERMISSIONS:
            path.chmod(0o600)


def companion_file(path: Path, suffix: str) -> Path:
    """Return the path of a file that SQLite makes beside a database, for instance its write-ahead log (`-wal`)."""
    return path.with_name(path.name + suffix)


def sync(path: Path) -> None:
    """Sync a file, or the directory entries of a folder, to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def find_damage(connection: sqlite3.Connection) -> str:
    """Return what is damaged in a database, "" if nothing is."""
    # At most three errors.
    errors = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(3)")]
    if errors != ["ok"]:
        return "; ".join(errors)
    # A row that refers to a missing row, such as a soirée (an evening) without its carnet: no page could show it.
    broken = connection.execute("PRAGMA foreign_key_check").fetchone()
    if broken is None:
        return ""
    table, number, parent, _key = broken
    return f"row {number} of {table} refers to no row of {parent}"


def _refuse_unusable(connection: sqlite3.Connection, source: Path) -> None:
    """Raise `BackupError` for a database that is damaged, of another program, or of a newer version of the app."""
    if damage := find_damage(connection):
        message = f"{source} is damaged: {damage}."
        raise BackupError(message)
    # All columns of all tables: "carnet.key".
    query = "SELECT m.name || '.' || c.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c"
    columns = {column for (column,) in connection.execute(query)}
    revisions = set()
    if columns >= _OUR_COLUMNS:
        revisions = {revision for (revision,) in connection.execute("SELECT version_num FROM alembic_version")}
    # A clause such as "was made by a newer version of La Marque …", "" if this version can open the database.
    if reason := why_unusable(revisions, columns):
        message = f"{source} {reason}."
        raise BackupError(message)
    known = {"alembic_version", *Base.metadata.tables}
    is_newest = revisions == {newest_revision()}
    objects = connection.execute("SELECT name, type FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name")
    # The names of triggers, views and unknown tables, which the app never makes. A trigger would run in the
    # transactions of the app. An older database may have unknown tables: which tables that version had is not known
    # here.
    foreign = [
        name
        for name, kind in objects
        if kind in {"trigger", "view"} or (kind == "table" and is_newest and name not in known)
    ]
    if foreign:
        message = f"{source} has what no version of La Marque made: {', '.join(foreign)}."
        raise BackupError(message)


def _primary_code(error: sqlite3.Error) -> int:
    """Return SQLite's primary error code, 0 for an error of the Python module itself."""
    # SQLite adds details to a code in its higher bits.
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
