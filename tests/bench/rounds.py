"""CPU of the worker per request, beside that of the floor: three rounds, in each both asked in turns."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import mean, median

from bench.browser import Browser, Reply, Request
from bench.servers import cpu_seconds
from support.commands import Server

ROUNDS, _WARM = 3, 2
PAGE, ROW, NOTHING = Request("/"), Request("/", {}), Request("/nothing")
_SETTLE = 0.001  # seconds in which the worker ends what comes after its answer


@dataclass(frozen=True)
class Case:
    """A request to measure: `ready` gives the n-th one, unmeasured; `aim` is the most, in times the floor's CPU."""

    name: str
    ready: Callable[[Browser, int], Request]
    status: int = 200
    floor: Request = PAGE
    aim: float | None = None


@dataclass
class Costs:
    """The mean of the CPU per request of each round, and the seconds of every answer."""

    cpu: list[float] = field(default_factory=list)
    clock: list[float] = field(default_factory=list)


@dataclass
class Measure:
    """A case on a server, beside the floor."""

    case: Case
    server: Server
    bare: Server
    browser: Browser
    ours: Costs = field(default_factory=Costs)
    floor: Costs = field(default_factory=Costs)
    asked: int = 0

    def __post_init__(self) -> None:
        """Open a browser of the floor."""
        self._bare_browser = Browser(self.bare.port)

    @property
    def ratios(self) -> list[float]:
        """How often the floor's CPU, round by round, the least first."""
        return sorted(ours / floor for ours, floor in zip(self.ours.cpu, self.floor.cpu, strict=True))

    def add_round(self, answers: int) -> None:
        """Measure so many answers. Raises AssertionError where one is not as expected."""
        for _ in range(_WARM):
            self._checked(self.browser.ask(self._next()))
            self._bare_browser.ask(self.case.floor)
        ours, floor = [], []
        for _ in range(answers):
            request = self._next()
            ours.append(_cost(self.server, self.browser, request))
            self._checked(ours[-1][1])
            floor.append(_cost(self.bare, self._bare_browser, self.case.floor))
        for costs, found in ((self.ours, ours), (self.floor, floor)):
            costs.cpu.append(mean(cpu for cpu, _ in found))
            costs.clock += [reply.seconds for _, reply in found]

    def _next(self) -> Request:
        self.asked += 1
        return self.case.ready(self.browser, self.asked - 1)

    def _checked(self, reply: Reply) -> None:
        assert reply.status == self.case.status, (self.case.name, reply.status, reply.body[:2000])


def requests_of(answers: int) -> int:
    """How often a case is made ready, of so many answers a round."""
    return ROUNDS * (answers + _WARM)


def figures(costs: Costs) -> tuple[float, float]:
    """Milliseconds of CPU, the median of the rounds; milliseconds on the clock, the median of the answers."""
    return median(costs.cpu) * 1e3, median(costs.clock) * 1e3


def _cost(server: Server, browser: Browser, request: Request) -> tuple[float, Reply]:
    before = cpu_seconds(server)
    reply = browser.ask(request)
    time.sleep(_SETTLE)
    return cpu_seconds(server) - before, reply
