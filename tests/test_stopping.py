"""A server that stops, by a signal or a power cut: its database file is complete, and the next one can start."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import pytest
from support import commands, instances
from web.visitor import Visitor

from scorekeeper.instance_lock import lock_instance

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from support.commands import Server

pytestmark = pytest.mark.sweep("starts real processes")

MANCHE = {"taken": {"H": [5, 4, 3, 1], "QS": [0, 0, 1, 0]}, "moon": None}


def write(server: Server, manches: int) -> None:
    """Record manches through a second engine, on the file that the server has open."""
    visitor = Visitor(server.application).with_carnet()
    table = visitor.set_table(limit=900)
    for _ in range(manches):
        visitor.record_directly(table, MANCHE)


def manches_in_a_copy(server: Server, folder: Path) -> int:
    """Count the manches in a copy of the database file alone, without its log."""
    copy = folder / "copy.sqlite3"
    shutil.copy(server.instance / "scorekeeper.sqlite3", copy)
    with closing(sqlite3.connect(copy)) as database:
        count: int = database.execute("SELECT count(*) FROM manche").fetchone()[0]
        return count


def wait_until(done: Callable[[], bool], seconds: float = 20) -> None:
    until = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < until
        time.sleep(0.05)


def answers(server: Server) -> bool:
    try:
        return server.get("/")[0] == 200
    except ConnectionError:  # a worker whose master was killed closes its connections
        return False


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGQUIT])
def test_the_database_file_of_a_stopped_server_has_every_row(
    own_server: Server, tmp_path: Path, how: signal.Signals
) -> None:
    write(own_server, 20)
    own_server.get("/")
    own_server.process.send_signal(how)
    assert own_server.process.wait(commands.PATIENCE) == 0
    assert manches_in_a_copy(own_server, tmp_path) == 20
    log = own_server.instance / "scorekeeper.sqlite3-wal"
    assert not log.exists() or log.stat().st_size == 0


@contextmanager
def as_in_a_terminal(signal_number: signal.Signals) -> Iterator[None]:
    """Start processes that do not ignore a signal, although the tests may run under nohup or in the background."""
    before = signal.signal(signal_number, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal_number, before)


def test_a_server_stops_when_its_terminal_is_closed(tmp_path: Path) -> None:
    server = commands.Server(instances.with_caches(tmp_path / "instance"), workers=1)
    try:
        with as_in_a_terminal(signal.SIGHUP):
            server.start()
        os.killpg(server.process.pid, signal.SIGHUP)
        assert server.process.wait(commands.PATIENCE) == 0
        wait_until(lambda: not commands.group_lives(server.process.pid))
    finally:
        server.kill()


class NoHangup(commands.Server):
    """A server that `nohup` starts."""

    def command(self) -> list[str]:
        return ["nohup", *super().command()]


def test_a_server_that_nohup_started_goes_on_when_its_terminal_is_closed(tmp_path: Path) -> None:
    server = NoHangup(instances.with_caches(tmp_path / "instance"))
    try:
        server.start()
        os.killpg(server.process.pid, signal.SIGHUP)
        for _ in range(10):
            time.sleep(0.1)
            assert server.process.poll() is None
        wait_until(lambda: answers(server))
        assert server.stop() == 0
    finally:
        server.kill()


def test_the_database_file_has_every_row_after_a_kill_a_start_and_a_stop(own_server: Server, tmp_path: Path) -> None:
    write(own_server, 20)
    own_server.restart()
    own_server.stop()
    assert manches_in_a_copy(own_server, tmp_path) == 20


def test_a_server_starts_while_workers_of_a_killed_one_remain(own_server: Server) -> None:
    for killed in range(1, 4):
        os.kill(own_server.process.pid, signal.SIGKILL)
        own_server.process.wait(commands.PATIENCE)
        own_server.start()
        wait_until(lambda starts=killed + 1: own_server.printed().count("La Marque is running.") == starts)
        assert own_server.process.poll() is None
        wait_until(lambda: answers(own_server))


def test_workers_end_when_their_master_was_killed(own_server: Server) -> None:
    os.kill(own_server.process.pid, signal.SIGKILL)
    own_server.process.wait(commands.PATIENCE)
    wait_until(lambda: not commands.group_lives(own_server.process.pid))


def test_a_second_server_of_one_folder_is_refused_with_a_sentence(own_server: Server) -> None:
    done = commands.run(own_server.instance.parent, "serve", "--port", str(commands.free_port()))
    assert done.returncode == 1
    assert done.stderr.decode().count("\n") == 1
    assert f"Another server has locked {own_server.instance}/lock: " in done.stderr.decode()


def test_ctrl_c_ends_a_server_that_waits_for_another(tmp_path: Path) -> None:
    """The other one answers no more, as a server that stops."""
    (tmp_path / "instance").mkdir()
    lock = lock_instance(tmp_path / "instance", wait_seconds=0)
    with as_in_a_terminal(signal.SIGINT):
        second = subprocess.Popen(
            [sys.executable, "-m", "scorekeeper.cli", "serve", "--port", "0"],
            env=commands.environment(tmp_path / "instance"),
            cwd=tmp_path,
            stderr=subprocess.PIPE,
        )
    with second:
        assert second.stderr is not None
        assert second.stderr.readline().startswith(b"Another server is stopping; waiting for it, ")
        second.send_signal(signal.SIGINT)
        assert second.stderr.read() == b""
        assert second.wait(commands.PATIENCE) == 130
    os.close(lock)


def test_demo_prints_the_address_of_the_running_server(own_server: Server) -> None:
    folder = own_server.instance.parent
    address = f"http://localhost:{own_server.port}"
    assert commands.call(folder, "demo").stdout.decode().startswith(f"{address}/")
    own_server.stop()
    assert commands.call(folder, "demo", "--port", "8123").stdout.decode().startswith("http://localhost:8123/")


def test_only_the_owner_can_read_the_files_of_a_server(own_server: Server) -> None:
    """Also files that an earlier version made readable, and with any umask of the user."""
    database = own_server.instance / "scorekeeper.sqlite3"
    own_server.stop()
    database.chmod(0o644)
    before = os.umask(0o022)
    try:
        own_server.start()
    finally:
        os.umask(before)
    write(own_server, 1)
    files = [path for path in own_server.instance.iterdir() if path.is_file()]
    assert {"scorekeeper.sqlite3", "secret_key", "lock", "address"} <= {path.name for path in files}
    assert {path.name: path.stat().st_mode & 0o077 for path in files if path.stat().st_mode & 0o077} == {}


def test_the_commands_make_private_files(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        assert commands.call(tmp_path, "migrate").returncode == 0
        assert os.umask(0o022) == 0o022
    finally:
        os.umask(before)
    assert (tmp_path / "instance" / "scorekeeper.sqlite3").stat().st_mode & 0o077 == 0
