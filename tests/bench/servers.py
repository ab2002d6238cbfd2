"""The measured servers, each with one worker in its own process."""

from __future__ import annotations

import os
from pathlib import Path
from typing import ClassVar

from support.commands import Server

_TESTS = Path(__file__).parents[1]


class BareServer(Server):
    """The server of the baseline."""

    MODULE: ClassVar[tuple[str, ...]] = ("bench.load.bare",)

    def __init__(self, instance: Path) -> None:
        super().__init__(instance, workers=1, PYTHONPATH=str(_TESTS))


def cpu_seconds(server: Server) -> float:
    """Return the CPU time of the threads of the worker."""
    parent = server.process.pid
    # The children are in the order of their start: the worker, and for a while the daily copy of the database.
    worker = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii").split()[0]
    threads = Path(f"/proc/{worker}/task").glob("*/schedstat")
    return sum(int(thread.read_text(encoding="ascii").split()[0]) for thread in threads) / 1e9


def choose_cores() -> set[int]:
    """Restrict this process and its servers to the first core; return the others, for the clients."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[:1])
    return set(cores[1:] or cores)
