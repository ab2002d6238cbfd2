"""Write the results as Markdown, with the machine they were measured on."""

from __future__ import annotations

import datetime as dt
import os
import platform
import sqlite3
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from bench.browser import Reply
from bench.crowd import Crowd, percentile
from bench.rounds import Measure, figures

_PACKAGES = ("flask", "sqlalchemy", "gunicorn", "jinja2", "werkzeug")
_FIRST_LOAD_BYTES, _FIRST_LOAD_REQUESTS, _SLOWEST, _LIGHTER = 60_000, 6, 3, (6, 2.5)  # aims
_INTRODUCTION = """# Benchmarks

Written by `make bench`: La Marque, one worker as `lamarque serve` starts it, and a *baseline*, bare Flask views on
the same server with the same settings. A page is compared with a view that renders a table of 84 rows (10 kB), a write
with one row inserted and committed in SQLite (WAL, `synchronous=FULL`), an answer without content with a view that
reads nothing. The baseline compiles its template once, keeps one connection per thread, and compresses nothing. La
Marque compresses by gzip, the best that browsers accept without HTTPS.

*CPU* is the processor time of the worker per request, the median of three rounds; each round measures the case, then
the baseline. The ratio and its aim are of CPU, with the lowest and highest of the three rounds. *Clock* is the median
time that the browser sees. Other work on the machine changes the CPU little and the clock much, under load most of all.
"""
_WHY = """## Why aims are not met

- *Record a manche*, *tap a card*: in a profile of 26 November SQLAlchemy takes 44 % of the time, Flask and Werkzeug 18,
  SQLite itself 8, WTForms 5, rules and score 6. Fifteen statements keep the score, its journal and the lists in step.
- *First seen*: templates take 39 %, Flask and Werkzeug 18, SQLAlchemy 16.
- *Cached*, *unchanged*, *poll*, *article*: the baseline checks no access, signs no token and compresses nothing. It is
  the least that Flask can do; one millisecond more is three times as much.
- *Search*: computed for each request. Measured on 29 November beside other work, with the 960 known questions of the
  three games, each asked by `answer_question` in its game: 6.2 to 8.9 ms of CPU on average (18 to 23 before). The three
  indexes are loaded in 0.11 to 0.21 s of CPU by the parent of the workers (4.1 s in each worker before); a worker that
  has answered in all games has grown by 16 MB, 38 MB of it its own (157 MB before).
- *Year*, *all years*, *figures of a game*, *player*: counted for each request from the rows of ended parties; no sums
  are stored. Of a year, a third is the template, and a quarter the titles and the best moments. Of all years, a quarter
  is to read 3,000 rows.
- *First load*: a third of it is the font, and a quarter htmx.
- *Under load*: each recorded manche makes twenty devices load the page at once, and each copy is compressed again, on
  one core.
"""


def machine(load: float) -> str:
    """Return the lines about the machine and its load before the run."""
    packages = ", ".join(f"{name} {version(name)}" for name in _PACKAGES)
    system = f"{platform.system()} {platform.release()}, Python {sys.version.split()[0]}"
    gigabytes = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    return "\n".join(
        (
            f"- {dt.datetime.now(dt.UTC):%d %B %Y}, La Marque {version('lamarque')}",
            f"- {_processor()}, {os.cpu_count()} cores, {gigabytes:.0f} GB; load before the run: {load:.1f}",
            f"- {system}, SQLite {sqlite3.sqlite_version}, {packages}",
        )
    )


def document(parts: Sequence[str]) -> str:
    """Return the whole file."""
    return "\n\n".join((_INTRODUCTION.strip(), *parts, _WHY.strip())) + "\n"


def answers(measures: Sequence[Measure]) -> str:
    """Return the table of the cases, with the cost of the baseline."""
    head = ("", "CPU, ms", "baseline", "ratio", "lowest to highest", "aim", "clock, ms", "baseline")
    return _table(head, [_answer(each) for each in measures])


def first_load(replies: Sequence[Reply]) -> str:
    """Return the sentence about the first load."""
    sent, count = sum(reply.sent_bytes for reply in replies), len(replies)
    met = _met(ok=sent <= _FIRST_LOAD_BYTES and count <= _FIRST_LOAD_REQUESTS)
    aim = f"≤ {_FIRST_LOAD_BYTES:,} bytes, {_FIRST_LOAD_REQUESTS} requests: {met}"
    return f"*First load of a partie with its files*: {sent:,} bytes in {count} requests (aim {aim})."


def crowd(bare: Crowd, marque: Crowd) -> str:
    """Return the sentence about the load test."""
    slowest = [percentile(each.views + each.writes, 99) for each in (bare, marque)]
    ratio = slowest[1] / slowest[0]
    return (
        f"*Under load*, 200 devices that poll and ten that record, by the clock: {_served(marque)}. The baseline: "
        f"{_served(bare)}. The 99th percentile of all answers is {ratio:.1f} × the baseline's "
        f"(aim ≤ {_SLOWEST} ×: {_met(ok=ratio <= _SLOWEST)})."
    )


def ihatemoney(pairs: Sequence[tuple[Measure, Measure]]) -> str:
    """Return the sentence about the CPU of ihatemoney."""
    return (
        "*Compared with ihatemoney*, in CPU: "
        + "; ".join(_compared(*pair, aim) for pair, aim in zip(pairs, _LIGHTER, strict=True))
        + "."
    )


def _answer(measure: Measure) -> tuple[str, ...]:
    case, ratios = measure.case, measure.ratios
    ratio = ratios[len(ratios) // 2]
    aim = "" if case.aim is None else f"≤ {case.aim:g} ×: {_met(ok=ratio <= case.aim)}"
    (cpu, clock), (bare_cpu, bare_clock) = figures(measure.ours), figures(measure.baseline)
    spread = f"{ratios[0]:.1f} to {ratios[-1]:.1f}"
    times = (f"{cpu:.2f}", f"{bare_cpu:.2f}", f"**{ratio:.1f} ×**", spread, aim)
    return (case.name, *times, f"{clock:.2f}", f"{bare_clock:.2f}")


def _served(crowd: Crowd) -> str:
    views, writes = (
        f"{percentile(seconds, 50):.1f} ms (99th percentile {percentile(seconds, 99):.1f})"
        for seconds in (crowd.views, crowd.writes)
    )
    return f"a view takes {views}, a write {writes}, {len(crowd.errors)} errors"


def _compared(ours: Measure, theirs: Measure, lighter: float) -> str:
    (cpu, _), (their_cpu, _) = figures(ours.ours), figures(theirs.ours)
    times = their_cpu / cpu
    aim = f"aim ≥ {lighter:g} ×: {_met(ok=times >= lighter)}"
    return f"{theirs.case.name} {their_cpu:.2f} ms, {times:.1f} × *{ours.case.name}* ({aim})"


def _met(*, ok: bool) -> str:
    return "met" if ok else "**not met**"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = (head, ("---", *["--:"] * (len(head) - 1)), *rows)
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith(("model name", "Model")):
            return line.partition(":")[2].strip()
    return platform.machine()
