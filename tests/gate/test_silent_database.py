"""With a database that does not answer: pages without it are fast, the others get 503 soon, no start hangs."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

import pytest
from support import commands, instances, postgres
from support.commands import Server

pytestmark = pytest.mark.sweep("waits for databases that do not answer")

SOON = 1.0  # seconds, for a busy machine
PATIENCE = 60


def answer(server: Server, method: str, path: str, cookie: str = "", **fields: str) -> tuple[int, str, str, float]:
    """Return the status, the text, the new cookie and the seconds it took."""
    began = time.monotonic()
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as connection:
        headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
        connection.request(method, path, urlencode(fields) if fields else None, headers)
        response = connection.getresponse()
        text = response.read().decode()
        return response.status, text, (response.headers["Set-Cookie"] or "").partition(";")[0], time.monotonic() - began


def open_form(server: Server) -> Callable[[], tuple[int, float]]:
    """Open the form of a new carnet in a browser; the function returned sends it, and returns status and seconds."""
    _, page, cookie, _ = answer(server, "GET", "/carnets")
    form = page[page.index('action="/carnets"') :]
    found = {name: re.search(rf'name="{name}"[^>]* value="([^"]+)"', form) for name in ("csrf_token", "request_id")}
    fields = {name: match[1] for name, match in found.items() if match}

    def send() -> tuple[int, float]:
        status, _, _, seconds = answer(server, "POST", "/carnets", cookie, name="Les jeudis", **fields)
        return status, seconds

    return send


def assert_pages_without_database_answer(server: Server) -> None:
    for address in ("/offline", "/worker.js", "/manifest.webmanifest"):
        status, _, _, seconds = answer(server, "GET", address)
        assert (status, seconds < SOON) == (200, True), (address, seconds)


@contextmanager
def sending(*senders: Callable[[], tuple[int, float]]) -> Iterator[list[Future[tuple[int, float]]]]:
    with ThreadPoolExecutor(len(senders)) as pool:
        yield [pool.submit(send) for send in senders]


def test_eight_writers_on_a_locked_file(own_server: Server) -> None:
    """The first one waits for ten seconds in its thread, the seven others are refused after two or three."""
    senders = [open_form(own_server) for _ in range(8)]
    with closing(sqlite3.connect(own_server.instance / "scorekeeper.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with sending(*senders) as sent:
            time.sleep(0.5)
            assert_pages_without_database_answer(own_server)
            status, _, _, seconds = answer(own_server, "GET", "/")
            assert (status, seconds < SOON) == (200, True)
            answers = sorted((one.result() for one in sent), key=lambda one: one[1])
        assert [status for status, _ in answers] == [503] * 8
        assert all(1.9 < seconds < 4.5 for _, seconds in answers[:7]), answers
        assert 9 < answers[7][1] < 14
        other.rollback()
    with sending(*senders) as again:
        assert [one.result()[0] for one in again] == [303] * 8


def test_eight_writers_on_a_healthy_database_are_never_refused(own_server: Server) -> None:
    for _ in range(5):
        with sending(*(open_form(own_server) for _ in range(8))) as sent:
            assert [one.result()[0] for one in sent] == [303] * 8


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A PostgreSQL cluster for one test, which it may stop."""
    monkeypatch.delenv("TEST_POSTGRES_URL", raising=False)
    with postgres.server() as url:
        yield url


@contextmanager
def frozen(cluster: str) -> Iterator[None]:
    """Suspend every process of the cluster."""
    home = Path(cluster.partition("?host=")[2])
    master = int((home / "data" / "postmaster.pid").read_text(encoding="ascii").split()[0])
    os.kill(master, signal.SIGSTOP)
    processes = [master, *(int(one) for one in Path(f"/proc/{master}/task/{master}/children").read_text().split())]
    for process in processes[1:]:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


@pytest.fixture
def on_postgres(tmp_path: Path, cluster: str) -> Iterator[Server]:
    address = postgres.create_database(cluster)
    opened = Server(instances.with_caches(tmp_path / "instance"), workers=1, SCOREKEEPER_DATABASE_URL=address)
    yield opened.start()
    opened.kill()


def test_a_frozen_postgresql(on_postgres: Server, cluster: str) -> None:
    """The first writer waits 15 seconds, then 10 for a new connection; the others are refused after two or three."""
    senders = [open_form(on_postgres) for _ in range(8)]
    assert senders.pop(0)()[0] == 303  # its connection stays open, and is lost with the cluster
    senders.append(open_form(on_postgres))
    with frozen(cluster), sending(*senders) as sent:
        time.sleep(0.5)
        assert_pages_without_database_answer(on_postgres)
        answers = sorted((one.result() for one in sent), key=lambda one: one[1])
        assert [status for status, _ in answers] == [503] * 8
        assert all(1.9 < seconds < 4.5 for _, seconds in answers[:7]), answers
        assert 24 < answers[7][1] < 30
    with sending(*senders) as again:
        assert [one.result()[0] for one in again] == [303] * 8


def test_a_start_with_a_mute_server_ends_with_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        url = f"postgresql://tests@127.0.0.1:{mute.getsockname()[1]}/tests"
        began = time.monotonic()
        ended = commands.run(tmp_path, "serve", "--port", "0", SCOREKEEPER_DATABASE_URL=url)
        seconds = time.monotonic() - began
    assert ended.returncode == 1
    assert ended.stdout == b""
    (sentence,) = ended.stderr.decode().splitlines()
    assert sentence.startswith("The database postgresql+psycopg://tests@127.0.0.1")
    assert "timeout" in sentence
    assert 10 <= seconds < 15
