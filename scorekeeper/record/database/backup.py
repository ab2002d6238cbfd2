"""Copy a SQLite database while it is in use, check the copy, and restore it.

A file is written in a temporary folder beside its target, checked, synced and moved to its path, so that a process
killed at any moment leaves either the old file or the new one, complete.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from glob import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import make_url

from scorekeeper.record.database.sqlite_files import (
    BackupError,
    checked_copy,
    companion_file,
    make_folder,
    put_in_place,
    save_database,
    sync_folder,
)

_TEMPORARY = (BACKUP, _RESTORE) = (".backup-", ".restore-")  # folders
_HEADER = b"SQLite format 3\0"
_UPGRADE_COPIES = 3  # the number of copies made before upgrades that are not deleted


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
            copy = checked_copy(database, Path(folder), in_use=True)
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
        checked_copy(source.resolve(), Path(folder), in_use=False)


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
            copy = checked_copy(source, Path(folder), in_use=False)
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
    save_database(database, saved, folder)
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
