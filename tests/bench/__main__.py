"""Measure La Marque beside the floor.

    PYTHONPATH=tests python -m bench [--quick] [--write]

Prints the measures, and with `--write` saves them as BENCHMARKS.md. `--quick` takes a minute.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from bench import beside, crowd, report
from bench.browser import first_load
from bench.cases import cases
from bench.filling import KEY, Filling, browser_of
from bench.rounds import ROUNDS, Measure, requests_of
from bench.servers import BareServer, choose_cores
from support.commands import Server

_FILE = Path(__file__).parents[2] / "BENCHMARKS.md"


@dataclass(frozen=True)
class Scale:
    """The answers of a case in each round, the seconds of the crowd in each, whether ihatemoney is measured."""

    answers: int
    crowd_seconds: float
    beside: bool


_WHOLE, _QUICK = Scale(60, 24, beside=True), Scale(8, 6, beside=False)


def run(scale: Scale, folder: Path, servers: ExitStack) -> Iterator[str]:
    """Fill a database, start the servers, measure; give the sections one by one."""
    python = beside.installed(folder) if scale.beside else None
    filling = Filling(folder / "marque")
    found, tables = list(cases(filling, requests_of(scale.answers))), crowd.tables(filling)
    _say("filled")
    others = choose_cores()
    marque = _started(servers, Server(folder / "marque", 1, SCOREKEEPER_SECRET_KEY=KEY))
    bare = _started(servers, BareServer(folder / "bare"))
    theirs = None if python is None else _started(servers, beside.Ihatemoney(python, folder / "ihatemoney"))
    os.sched_setaffinity(0, others)
    loaded = first_load(browser_of(tables[0][0], marque.port), tables[0][1].partie)
    measures = [Measure(case, marque, browser_of(visitor, marque.port), bare) for visitor, case in found]
    compared = [] if theirs is None else _compared(theirs, bare, measures)
    _measure([*measures, *(like for _, like in compared[:1])], scale.answers)
    _measure([like for _, like in compared[1:]], scale.answers)  # afterwards: each bill makes the list longer
    yield report.answers(measures)
    yield report.first_load(loaded)
    yield report.crowd(*crowd.measure(marque, bare, tables, scale.crowd_seconds))
    if compared:
        yield report.beside(compared)


def _started(servers: ExitStack, server: Server) -> Server:
    servers.callback(server.kill)
    return server.start()


def _compared(theirs: Server, bare: Server, measures: Sequence[Measure]) -> list[tuple[Measure, Measure]]:
    """The cases that have their like there, each with it."""
    browser, ours = beside.opened(theirs), {measure.case.name: measure for measure in measures}
    return [(ours[name], Measure(case, theirs, browser, bare)) for name, case in beside.cases()]


def _measure(measures: Sequence[Measure], answers: int) -> None:
    for number in range(ROUNDS):
        for each in measures:
            each.add_round(answers)
            _say(f"round {number + 1}, {each.case.name}: {each.ours.cpu[-1]:.2f} ms beside {each.floor.cpu[-1]:.2f}")


def _say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


def main() -> None:
    """Measure, print, and save what was to be saved."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true", help="take a minute")
    parser.add_argument("--write", action="store_true", help="save the measures as BENCHMARKS.md")
    arguments = parser.parse_args()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as servers:
        parts = [report.machine(load), *run(_QUICK if arguments.quick else _WHOLE, Path(folder), servers)]
    print("\n\n".join(parts))
    if arguments.write:
        _FILE.write_text(report.whole(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
