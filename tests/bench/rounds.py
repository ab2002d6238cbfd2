"""CPU of the worker per request, beside that of the floor: three rounds, in each a case and then the floor."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import mean, median

from bench.browser import Browser, Request
from bench.servers import cpu_seconds
from support.commands import Server

ROUNDS, _WARM = 3, 2
PAGE, ROW, NOTHING = Request("/"), Request("/", {}, status=303), Request("/nothing", status=204)
_SETTLE = 0.001  # seconds in which the worker ends what comes after its answer

Ready = Callable[[Browser, int], Request]


@dataclass(frozen=True)
class Case:
    """What is measured: `ready` gives the n-th request, unmeasured; `aim` is the most, in times the floor's CPU."""

    name: str
    ready: Ready
    floor: Request = PAGE
    aim: float | None = None


@dataclass
class Costs:
    """What requests of a server cost: the mean CPU of each round, the clock of each answer, in milliseconds."""

    server: Server
    browser: Browser
    ready: Ready
    cpu: list[float] = field(default_factory=list)
    clock: list[float] = field(default_factory=list)
    _asked: int = 0

    def add_round(self, answers: int) -> None:
        """Measure as many answers. Raises AssertionError where one has another status than expected."""
        cpu = [self._ask() for _ in range(_WARM + answers)]
        self.cpu.append(mean(cpu[_WARM:]) * 1e3)

    def _ask(self) -> float:
        request = self.ready(self.browser, self._asked)
        before = cpu_seconds(self.server)
        reply = self.browser.ask(request)
        time.sleep(_SETTLE)
        used = cpu_seconds(self.server) - before
        assert reply.status == request.status, (request, reply.status, reply.body[:2000])
        self._asked += 1
        self.clock.append(reply.seconds * 1e3)
        return used


class Measure:
    """A case on a server, beside the floor."""

    def __init__(self, case: Case, server: Server, browser: Browser, bare: Server) -> None:
        self.case = case
        self.ours = Costs(server, browser, case.ready)
        self.floor = Costs(bare, Browser(bare.port), lambda _browser, _number: case.floor)

    @property
    def ratios(self) -> list[float]:
        """The CPU in times the floor's, of each round, the least first."""
        return sorted(ours / floor for ours, floor in zip(self.ours.cpu, self.floor.cpu, strict=True))

    def add_round(self, answers: int) -> None:
        """Measure the case, then the floor."""
        self.ours.add_round(answers)
        self.floor.add_round(answers)


def requests_of(answers: int) -> int:
    """How often a case is made ready, with that many answers a round."""
    return ROUNDS * (_WARM + answers)


def figures(costs: Costs) -> tuple[float, float]:
    """CPU, the median of the rounds; clock, the median of the answers."""
    return median(costs.cpu), median(costs.clock)
