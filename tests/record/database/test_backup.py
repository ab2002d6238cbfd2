"""Back up and restore a SQLite database in use; a process killed at any moment leaves complete files."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from support import databases, earlier

from scorekeeper.record.database import UnusableDatabaseError
from scorekeeper.record.database.backup import BackupError, back_up, restore
from scorekeeper.record.database.schema import prepare
from scorekeeper.record.migrations import newest_revision

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ROW = (
    "INSERT INTO carnet (key, name, code_digest, code_renewals, created_at) VALUES (?, ?, ?, 0, '2026-11-24 20:00:00')"
)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return databases.sqlite_template(tmp_path_factory.mktemp("template"))


@pytest.fixture
def database(template: Path, tmp_path: Path) -> Path:
    """Create a database with one carnet, `first`, and no log."""
    return with_names(template, tmp_path / "scorekeeper.sqlite3", "first")


def with_names(template: Path, path: Path, *names: str) -> Path:
    shutil.copy(template, path)
    add(path, *names)
    return path


def add(path: Path, *names: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None, timeout=20)) as connection:
        for name in names:
            connection.execute(ROW, (f"k{name}", name, f"c{name}"))


def names(path: Path) -> list[str]:
    """Return the carnets of a database that must be undamaged."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return [name for (name,) in connection.execute("SELECT name FROM carnet ORDER BY id")]


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def crashed(path: Path, *added: str) -> None:
    """Add carnets in a process that is killed at once, so that they are only in the log."""
    script = (
        "import os, sqlite3, sys\n"
        "c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "c.execute('PRAGMA wal_autocheckpoint=0'); c.execute('PRAGMA journal_mode=WAL')\n"
        "for n in sys.argv[2:]: c.execute(" + repr(ROW) + ", ('k' + n, n, 'c' + n))\n"
        "os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", script, str(path), *added], check=True)
    assert path.with_name(f"{path.name}-wal").stat().st_size > 0


@pytest.mark.sweep("writes for seconds")
def test_a_copy_made_during_writes_has_every_acknowledged_row(database: Path, tmp_path: Path) -> None:
    """Four writers: each copy has the rows acknowledged before it began, and no gap in the rows of a writer."""
    written = [0] * 4
    stop = threading.Event()

    def write(writer: int) -> None:
        with closing(sqlite3.connect(database, isolation_level=None, timeout=20)) as connection:
            connection.execute("PRAGMA synchronous=FULL")
            while not stop.is_set():
                name = f"{writer}-{written[writer]}"
                connection.execute(ROW, (f"k{name}", name, f"c{name}"))
                written[writer] += 1

    threads = [threading.Thread(target=write, args=(writer,)) for writer in range(4)]
    for thread in threads:
        thread.start()
    try:
        for number in range(15):
            time.sleep(0.03)
            acknowledged = list(written)
            back_up(database, tmp_path / f"{number}.sqlite3")
            copied = names(tmp_path / f"{number}.sqlite3")
            for writer in range(4):
                own = [name for name in copied if name.startswith(f"{writer}-")]
                assert own == [f"{writer}-{row}" for row in range(len(own))]
                assert len(own) >= acknowledged[writer]
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert sum(written) > 15


def test_a_copy_is_one_private_file_with_the_rows_of_the_log(database: Path, tmp_path: Path) -> None:
    crashed(database, "second")
    target = tmp_path / "copies"
    target.mkdir()
    before = os.umask(0)
    try:
        back_up(database, target / "copy.sqlite3")
    finally:
        os.umask(before)
    assert files(target) == {"copy.sqlite3"}
    assert mode(target / "copy.sqlite3") == 0o600
    assert names(target / "copy.sqlite3") == ["first", "second"]


def test_a_file_that_is_no_copy_is_not_replaced(database: Path, tmp_path: Path) -> None:
    """Such as the secret key."""
    other = tmp_path / "secret_key"
    other.write_text("0123456789abcdef0123456789abcdef\n")
    with pytest.raises(BackupError, match="no copy of a database"):
        back_up(database, other)
    assert other.read_text() == "0123456789abcdef0123456789abcdef\n"


