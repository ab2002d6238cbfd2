"""Every measure of La Marque, each beside its floor, in one run on this machine.

    PYTHONPATH=tests python -m bench [--quick] [--write]

Prints the tables, and with `--write` keeps them as BENCHMARKS.md. `--quick` takes two minutes at most.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench import actions, asked, beside, crowd, growth, judging, pages, report, writes
from bench.costliest.climbing import SEARCHES, Cost, costliest
from bench.filling import KEY, Filling
from bench.house import FLOOR, MARQUE, House
from bench.rounds import Case, Effort, Found, Pair, measure

_KEPT = Path(__file__).parents[2] / "BENCHMARKS.md"


@dataclass(frozen=True)
class Scale:
    """How much of everything: answers, growth, starts, manches judged, climbs to the costliest questions."""

    answers: Effort
    growth: Effort
    parties: tuple[int, ...]
    manches: tuple[int, ...]
    largest_file: int  # parties of the largest carnet that is given away whole
    starts: int
    judged: int
    climbs: float  # seconds for each kind of question
    full: int  # parties of the notebook of which everything is asked
    beside: bool
    crowd: tuple[str, ...]  # as `bench.crowd` is asked; nothing: it is left out


_WHOLE = Scale(
    Effort(100, 8),
    Effort(30, 6),
    (30, 3_000, 30_000),
    (10, 100, 1_000),
    3_000,
    5,
    40,
    12,
    30_000,
    beside=True,
    crowd=("30", "--rounds", "2"),
)
_QUICK = Scale(Effort(25, 1.5), Effort(6, 0.7), (30, 3_000), (10, 100), 30, 1, 3, 2, 3_000, beside=False, crowd=())


def run(scale: Scale, folder: Path) -> Iterator[str]:
    """Fill a database, open both servers on it, and measure; gives the tables one by one."""
    filling = Filling(folder / "marque")
    read = list(pages.cases(filling, scale.answers.most))
    written = list(writes.cases(filling, scale.answers.most))
    done = writes.shelves(filling, 1)
    grown = list(growth.cases(filling, scale.parties, scale.manches, scale.growth.most, scale.largest_file))
    _say("filled")
    pair = Pair(
        House(folder / "marque", MARQUE, SCOREKEEPER_SECRET_KEY=KEY), House(folder / "floor", FLOOR), filling.app
    )
    try:
        starts = _starts(pair, scale.starts)
        empty = pair.marque.held(), pair.floor.held()
        wrote, saw = _all(pair, written, scale.answers), _all(pair, read, scale.answers)
        yield report.answers("Writes", wrote)
        yield report.answers("Reads", saw)
        yield report.actions(list(actions.measure(pair, *done)))
        if scale.beside:
            yield _beside(pair, [_named("partie of 10 manches", saw), wrote[0]], scale.answers, folder)
        full = pair.marque.held(), pair.floor.held()
        yield report.answers("Growth", _all(pair, grown, scale.growth))
        grown_to = pair.marque.held(), pair.floor.held()
    finally:
        pair.marque.stop()
        pair.floor.stop()
    memory = (("started", empty), ("after reads and writes", full), ("after growth", grown_to))
    yield report.houses([("start-up, s", *starts), *((f"memory, {when}, MB", *held) for when, held in memory)])
    yield report.judging(list(judging.measure(scale.judged)))
    yield report.bounds(list(_costliest(scale.climbs)))
    yield report.asked(list(asked.measure(Filling(folder / "full"), scale.full)))
    if scale.crowd:
        (folder / "crowd").mkdir()
        yield report.crowd(crowd.table(*crowd.measure(crowd.parsed(scale.crowd), folder / "crowd")))


def _all(pair: Pair, cases: Iterable[Case], effort: Effort) -> list[Found]:
    found = []
    for case in cases:
        found.append(measure(pair, case, effort))
        _say(f"{case.name}: {found[-1].ours * 1e3:.2f} ms, {found[-1].ratio:.1f} ×")
    return found


def _beside(pair: Pair, ours: list[Found], effort: Effort, folder: Path) -> str:
    """Measure another program on the same floor, where it can be installed."""
    python = beside.installed(folder)
    if python is None:
        return "## Beside ihatemoney\n\nLeft out: it could not be installed from PyPI."
    house = beside.opened(python, folder)
    house.start()
    try:
        theirs = _all(Pair(house, pair.floor, None), beside.cases(house), effort)
    finally:
        house.stop()
    return report.beside(list(zip(ours, theirs, strict=True)))


def _costliest(seconds: float) -> Iterator[tuple[str, Cost]]:
    for search in SEARCHES.values():
        cost, _ = max(costliest(search, seconds), key=lambda found: found[0].seconds)
        _say(f"{search.name}: {cost.seconds * 1e3:.0f} ms")
        yield search.name, cost


def _named(name: str, found: list[Found]) -> Found:
    return next(each for each in found if each.case.name == name)


def _starts(pair: Pair, times: int) -> tuple[float, float]:
    """Start both again and again, in turns; leaves them open."""
    taken: tuple[list[float], list[float]] = [], []
    for _ in range(times):
        for house, seconds in zip((pair.marque, pair.floor), taken, strict=True):
            house.stop()
            seconds.append(house.start())
    return median(taken[0]), median(taken[1])


def _say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


def main() -> None:
    """Measure, print, and keep what was asked to be kept."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true", help="two minutes at most")
    parser.add_argument("--write", action="store_true", help="keep the tables as BENCHMARKS.md")
    arguments = parser.parse_args()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        parts = [report.machine(load), *run(_QUICK if arguments.quick else _WHOLE, Path(folder))]
    print("\n\n".join(parts))
    if arguments.write:
        _KEPT.write_text(report.whole(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
