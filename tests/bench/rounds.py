"""Two servers asked in turns, one request each, so that both meet the same noise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import mean, median
from time import perf_counter

from bench.browser import COOKIE, Asker, Browser, Inside, Reply, Request
from bench.house import House
from flask import Flask

PAGE, ROW, NOTHING = Request("/"), Request("/", {}), Request("/nothing")
_LEAST, _WARM, _INSIDE = 3, 2, 2


@dataclass(frozen=True)
class Aim:
    """What is aimed at: how often the floor's time, the queries, the bytes of the page and those sent."""

    ratio: float | None = None
    queries: int | None = None
    size: int | None = None
    wire: int | None = None


@dataclass(frozen=True)
class Case:
    """Something to measure: `ready` does what comes before, unmeasured, and gives what is asked the n-th time.

    `before` are the milliseconds and the ratio found before anything was done about it.
    """

    name: str
    cookie: str
    ready: Callable[[Asker, int], Request]
    status: int = 200
    floor: Request = PAGE
    aim: Aim = Aim()
    before: tuple[float, float] | None = None
    cookie_name: str = COOKIE


@dataclass(frozen=True)
class Found:
    """What was measured: the median of an answer's seconds, the mean of its seconds of CPU, bytes, queries."""

    case: Case
    ours: float
    bare: float
    cpu: float
    bare_cpu: float
    size: int
    wire: int
    queries: int | None
    rounds: int

    @property
    def ratio(self) -> float:
        """How often the floor's time."""
        return self.ours / self.bare

    @property
    def cpu_ratio(self) -> float:
        """How often the floor's CPU, which other people's work on the machine does not change."""
        return self.cpu / self.bare_cpu


@dataclass(frozen=True)
class Pair:
    """La Marque, or another, and the floor, both open, and the application to be asked in this process."""

    marque: House
    floor: House
    app: Flask | None


@dataclass(frozen=True)
class Effort:
    """How much is measured: at most so many rounds a case, and so many seconds."""

    rounds: int
    seconds: float

    @property
    def most(self) -> int:
        """How many times a case may be made ready."""
        return self.rounds + _WARM + _INSIDE


def measure(pair: Pair, case: Case, effort: Effort) -> Found:
    """Measure one case; raises AssertionError where an answer is not the one expected."""
    browser, bare = Browser(pair.marque.port, case.cookie, case.cookie_name), Browser(pair.floor.port)
    for number in range(_WARM):
        _checked(case, browser.ask(case.ready(browser, number)))
        bare.ask(case.floor)
    ours, floor, number, until = _Costs(pair.marque), _Costs(pair.floor), _WARM, perf_counter() + effort.seconds
    while number < _WARM + effort.rounds and (number < _WARM + _LEAST or perf_counter() < until):
        request = case.ready(browser, number)
        last = _checked(case, ours.ask(browser, request))
        floor.ask(bare, case.floor)
        number += 1
    queries = None if pair.app is None else _queries(pair.app, case, number)
    costs = (median(ours.seconds), median(floor.seconds), mean(ours.cpu), mean(floor.cpu))
    return Found(case, *costs, len(last.body), last.wire, queries, rounds=number - _WARM)


class _Costs:
    """What the answers of a server cost, one by one."""

    def __init__(self, house: House) -> None:
        self.seconds: list[float] = []
        self.cpu: list[float] = []
        self._house = house

    def ask(self, browser: Browser, request: Request) -> Reply:
        used = self._house.used()
        reply = browser.ask(request)
        self.cpu.append(self._house.used() - used)
        self.seconds.append(reply.seconds)
        return reply


def _queries(app: Flask, case: Case, number: int) -> int:
    """How many queries it takes, once what may be kept is kept."""
    inside = Inside(app, case.cookie)
    counts = []
    for again in range(_INSIDE):
        request = case.ready(inside, number + again)
        with inside.queries() as sent:
            _checked(case, inside.ask(request))
        counts.append(len(sent))
    return counts[-1]


def _checked(case: Case, reply: Reply) -> Reply:
    assert reply.status == case.status, (case.name, reply.status, reply.page.text[:500])
    return reply
