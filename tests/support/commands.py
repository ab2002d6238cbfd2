"""The `scorekeeper` command, in its own process or in this one."""

import http.client
import io
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import chdir, closing, contextmanager, redirect_stderr, redirect_stdout
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

from scorekeeper.cli import main

if TYPE_CHECKING:
    from flask import Flask

PATIENCE = 30  # seconds
_started: dict[str, "Server"] = {}


def environment(instance: Path, **settings: str) -> dict[str, str]:
    """Return the environment without the user's settings, and with `settings`."""
    removed = ("SCOREKEEPER_", "HOST", "PORT", "WEB_CONCURRENCY", "GUNICORN_", "PYTHON", "MAKE", "MFLAGS")
    others = {name: value for name, value in os.environ.items() if not name.startswith(removed)}
    return others | {"SCOREKEEPER_INSTANCE": str(instance)} | settings


def run(folder: Path, *words: str, given: bytes = b"", **settings: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command in `folder`, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "scorekeeper.cli", *words],
        env=environment(folder / "instance", **settings),
        cwd=folder,
        input=given,
        capture_output=True,
        timeout=60,
        check=False,
    )


def call(folder: Path, *words: str, given: bytes = b"", **settings: str) -> subprocess.CompletedProcess[bytes]:
    """Call the command in `folder` within this process, which saves the second that a new process takes to start."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with _environment(folder, settings), _input(given), redirect_stdout(out), redirect_stderr(err):
        try:
            status = main(words)
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else bool(ended.code)
            if isinstance(ended.code, str):
                print(ended.code, file=err)
    printed = []
    for stream in (out, err):
        stream.flush()
        printed.append(stream.detach().getvalue())
    return subprocess.CompletedProcess(words, status, *printed)


@contextmanager
def _environment(folder: Path, settings: dict[str, str]) -> Iterator[None]:
    with mock.patch.dict(os.environ, environment(folder / "instance", **settings), clear=True), chdir(folder):
        yield


@contextmanager
def _input(given: bytes) -> Iterator[None]:
    with mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")):
        yield


def group_lives(group: int) -> bool:
    """Return whether any process of this group is alive."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
    return port


def server_at(url: str) -> "Server":
    """Return the server that was started at this address."""
    return _started[url]


def make(folder: Path, target: str, *words: str, **settings: str) -> str:
    """Return what `make` prints in this checkout, whose environment it does not update, nor lints nor types."""
    usual = ("--old-file=.venv/made-for-run", "--old-file=.venv/made-for-test", "--old-file=lint", "MAKE=:")
    done = subprocess.run(
        ["make", *usual, target, *words],  # noqa: S607 - the one of the PATH
        cwd=folder,
        env=environment(folder / "instance", **settings),
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


class Server:
    """`lamarque serve` on its own port; its output goes to `output`, a file next to `instance`."""

    MODULE: tuple[str, ...] = ("scorekeeper.cli", "serve")

    def __init__(self, instance: Path, workers: int | None = None, **settings: str) -> None:
        self.instance = instance
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.output = instance.with_name(f"{instance.name}.log")
        self._workers = () if workers is None else ("--workers", str(workers))
        self._environment = environment(instance, **settings)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def process(self) -> subprocess.Popen[bytes]:
        assert self._process is not None, "the server was not started"
        return self._process

    def command(self) -> list[str]:
        return [sys.executable, "-m", *self.MODULE, "--port", str(self.port), *self._workers]

    def start(self) -> "Server":
        """Start it and wait until it answers; raise RuntimeError with its output if it does not."""
        with self.output.open("ab") as output:
            self._process = subprocess.Popen(
                self.command(),
                env=self._environment,
                cwd=self.output.parent,  # away from the checkout, which `-m` would prefer
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        self._wait()
        _started[self.url] = self
        return self

    @cached_property
    def application(self) -> "Flask":
        """The application in this process, on the same data: what one writes, the other reads."""
        from scorekeeper.web import create_app  # noqa: PLC0415 (most commands need no Flask)

        database, key = (self.instance / name for name in ("scorekeeper.sqlite3", "secret_key"))
        secret_key = key.read_text(encoding="utf-8").strip()
        return create_app(
            {"DATABASE_URL": f"sqlite:///{database}", "SECRET_KEY": secret_key, "INSTANCE": self.instance}
        )

    def stop(self) -> int:
        """Stop it as Ctrl-C does and return its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)

    def kill(self) -> None:
        """Kill it and its workers, as a power cut does."""
        if self._process is not None and self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(PATIENCE)

    def restart(self) -> "Server":
        """Kill it and start it again, on the same port and the same data."""
        self.kill()
        return self.start()

    def get(self, path: str) -> tuple[int, str]:
        """Return the status and the text of an answer."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as connection:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()

    def printed(self) -> str:
        return self.output.read_text(encoding="utf-8")

    def _wait(self) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.process.poll() is None:
            if self._answers():
                return
            time.sleep(0.05)
        self.kill()
        message = f"the server does not answer; it printed:\n{self.printed()}"
        raise RuntimeError(message)

    def _answers(self) -> bool:
        try:
            self.get("/")
        except OSError:
            return False
        return True
