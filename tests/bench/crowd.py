"""A crowd: 200 clients that poll ten parties while ten others record, each with a thread and a connection.

The baseline and La Marque alternate. Every fourth form is sent twice, as by a client that lost the answer. A manche
that is lost, doubled or out of order is an error, and so is every unexpected status.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from statistics import quantiles
from time import perf_counter, sleep

from bench.browser import Browser, Reply, Request
from bench.cases import recording
from bench.filling import Filling, browser_of
from bench.rounds import PAGE, ROW
from support.commands import Server
from web.visitor import Table, Visitor

WRITERS = 10
_READERS, _SENT_TWICE, _MANCHES = 200, 4, 12  # every fourth form is sent twice
_PAUSE = 4.0  # mean seconds between two steps
_VERSION = re.compile(rb'name="version" value="([0-9]+)"')


@dataclass
class Crowd:
    """The seconds of each answer of a server, and its errors; the baseline has no tables."""

    server: Server
    tables: Sequence[tuple[Visitor, Table]] = ()
    views: list[float] = field(default_factory=list)
    writes: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    recorded: list[int] = field(default_factory=lambda: [0] * WRITERS)

    def run(self, seconds: float) -> None:
        """Run all clients for that many seconds."""
        until = perf_counter() + seconds
        steps = [*[self._poll] * _READERS, *[self._record] * WRITERS]
        with ThreadPoolExecutor(len(steps)) as pool:
            running = [pool.submit(step, number % WRITERS, until) for number, step in enumerate(steps)]
        for client in running:
            client.result()

    def check(self) -> None:
        """Compare the manches of the database with those that were recorded."""
        for (visitor, table), count in zip(self.tables, self.recorded, strict=False):
            notes = [manche.note for manche in visitor.replayed(table)[0].manches]
            if notes != [""] * _MANCHES + [str(number) for number in range(count)]:
                self.errors.append(f"{table.partie}: {notes}, of {count} recorded")

    def _poll(self, number: int, until: float) -> None:
        browser, path = self._browser(number), self.tables[number][1].partie if self.tables else PAGE.path
        request = Request(path)
        while _pause(until):
            version = _VERSION.search(self._send(browser, request, self.views, 200, 204).body)
            if version:
                request = Request(f"{path}?known={version[1].decode()}")

    def _record(self, number: int, until: float) -> None:
        browser = self._browser(number)
        ready = recording([table for _, table in self.tables])
        while _pause(until):
            request = ROW
            if self.tables:
                empty = ready(browser, number)
                request = Request(empty.path, {**(empty.form or {}), "note": str(self.recorded[number])}, status=303)
            if self._send(browser, request, self.writes, 303).status != request.status:
                continue
            self.recorded[number] += 1
            if self.tables and self.recorded[number] % _SENT_TWICE == 0:
                self._send(browser, request, self.writes, 303)

    def _send(self, browser: Browser, request: Request, seconds: list[float], *statuses: int) -> Reply:
        reply = browser.send(request)
        seconds.append(reply.seconds)
        if reply.status not in statuses:
            self.errors.append(f"{request.path}: {reply.status}")
        return reply

    def _browser(self, number: int) -> Browser:
        port = self.server.port
        return browser_of(self.tables[number][0], port) if self.tables else Browser(port)


def tables(filling: Filling) -> list[tuple[Visitor, Table]]:
    """Create a carnet with a partie for each client that records."""
    found = []
    for number in range(WRITERS):
        visitor, (table,) = filling.parties(f"Table {number}", 1, _MANCHES)
        found.append((visitor, table))
    return found


def measure(
    marque: Server, bare: Server, filled: Sequence[tuple[Visitor, Table]], seconds: float, rounds: int
) -> list[Crowd]:
    """Run the crowd on the baseline and on La Marque in turns, for `seconds` each a round."""
    sys.setswitchinterval(0.0005)  # so that a thread that reads a page does not delay the others
    crowds = [Crowd(bare), Crowd(marque, filled)]
    for _ in range(rounds):
        for crowd in crowds:
            crowd.run(seconds)
    crowds[1].check()
    print(*(error for crowd in crowds for error in crowd.errors), sep="\n", file=sys.stderr)
    return crowds


def percentile(seconds: Sequence[float], percent: int) -> float:
    """Return the percentile of the answers in milliseconds."""
    return quantiles(seconds, n=100, method="inclusive")[percent - 1] * 1e3


def _pause(until: float) -> bool:
    """Sleep between two steps; return whether there is time for another."""
    seconds = _PAUSE * random.uniform(0.5, 1.5)
    sleep(max(0, min(seconds, until - perf_counter())))
    return perf_counter() < until
