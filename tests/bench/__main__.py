"""Measure La Marque and a baseline of bare Flask views.

    make bench ARGS='[--quick] [--rounds 3] [--write]'

Prints the results, and with `--write` saves them as BENCHMARKS.md. `--quick` takes a minute.
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

from bench import crowd, ihatemoney, report
from bench.browser import first_load
from bench.cases import cases
from bench.filling import KEY, Filling, browser_of
from bench.rounds import Measure, requests_of
from bench.servers import BareServer, choose_cores
from support.commands import Server

_FILE = Path(__file__).parents[2] / "BENCHMARKS.md"


@dataclass(frozen=True)
class Scale:
    """How much is measured, in each round."""

    answers: int  # of a case
    parties: int  # of the large carnet
    crowd_seconds: float
    with_ihatemoney: bool


_FULL, _QUICK = Scale(60, 3_000, 24, with_ihatemoney=True), Scale(8, 300, 6, with_ihatemoney=False)


def run(scale: Scale, rounds: int, folder: Path, servers: ExitStack) -> Iterator[str]:
    """Fill a database, start the servers and measure; yield the sections of the report."""
    python = ihatemoney.installed(folder) if scale.with_ihatemoney else None
    filling = Filling(folder / "marque")
    found, tables = list(cases(filling, requests_of(scale.answers, rounds), scale.parties)), crowd.tables(filling)
    _print_progress("filled")
    others = choose_cores()
    marque = _started(servers, Server(folder / "marque", 1, SCOREKEEPER_SECRET_KEY=KEY))
    bare = _started(servers, BareServer(folder / "bare"))
    theirs = None if python is None else _started(servers, ihatemoney.Ihatemoney(python, folder / "ihatemoney"))
    os.sched_setaffinity(0, others)
    loaded = first_load(browser_of(tables[0][0], marque.port), tables[0][1].partie)
    measures = [Measure(case, marque, browser_of(visitor, marque.port), bare) for visitor, case in found]
    compared = [] if theirs is None else _compared(theirs, bare, measures)
    _measure([*measures, *(other for _, other in compared[:1])], scale.answers, rounds)
    _measure(
        [other for _, other in compared[1:]], scale.answers, rounds
    )  # last, because each bill makes the list longer
    yield report.answers(measures)
    yield report.first_load(loaded)
    yield report.crowd(*crowd.measure(marque, bare, tables, scale.crowd_seconds, rounds))
    if compared:
        yield report.ihatemoney(compared)


def _started(servers: ExitStack, server: Server) -> Server:
    servers.callback(server.kill)
    return server.start()


def _compared(theirs: Server, bare: Server, measures: Sequence[Measure]) -> list[tuple[Measure, Measure]]:
    """Return our cases that have a counterpart in ihatemoney, each with it."""
    browser, ours = ihatemoney.opened(theirs), {measure.case.name: measure for measure in measures}
    return [(ours[name], Measure(case, theirs, browser, bare)) for name, case in ihatemoney.cases()]


def _measure(measures: Sequence[Measure], answers: int, rounds: int) -> None:
    for number in range(rounds):
        for measure in measures:
            measure.add_round(answers)
            cpu, baseline = measure.ours.cpu[-1], measure.baseline.cpu[-1]
            _print_progress(f"round {number + 1}, {measure.case.name}: {cpu:.2f} ms, baseline {baseline:.2f}")


def _print_progress(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main() -> None:
    """Measure, print, and with `--write` save the report."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true", help="take a minute")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--write", action="store_true", help="save the results as BENCHMARKS.md")
    arguments = parser.parse_args()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as servers:
        scale = _QUICK if arguments.quick else _FULL
        parts = [report.machine(load), *run(scale, arguments.rounds, Path(folder), servers)]
    print("\n\n".join(parts))
    if arguments.write:
        _FILE.write_text(report.document(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
