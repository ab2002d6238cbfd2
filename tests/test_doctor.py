"""`lamarque doctor`. What a start refuses too is tested with the settings, the database and the server."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest
from support import commands

from scorekeeper.instance_lock import lock_instance, remember_address

pytestmark = pytest.mark.sweep("fills a database")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose instance has the notebook of examples and a copy of it."""
    made = tmp_path_factory.mktemp("sound")
    assert commands.call(made, "demo").returncode == 0
    assert commands.call(made, "backup").returncode == 0
    return made


def changed_at(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


def wrong(folder: Path, **settings: str) -> dict[str, str]:
    """Return the sentence of each check that fails; nothing in the instance is changed."""
    before = changed_at(folder)
    done = commands.call(folder, "doctor", PORT="0", SCOREKEEPER_SECRET_KEY="s3cret" * 3, **settings)
    assert changed_at(folder) == before
    assert b"s3cret" not in done.stdout + done.stderr
    lines = [line.split(maxsplit=2) for line in done.stdout.decode().splitlines()]
    found = {name: sentence for state, name, sentence in lines if state != "ok"}
    assert done.returncode == bool(found)
    return found


def execute(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / "instance" / "scorekeeper.sqlite3")) as database:
        database.execute(statement)
        database.commit()


def test_nothing_is_wrong_with_a_sound_instance_or_a_new_one(folder: Path, tmp_path: Path) -> None:
    assert wrong(folder) == {}
    assert wrong(tmp_path) == {}
    assert list(tmp_path.iterdir()) == []


def test_a_start_check_that_fails_is_the_last(folder: Path) -> None:
    url = "postgresql://u:s3cret@127.0.0.1:1/d?password=s3cret"
    assert [*wrong(folder, SCOREKEEPER_DATABASE_URL=url)] == ["schema"]
    assert [*wrong(folder, SCOREKEEPER_DATABASE_URL=f"sqlite:///{folder}/none/a.sqlite3")] == ["database"]


def test_a_full_disk_and_a_second_name_are_wrong(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as full:
        full.setattr(shutil, "disk_usage", lambda _: Mock(free=0))
        assert wrong(folder)["database"].endswith(" is full: delete what is not needed there.")
    database = folder / "instance" / "scorekeeper.sqlite3"
    other = folder / "other.sqlite3"
    other.hardlink_to(database)
    for url in (database, other):
        assert "has a second name" in wrong(folder, SCOREKEEPER_DATABASE_URL=f"sqlite:///{url}")["database"]
    other.unlink()


def test_a_missing_summary_and_an_old_copy_are_wrong(folder: Path) -> None:
    (copy,) = (folder / "instance" / "backups").iterdir()
    old = copy.rename(copy.with_name("daily-2000-01-01.sqlite3"))
    for table in ("tally", "seat_summary", "summary"):
        execute(folder, f"DELETE FROM {table} WHERE partie_id = 1")  # noqa: S608 - of the test
    found = wrong(folder)
    assert [*found] == ["summaries", "copies"]
    assert found["summaries"].startswith("1 parties have none: `lamarque rebuild` ")
    assert commands.call(folder, "rebuild").returncode == 0
    old.rename(copy)
    assert wrong(folder) == {}
    failed = copy.with_name("failed-space")
    failed.touch()
    assert "failed (space)" in wrong(folder)["copies"]
    failed.unlink()


def test_a_change_of_tomorrow_means_a_wrong_clock(folder: Path) -> None:
    execute(folder, "UPDATE change SET at = datetime('now', '+1 day') WHERE version = 1 AND partie_id = 1")
    assert [*wrong(folder)] == ["clock"]


def test_a_lost_column_is_wrong(folder: Path) -> None:
    execute(folder, "ALTER TABLE manche DROP COLUMN note")
    assert wrong(folder)["schema"].endswith(
        " is not complete: it has no column manche.note. Restore a copy. Nothing was changed."
    )


def test_a_row_that_refers_to_no_other_is_damage(folder: Path) -> None:
    execute(folder, "UPDATE participant SET player_id = 9999 WHERE partie_id = 2")
    assert " of participant refers to no row of player." in wrong(folder)["database"]
    done = commands.call(folder, "rebuild")
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (1, b"", 1)


def test_a_server_that_does_not_answer_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "instance").mkdir()
    lock = lock_instance(tmp_path / "instance", wait_seconds=0)
    remember_address(tmp_path / "instance", "http://127.0.0.1:1")
    found = wrong(tmp_path)
    os.close(lock)
    assert found["server"] == "http://127.0.0.1:1 is not ready: Connection refused."
