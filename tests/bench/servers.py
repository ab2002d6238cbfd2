"""The servers that are measured, each with one worker in a process of its own."""

from __future__ import annotations

import os
from pathlib import Path
from typing import ClassVar

from support.commands import Server

_TESTS = Path(__file__).parents[1]


class BareServer(Server):
    """The floor."""

    MODULE: ClassVar[tuple[str, ...]] = ("bench.load.bare",)

    def __init__(self, instance: Path) -> None:
        super().__init__(instance, workers=1, PYTHONPATH=str(_TESTS))


def cpu_seconds(server: Server) -> float:
    """The CPU that the threads of the worker have used."""
    parent = server.process.pid
    (worker,) = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii").split()
    threads = Path(f"/proc/{worker}/task").glob("*/schedstat")
    return sum(int(thread.read_text(encoding="ascii").split()[0]) for thread in threads) / 1e9


def choose_cores() -> set[int]:
    """Keep to the first core, on which the servers then start; return the others, for those who send requests."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[:1])
    return set(cores[1:] or cores)