def test_a_copy_replaces_an_earlier_copy_but_no_database_in_use(database: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.sqlite3"
    with closing(sqlite3.connect(target)) as older:
        older.execute("CREATE TABLE older (name)")
    back_up(database, target)
    assert names(target) == ["first"]
    with pytest.raises(BackupError, match="is the database itself"):
        back_up(database, database)
    crashed(target, "other")
    with pytest.raises(BackupError, match="is a database in use"):
        back_up(database, target)
    with pytest.raises(BackupError, match="is not a file"):
        back_up(database, tmp_path)
    with pytest.raises(BackupError, match=r"nowhere cannot be read or written: No such file or directory\.$"):
        back_up(database, tmp_path / "nowhere" / "copy.sqlite3")
    (tmp_path / "unwritable").symlink_to("/proc")
    with pytest.raises(BackupError, match=r"^/proc cannot be read or written: No such file or directory\.$"):
        back_up(database, tmp_path / "unwritable" / "copy.sqlite3")
    with pytest.raises(BackupError, match=rf"^{re.escape(str(tmp_path))} is not a file\.$"):
        restore(tmp_path, database)
    with pytest.raises(BackupError, match="There is no file"):
        back_up(tmp_path / "missing.sqlite3", tmp_path / "free.sqlite3")
    assert not (tmp_path / "missing.sqlite3").exists()
    assert names(target) == ["first", "other"]


def test_a_copy_is_restored_and_the_replaced_database_saved_with_its_log(database: Path, tmp_path: Path) -> None:
    back_up(database, tmp_path / "copy.sqlite3")
    crashed(database, "second")
    database.chmod(0o644)
    if os.geteuid() == 0:
        shutil.chown(tmp_path, "nobody")
    saved = restore(tmp_path / "copy.sqlite3", database)
    assert saved is not None
    assert files(tmp_path) == {"copy.sqlite3", "scorekeeper.sqlite3", saved.name}
    assert saved.name.startswith("scorekeeper-before-restore-2")
    assert (mode(database), mode(saved)) == (0o600, 0o600)
    # Root restores for the user whose folder it is.
    assert [path.owner() for path in (database, saved)] == ["nobody" if os.geteuid() == 0 else tmp_path.owner()] * 2
    assert (names(database), names(saved)) == (["first"], ["first", "second"])
    assert restore(saved, database) is not None
    assert names(database) == ["first", "second"]


def test_the_log_of_a_deleted_database_does_not_change_a_restored_copy(database: Path, tmp_path: Path) -> None:
    """A plain copy of the file would fail here: the second carnet is in the log of the deleted database."""
    copy = tmp_path / "copy.sqlite3"
    back_up(database, copy)
    crashed(database, "second")
    database.unlink()
    assert restore(copy, database) is None
    assert names(database) == ["first"]
    assert files(tmp_path) == {"copy.sqlite3", "scorekeeper.sqlite3"}


def test_a_damaged_database_is_replaced_and_saved_as_it_is(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    back_up(database, copy)
    crashed(database, "second")
    log = database.with_name(f"{database.name}-wal").read_bytes()
    database.write_bytes(b"x" * 5000)
    # SQLite would restore page 1 from the log, so it is overwritten there too, and nothing can be read.
    database.with_name(f"{database.name}-wal").write_bytes(log[:32])
    saved = restore(copy, database)
    assert saved is not None
    assert saved.read_bytes() == b"x" * 5000
    assert names(database) == ["first"]
    assert not database.with_name(f"{database.name}-wal").exists()


def text_file(path: Path) -> None:
    path.write_text("Manche 1 : 5 4 16 1\n" * 400)


def empty_file(path: Path) -> None:
    path.touch()


def another_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num)")
        connection.execute("INSERT INTO alembic_version VALUES ('0005')")
        connection.commit()


def after(statement: str) -> Callable[[Path], None]:
    """Return the function that executes this statement in a database."""

    def change(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(statement)
            connection.commit()

    return change


def truncated(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def damaged(path: Path) -> None:
    """Overwrite every page but the first."""
    with path.open("rb+") as file:
        file.seek(4096)
        file.write(b"\xa5" * (path.stat().st_size - 4096))


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (text_file, "is not a SQLite database, or is damaged"),
        (empty_file, "is not a database of La Marque"),
        (another_database, "is not a database of La Marque"),
        (after("UPDATE alembic_version SET version_num = '9999'"), "was made by a newer version of La Marque"),
        (after("UPDATE alembic_version SET version_num = '0014'"), "was made before version 0.2.0"),
        (
            after("CREATE TRIGGER eraser AFTER INSERT ON manche BEGIN DELETE FROM manche; END"),
            "has what no version of La Marque made: eraser",
        ),
        (after("DROP TABLE attempt"), "is not complete: it has no column attempt.network, "),
        (after("ALTER TABLE manche DROP COLUMN facts"), "is not complete: it has no column manche.facts"),
        (after("CREATE TABLE invoice (id INTEGER)"), "has what no version of La Marque made: invoice"),
        (after("INSERT INTO alembic_version VALUES ('0020')"), "was made by a newer version of La Marque"),
        (
            after("INSERT INTO imported_file (carnet_id, digest, at) VALUES (9, 'a', '2026-11-24')"),
            "is damaged: row 1 of imported_file refers to no row of carnet",
        ),
        (truncated, "damaged"),
        (damaged, "damaged"),
    ],
)
def test_a_file_that_is_refused_changes_nothing(
    database: Path, template: Path, tmp_path: Path, make: Callable[[Path], None], sentence: str
) -> None:
    source = tmp_path / "source.sqlite3"
    if make not in {text_file, empty_file, another_database}:
        shutil.copy(template, source)
    make(source)
    before = database.read_bytes()
    with pytest.raises(BackupError, match=sentence):
        restore(source, database)
    assert database.read_bytes() == before
    assert files(tmp_path) == {"scorekeeper.sqlite3", "source.sqlite3"}
    with pytest.raises(BackupError, match=sentence):
        back_up(source, tmp_path / "copy.sqlite3")
    assert not (tmp_path / "copy.sqlite3").exists()


def test_a_database_that_a_process_has_open_is_not_replaced(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    back_up(database, copy)
    with closing(sqlite3.connect(database)) as other:
        other.execute("SELECT * FROM carnet").fetchall()
        with pytest.raises(BackupError, match="is in use: stop the server"):
            restore(copy, database)
    with pytest.raises(BackupError, match="is the database itself"):
        restore(database, database)
    assert names(database) == ["first"]


def test_a_database_is_copied_before_an_upgrade_and_the_last_three_copies_stay(tmp_path: Path) -> None:
    """The fifth copy is made by an upgrade from the first schema; it has that schema, the database the newest."""
    database = tmp_path / "scorekeeper.sqlite3"
    url = f"sqlite:///{database}"
    copies = tmp_path / "backups"
    copies.mkdir()
    other = "scorekeeper-notes.sqlite3"
    for name in (*(f"scorekeeper-2026010{day}-120000-000000.sqlite3" for day in (1, 2, 3, 4)), other):
        (copies / name).touch()
    earlier.prepare_at(url)
    prepare(url)
    assert len(files(copies)) == 4
    assert {name for name in files(copies) if "2026010" in name} == {
        "scorekeeper-20260103-120000-000000.sqlite3",
        "scorekeeper-20260104-120000-000000.sqlite3",
    }
    made = max(files(copies) - {other})
    assert (revision(copies / made), revision(database)) == ("0016", newest_revision())
    assert mode(copies / made) == 0o600
    prepare(url)
    assert len(files(copies)) == 4


def test_a_copy_of_an_older_version_is_upgraded_at_the_next_start(database: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.sqlite3"
    earlier.prepare_at(f"sqlite:///{old}")
    with closing(sqlite3.connect(old, isolation_level=None)) as connection:
        connection.execute(ROW, ("k", "old", "c"))
    restore(old, database)
    assert revision(database) == "0016"
    prepare(f"sqlite:///{database}")
    assert (revision(database), names(database)) == (newest_revision(), ["old"])


def test_a_new_database_needs_no_copy_and_one_that_cannot_be_copied_is_not_upgraded(tmp_path: Path) -> None:
    prepare(f"sqlite:///{tmp_path / 'new.sqlite3'}")
    assert not (tmp_path / "backups").exists()
    old = tmp_path / "old.sqlite3"
    earlier.prepare_at(f"sqlite:///{old}")
    (tmp_path / "backups").touch()
    with pytest.raises(UnusableDatabaseError, match="is not upgraded, because it cannot be copied first"):
        prepare(f"sqlite:///{old}")
    assert revision(old) == "0016"


def revision(path: Path) -> str | None:
    with closing(sqlite3.connect(path)) as connection:
        (row,) = connection.execute("SELECT version_num FROM alembic_version")
        return str(row[0])
