"""The real `scorekeeper` command, in a process of its own."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

PATIENCE = 30  # seconds


def environment(instance: Path, **settings: str) -> dict[str, str]:
    """Give an environment in which nothing of the user's settings is left but what `settings` says."""
    ours = ("SCOREKEEPER_", "HOST", "PORT", "WEB_CONCURRENCY", "GUNICORN_", "PYTHON")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return kept | {"SCOREKEEPER_INSTANCE": str(instance)} | settings


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
    return port


class Server:
    """`scorekeeper serve` on a port of its own; what it prints goes to `output`, a file beside `instance`."""

    MODULE: tuple[str, ...] = ("scorekeeper.cli", "serve")

    def __init__(self, instance: Path, **settings: str) -> None:
        self.instance = instance
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.output = instance.with_name(f"{instance.name}.log")
        self._environment = environment(instance, **settings)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def process(self) -> subprocess.Popen[bytes]:
        assert self._process is not None, "the server was not started"
        return self._process

    def start(self) -> "Server":
        """Start it and wait until it answers; raise RuntimeError, with what it printed, if it does not."""
        command = [sys.executable, "-m", *self.MODULE, "--port", str(self.port)]
        with self.output.open("ab") as output:
            self._process = subprocess.Popen(
                command,
                env=self._environment,
                cwd=self.output.parent,  # away from the checkout, which `-m` would prefer
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        self._wait()
        return self

    def stop(self) -> int:
        """Stop it as Ctrl-C does and give its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)

    def kill(self) -> None:
        """Kill it and its workers at once, as a power cut would."""
        if self._process is not None and self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(PATIENCE)

    def restart(self) -> "Server":
        """Kill it and start it again, on the same port and the same data."""
        self.kill()
        return self.start()

    def get(self, path: str) -> tuple[int, str]:
        """Give the status and the text of an answer."""
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
