"""A server with one worker, in a process of its own: how long it takes to start, what its worker holds and uses."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path

from support.commands import environment, free_port

_TESTS = Path(__file__).parents[1]
_PATIENCE = 120  # seconds
MARQUE = (sys.executable, "-m", "scorekeeper.cli", "serve", "--host", "127.0.0.1", "--port", "{port}", "--workers", "1")
FLOOR = ("env", f"PYTHONPATH={_TESTS}", sys.executable, "-m", "bench.load.bare", "--port", "{port}", "--workers", "1")


class House:
    """The server that a command starts on a `{port}` of its own, with its data in `instance`."""

    def __init__(self, instance: Path, command: tuple[str, ...], **settings: str) -> None:
        instance.mkdir(exist_ok=True)
        self.port = free_port()
        self._log = instance.with_name(f"{instance.name}.log")
        self._command = [word.format(port=self.port) for word in command]
        self._environment = environment(instance, **settings)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Start it; the seconds until it answered. Raises RuntimeError, with what it printed, if it does not."""
        began = time.perf_counter()
        with self._log.open("ab") as output:
            self._process = subprocess.Popen(
                self._command,
                env=self._environment,
                cwd=self._log.parent,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        while time.perf_counter() - began < _PATIENCE and self._process.poll() is None:
            if self._answers():
                return time.perf_counter() - began
            time.sleep(0.005)
        self.stop()
        message = f"{self._command} does not answer; it printed:\n{self._log.read_text(encoding='utf-8')}"
        raise RuntimeError(message)

    def stop(self) -> None:
        """Stop it and its worker."""
        if self._process is None:
            return
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait(_PATIENCE)
        self._process = None

    def used(self) -> float:
        """The seconds of CPU that the worker's threads have had so far."""
        threads = Path(f"/proc/{self._worker()}/task").glob("*/schedstat")
        return sum(int(thread.read_text(encoding="ascii").split()[0]) for thread in threads) / 1e9

    def held(self) -> float:
        """The megabytes that the worker holds in memory."""
        lines = Path(f"/proc/{self._worker()}/status").read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) / 1000 for line in lines if line.startswith("VmRSS"))

    def _worker(self) -> int:
        assert self._process is not None, "the server was not started"
        parent = self._process.pid
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii").split()
        assert len(children) == 1, children
        return int(children[0])

    def _answers(self) -> bool:
        line = HTTPConnection("127.0.0.1", self.port, timeout=_PATIENCE)
        try:
            line.request("GET", "/")
            line.getresponse().read()
        except OSError:
            return False
        finally:
            line.close()
        return True
