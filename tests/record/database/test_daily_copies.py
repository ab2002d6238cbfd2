"""The copy of each day: which are kept, what makes one fail, and the server that makes it."""

from __future__ import annotations

import datetime as dt
import os
import shutil
import signal
import socket
import stat
import time
from contextlib import closing
from typing import TYPE_CHECKING
from unittest.mock import Mock
from urllib.parse import unquote

import pytest
from support import databases, instances
from support.commands import PATIENCE, Server

from scorekeeper.record.database.backup import BackupError, check
from scorekeeper.record.database.daily_copies import (
    DailyCopies,
    daily_copies,
    dates_to_keep,
    make_daily_copy,
    todays_copy,
)

if TYPE_CHECKING:
    from pathlib import Path

# The first day is a Wednesday, the last one a Sunday; the four weeks end on Sundays.
EVERY_DAY = [dt.date(2025, 1, 1) + dt.timedelta(days=day) for day in range(698)]
MONTHS = (
    "2025-12-31 2026-01-31 2026-02-28 2026-03-31 2026-04-30 2026-05-31 2026-06-30 2026-07-31 2026-08-31 2026-09-30 "
    "2026-10-31"
)
WEEKS = "2026-11-08 2026-11-15 2026-11-22"
DAYS = "2026-11-23 2026-11-24 2026-11-25 2026-11-26 2026-11-27 2026-11-28 2026-11-29"
NEW_YEARS = [dt.date(year, 1, 1) for year in range(2012, 2027)]


@pytest.mark.parametrize(
    ("dates", "kept"),
    [
        (EVERY_DAY, f"{MONTHS} {WEEKS} {DAYS}"),
        (NEW_YEARS, " ".join(f"{year}-01-01" for year in range(2015, 2027))),
        # One Sunday in each week: the last seven, and the last one of September.
        (EVERY_DAY[-64::7], f"2026-09-27 2026-10-18 2026-10-25 2026-11-01 {WEEKS} 2026-11-29"),
    ],
)
def test_seven_days_four_weeks_and_twelve_months_are_kept(dates: list[dt.date], kept: str) -> None:
    present: set[dt.date] = set()
    for day in dates:
        present = dates_to_keep({*present, day})
    assert " ".join(map(str, sorted(present))) == kept


def test_it_is_made_once_a_day_if_twice_its_size_is_free(
    tmp_path: Path, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, folder = databases.sqlite_copy(sqlite_template, tmp_path), tmp_path / "backups"
    size = (tmp_path / "scorekeeper.sqlite3").stat().st_size
    assert daily_copies(folder) == DailyCopies(None)
    folder.mkdir()
    others = {"scorekeeper-20120101-200000-000000.sqlite3", "daily-mine.txt"}
    for name in (*others, *(f"daily-{day}.sqlite3" for day in NEW_YEARS)):
        (folder / name).touch()
    usage = Mock(free=2 * size - 1)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    with pytest.raises(BackupError):
        make_daily_copy(url, folder)
    assert daily_copies(folder) == DailyCopies(NEW_YEARS[-1], "space")
    usage.free += 1
    make_daily_copy(url, folder)
    made = todays_copy(url, folder)
    check(made)
    assert daily_copies(folder) == DailyCopies(dt.date.fromisoformat(made.stem.removeprefix("daily-")))
    number = made.stat().st_ino
    make_daily_copy(url, folder)
    assert made.stat().st_ino == number
    # Eleven earlier months, and that of today.
    assert {path.name for path in folder.iterdir()} == {
        *others,
        made.name,
        *(f"daily-{day}.sqlite3" for day in NEW_YEARS[-11:]),
    }


PASSWORD = "sésame"  # noqa: S105 - every password opens it
PG_DUMP = """#!/bin/sh
for word; do case $word in --file=*) echo "$PGPASSWORD: $*" > "${word#--file=}" ;; esac; done
"""


def test_the_password_of_postgresql_is_in_no_argument(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres_url.replace("postgresql://tests@", f"postgresql+psycopg://tests:{PASSWORD}@", 1)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BackupError):
        make_daily_copy(url, tmp_path)
    assert daily_copies(tmp_path) == DailyCopies(None, "pg_dump")
    file = tmp_path / "backups"
    file.touch()
    assert daily_copies(file) == DailyCopies(None, "disk")
    program = tmp_path / "pg_dump"
    program.write_text(PG_DUMP, encoding="utf-8")
    program.chmod(0o700)
    make_daily_copy(url, tmp_path)
    secret, arguments = todays_copy(url, tmp_path).read_text(encoding="utf-8").split(": ", 1)
    assert secret == PASSWORD
    assert "--dbname=postgresql://tests:@" in arguments
    assert PASSWORD not in unquote(arguments)


@pytest.mark.sweep("starts real processes")
def test_a_server_says_when_it_is_ready_and_copies(tmp_path: Path, sqlite_template: Path) -> None:
    """The signal of the timer is sent, and a `nice` that lowers nothing is called: neither is waited for."""
    nice = tmp_path / "nice"
    nice.write_text('#!/bin/sh\nshift 2\nexec "$@"\n', encoding="utf-8")
    nice.chmod(0o700)
    settings = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    server = Server(instances.with_caches(tmp_path / "instance"), 1, **settings)
    made = todays_copy(databases.sqlite_copy(sqlite_template, server.instance), server.instance / "backups")
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as systemd:
        systemd.bind(settings["NOTIFY_SOCKET"])
        server.start()
        try:
            assert systemd.recv(100).startswith(b"READY=1\n")
            server.process.send_signal(signal.SIGALRM)
            until = time.monotonic() + PATIENCE
            while not made.exists():
                assert time.monotonic() < until
                time.sleep(0.05)
            assert stat.S_IMODE(made.stat().st_mode) == 0o600
            assert server.stop() == 0
        finally:
            server.kill()
