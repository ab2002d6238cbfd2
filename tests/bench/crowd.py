"""A full house on one core: two hundred phones that look again and again while ten scribes write.

    PYTHONPATH=tests python -m bench.crowd [SECONDS] [--phones 200] [--scribes 10] [--every 4] [--rounds 3]

La Marque and a bare view of its size on the same server are open at once and taken in turns, so that both meet the
same noise. Phones and scribes wait `every` seconds between two steps, at random around it; 0: not at all. Each form
is looked for afterwards: one that was lost, or counted twice, is an error, and so is every answer but the expected.
Exits with status 1 if there was any. The server has a core of its own where the system lets one choose.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from statistics import quantiles
from time import perf_counter

from bench.load.client import Answer, Phone
from bench.load.houses import Bare, Marque, Place

_LOOKED = {HTTPStatus.OK, HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED}
_WRITTEN = {HTTPStatus.SEE_OTHER}


@dataclass
class Figures:
    """What was measured of one house: seconds per answer, and what went wrong."""

    looks: list[float] = field(default_factory=list)
    writes: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    reconnected: int = 0
    seconds: float = 0

    def note(self, seconds: list[float], answer: Answer, wanted: set[HTTPStatus]) -> bool:
        """Count an answer; whether it is the one wanted."""
        seconds.append(answer.seconds)
        if answer.status not in wanted:
            self.errors.append(f"status {answer.status}")
        return answer.status in wanted

    def line(self, name: str) -> str:
        """Say it in one line of the table."""
        rate = (len(self.looks) + len(self.writes)) / self.seconds
        cells = [f"{rate:.0f}", *_milliseconds(self.looks), *_milliseconds(self.writes), str(self.reconnected)]
        return f"| {name} | {' | '.join(cells)} | {len(self.errors)} |"


@dataclass(frozen=True)
class Pace:
    """When everybody stops, by `perf_counter`, and how long they wait between two steps."""

    until: float
    every: float

    async def pause(self) -> bool:
        """Wait a while; whether there is time for one more step."""
        await asyncio.sleep(self.every * random.uniform(0.5, 1.5))
        return perf_counter() < self.until


async def look(phone: Phone, place: Place, pace: Pace, figures: Figures) -> None:
    """Look at the page until time is up: whether it is still what it was, by the version it showed, once seen."""
    path = place.path
    while await pace.pause():
        answer = await phone.get(path)
        figures.note(figures.looks, answer, _LOOKED)
        path = place.again(answer) or path


async def write(phone: Phone, place: Place, pace: Pace, figures: Figures) -> None:
    """Record one manche after the other until time is up."""
    while await pace.pause():
        if figures.note(figures.writes, await place.record(phone, place.written), _WRITTEN):
            place.written += 1


async def fill(house: Bare | Marque, arguments: argparse.Namespace, seconds: float, figures: Figures) -> None:
    """Have everybody in the house for so long."""
    pace = Pace(perf_counter() + seconds, arguments.every)
    places, port, phones = house.places, house.server.port, []
    steps = []
    for step, count in ((look, arguments.phones), (write, arguments.scribes)):
        for number in range(count):
            place = places[number % len(places)]
            phones.append(Phone(port, place.cookie))
            steps.append(step(phones[-1], place, pace, figures))
    start = perf_counter()
    for fault in await asyncio.gather(*steps, return_exceptions=True):
        if isinstance(fault, BaseException):
            figures.errors.append(repr(fault))
    figures.seconds += perf_counter() - start
    figures.reconnected += sum(phone.reconnected for phone in phones)
    for phone in phones:
        phone.close()


def measure(arguments: argparse.Namespace, folder: Path) -> tuple[Figures, Figures]:
    """Measure both houses in turns: the bare view's figures, and La Marque's."""
    ours = _choose_cores(arguments.cores)
    houses = Bare(folder), Marque(folder, max(arguments.scribes, 1), arguments.manches)
    found = Figures(), Figures()
    try:
        for house in houses:
            house.server.start()
        if ours:
            os.sched_setaffinity(0, ours)
        for _ in range(arguments.rounds):
            for house, figures in zip(houses, found, strict=True):
                asyncio.run(fill(house, arguments, arguments.seconds / arguments.rounds, figures))
    finally:
        for house in houses:
            house.server.kill()
    for house, figures in zip(houses, found, strict=True):
        figures.errors += ["lost or doubled"] * house.miscounted()
    return found


def _choose_cores(count: int) -> set[int]:
    """Keep to the first cores while the servers start, which stay there; give the others, for the phones."""
    if not hasattr(os, "sched_setaffinity"):
        return set()
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[:count])
    return set(cores[count:] or cores)


def _milliseconds(seconds: Sequence[float]) -> list[str]:
    """The median and the 99th percentile."""
    return [f"{1000 * each:.1f}" for each in (_share(seconds, 50), _share(seconds, 99))]


def _share(seconds: Sequence[float], percent: int) -> float:
    return quantiles(seconds, n=100, method="inclusive")[percent - 1] if len(seconds) > 1 else float("nan")


def table(bare: Figures, marque: Figures) -> str:
    """What was measured, in Markdown."""
    ratio = _share(marque.looks + marque.writes, 99) / _share(bare.looks + bare.writes, 99)
    return "\n".join(
        (
            "| house | answers a second | look: p50 ms | p99 | write: p50 ms | p99 | reconnected | errors |",
            "|---|---|---|---|---|---|---|---|",
            bare.line(Bare.name),
            marque.line(Marque.name),
            f"\np99 of all answers: {ratio:.1f} × that of the bare view",
        )
    )


def parsed(words: Sequence[str] | None = None) -> argparse.Namespace:
    """What is asked for, by the command line unless `words` are given."""
    parser = argparse.ArgumentParser()
    parser.add_argument("seconds", type=float, nargs="?", default=60, help="for each house (default: 60)")
    for name, default in (("phones", 200), ("scribes", 10), ("rounds", 3), ("cores", 1), ("manches", 12)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--every", type=float, default=4)
    return parser.parse_args(words)


def main() -> int:
    """Measure, print a table, and give the exit status."""
    arguments = parsed()
    with tempfile.TemporaryDirectory() as folder:
        bare, marque = measure(arguments, Path(folder))
    print(table(bare, marque))
    faults = bare.errors + marque.errors
    print(*sorted(set(faults)), sep="\n", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
