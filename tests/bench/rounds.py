"""Measure the CPU of the worker per request, in rounds of a case and then the baseline."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import mean, median

from bench.browser import Browser, Request
from bench.servers import cpu_seconds
from support.commands import Server

_WARM = 2
PAGE, ROW, NOTHING = Request("/"), Request("/", {}, status=303), Request("/nothing", status=204)
_SETTLE = 0.001  # seconds for the work of the worker after its answer

Ready = Callable[[Browser, int], Request]


@dataclass(frozen=True)
class Case:
    """A case: `ready` prepares the n-th request, unmeasured; `aim` is the highest ratio to the CPU of `baseline`."""

    name: str
    ready: Ready
    baseline: Request = PAGE
    aim: float | None = None


@dataclass
class Costs:
    """The costs of requests in milliseconds: the mean CPU of each round, the clock of each answer."""

    server: Server
    browser: Browser
    ready: Ready
    cpu: list[float] = field(default_factory=list)
    clock: list[float] = field(default_factory=list)
    _count: int = 0

    def add_round(self, answers: int) -> None:
        """Measure that many answers. Raises AssertionError for an unexpected status."""
        cpu = [self._send() for _ in range(_WARM + answers)]
        self.cpu.append(mean(cpu[_WARM:]) * 1e3)

    def _send(self) -> float:
        request = self.ready(self.browser, self._count)
        before = cpu_seconds(self.server)
        reply = self.browser.send(request)
        time.sleep(_SETTLE)
        used = cpu_seconds(self.server) - before
        assert reply.status == request.status, (request, reply.status, reply.body[:2000])
        self._count += 1
        self.clock.append(reply.seconds * 1e3)
        return used


class Measure:
    """A case on a server, and its baseline."""

    def __init__(self, case: Case, server: Server, browser: Browser, bare: Server) -> None:
        self.case = case
        self.ours = Costs(server, browser, case.ready)
        self.baseline = Costs(bare, Browser(bare.port), lambda _browser, _number: case.baseline)

    @property
    def ratios(self) -> list[float]:
        """The ratios to the CPU of the baseline in each round, in ascending order."""
        return sorted(ours / bare for ours, bare in zip(self.ours.cpu, self.baseline.cpu, strict=True))

    def add_round(self, answers: int) -> None:
        """Measure the case, then the baseline."""
        self.ours.add_round(answers)
        self.baseline.add_round(answers)


def requests_of(answers: int, rounds: int) -> int:
    """Return the number of requests of a case, with that many answers a round."""
    return rounds * (_WARM + answers)


def figures(costs: Costs) -> tuple[float, float]:
    """Return the median CPU of the rounds and the median clock of the answers."""
    return median(costs.cpu), median(costs.clock)
