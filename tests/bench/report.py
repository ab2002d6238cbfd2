"""The tables of the measures, in Markdown, and the machine they were made on."""

from __future__ import annotations

import datetime as dt
import os
import platform
import sqlite3
import sys
from collections.abc import Collection, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

from bench.actions import Done
from bench.asked import Asked
from bench.costliest.climbing import Cost
from bench.judging import Judged
from bench.rounds import Found

_PACKAGES = ("flask", "sqlalchemy", "gunicorn", "jinja2", "werkzeug")
_FASTER = 5
_COSTLIEST = 8
_MOST = 0.25  # seconds of processor time for any question
_INTRODUCTION = """# Benchmarks

Written by `make bench`, which measures everything in one run: La Marque, one worker as `scorekeeper serve` starts it,
beside a *floor*, bare Flask views on the same server with the same settings. A page is held against a view that
renders a table of 84 rows (10 kB), a write against one row inserted and committed in SQLite (WAL, `synchronous=FULL`),
an answer without content against a view that reads nothing. Both are asked in turns, one request each, so that they
meet the same noise. Times are medians, as the browser sees them; *CPU* is the mean of what the worker itself used for
an answer, which neither the disk nor other work on the machine changes. An aim is met when both ratios meet it.
*Before* is what was measured in the same way before anything was done about it. Bytes are those of the body as the
browser reads it, and those sent, with the headers, compressed where they are. Queries are those of a page that was
asked for before, except where nothing is kept.
"""

_WHY = """## Where an aim is not met, and why

- *Record a manche*: 4 × is met on the clock and, from run to run, just met or missed by two tenths in CPU; the 2.5 ×
  wished for later is met by neither write in CPU. Twelve and nine statements, each of them some 0.3 ms of SQLAlchemy
  and not of SQLite; a quarter is the reading of who asks, of the partie and its seats, a tenth the check of the form.
  Tried: one transaction from the first look, so that nothing is read twice; rows of summaries written over; changes
  inserted without a class; forms made once for a table's rules. What is left goes only with the unit of work itself.
  Where the time of a post goes, by what was running in 2,446 looks at it: SQLAlchemy 59 %, Flask and Werkzeug 16,
  SQLite itself 7, the form 6, replay and score 4, the record's own code 4, the pages' 4.
- *Nothing kept* is the first look after a change: the entry with its fields, and twelve rows of links, in one
  template of 20 kB beside a floor of 10. Tried: one look-up of the catalogue a request, one sentence a row. Of 6,555
  looks: templates 35 %, SQLAlchemy 24, Flask and Werkzeug 12, the pages' own code 9, translation 7, the entry's form
  5, the record's own code 3, addresses 2, SQLite itself 2, the game's code under 1.
- *A hundred manches and more* in one partie: a hundred rows of the sheet are shown, eight times what a partie has.
- *Many parties in one soirée*: thirty are shown, each with who won it, and the evening's ranking beside them, twice as
  much of a page as the floor's. *Article*: the floor renders as fast as a page that is kept, but for its token.
- *A carnet as a file*, *points for a spreadsheet*, *a carnet that comes in*: no request writes or reads more than some
  hundred parties. A file that comes in, and the file of a carnet of more than 1,000 changes, are the work of a process
  of its own, which asks for the processor last and works while no other of the house does: in the tables stand what is
  asked of the house meanwhile, how far it is, and the file once it is there. Of what that process costs itself: 3,000
  parties as a file 1.8 s of CPU, their points 0.4, and 7.5 MB of 2,200 parties that come in 14, of which 3 to write
  them; to start it 1.2. To send those 7.5 MB costs the house 70 ms. Tried before: plain rows in place of objects (2.6 s
  to 1.7 for 3,000 parties), points from the summaries in place of replays (11.7 s to 0.4), facts that a manche and its
  changes repeat checked once.
- *Erasing a carnet, forgetting a name, making two players one* are the work of such a process too, where they are long:
  of 3,000 parties 1 s or less, of a player who sat at 1,500 tables 1.4, of which the house is asked what stands above.
- *ihatemoney*: its list is longer in the making, its bill is a row without journal, summary or proof against a second
  sending.
- *The slowest of a full house* are 2.1 to 5.9 × as slow as the bare view's, from run to run: each manche recorded is
  news to twenty phones, who all ask for the page at once; the first look renders it, and each of the others compresses
  it anew, with a token of its own in it, on the one core.
"""


def machine(load: float) -> str:
    """What it was measured on; `load` is the machine's load before the run began."""
    packages = ", ".join(f"{name} {version(name)}" for name in _PACKAGES)
    system = f"{platform.system()} {platform.release()}, Python {sys.version.split()[0]}"
    return "\n".join(
        (
            f"- {dt.datetime.now(dt.UTC):%d %B %Y}, La Marque {version('scorekeeper')}",
            f"- {_processor()}, {os.cpu_count()} cores, {_memory():.0f} GB; load before the run: {load:.1f}",
            f"- {system}, SQLite {sqlite3.sqlite_version}, {packages}",
        )
    )


def whole(parts: Sequence[str]) -> str:
    """The file, of its parts."""
    return "\n\n".join((_INTRODUCTION.strip(), *parts, _WHY.strip())) + "\n"


def answers(title: str, found: Sequence[Found]) -> str:
    """What answers cost, each beside its floor."""
    head = (
        "",
        "ms",
        "floor",
        "ratio",
        "aim",
        "met",
        "before",
        "CPU, ms",
        "ratio of CPU",
        "bytes",
        "on the wire",
        "queries",
        "rounds",
    )
    return f"## {title}\n\n{_table(head, [_answer(each) for each in found])}"


def actions(done: Sequence[Done]) -> str:
    """What a phone fetches."""
    head = ("", "requests", "bytes", "on the wire", "queries", "aim", "met")
    return f"## First load and actions\n\n{_table(head, [_action(each) for each in done])}"


def beside(pairs: Sequence[tuple[Found, Found]]) -> str:
    """La Marque, and another program's nearest to it, by their ratios to the floor."""
    lines = []
    for ours, theirs in pairs:
        times, cpu = theirs.ratio / ours.ratio, theirs.cpu / ours.cpu
        figures = (f"{ours.ratio:.1f} ×", theirs.case.name, f"{theirs.ours * 1e3:.2f}", f"{theirs.ratio:.1f} ×")
        lines.append(
            (
                ours.case.name,
                *figures,
                f"**{times:.1f} ×**",
                f"{cpu:.1f} ×",
                f"≥ {_FASTER} ×",
                _yes(ok=min(times, cpu) >= _FASTER),
            )
        )
    head = ("", "ratio to the floor", "beside", "ms", "ratio to the floor", "faster by", "less CPU by", "aim", "met")
    return f"## Beside ihatemoney\n\n{_table(head, lines)}"


def houses(rows: Sequence[tuple[str, float, float]]) -> str:
    """Figures of both servers: La Marque's and the floor's."""
    lines = [(name, f"{ours:.2f}", f"{floor:.2f}", f"{ours / floor:.1f} ×") for name, ours, floor in rows]
    told = (
        "One worker each; that of the floor loads the house’s modules too, for their server, and asks nothing of them."
    )
    return f"## The worker\n\n{told}\n\n{_table(('', 'La Marque', 'floor', 'ratio'), lines)}"


def judging(rows: Sequence[Judged]) -> str:
    """What the arbiter's rulings cost, beside the same cards shuffled and played with nobody judging."""
    lines = [
        (
            row.table,
            f"{row.alone * 1e3:.2f}",
            f"{row.judged * 1e3:.2f}",
            f"{row.judged / row.alone:.1f} ×",
            f"{row.ruling * 1e6:.1f}",
            "< 50",
            _yes(ok=row.ruling < 50e-6),
        )
        for row in rows
    ]
    head = ("", "alone, ms a manche", "judged", "ratio", "a ruling, µs", "aim", "met")
    return f"## The arbiter\n\n{_table(head, lines)}"


def bounds(found: Sequence[tuple[str, Cost]]) -> str:
    """What the costliest that a climb found costs, of each kind of question."""
    told = (
        "The costliest that can be asked of the rules, as far as a climb of some seconds finds it, whatever nobody "
        "would play or say. There are so many steps and no more: what takes more is undecided, or believed."
    )
    lines = [
        (name, f"{cost.seconds * 1e3:.0f}", f"{cost.steps:,}", f"≤ {_MOST * 1e3:.0f}", _yes(ok=cost.seconds <= _MOST))
        for name, cost in found
    ]
    return f"## Bounds\n\n{told}\n\n{_table(('', 'CPU, ms', 'steps', 'aim', 'met'), lines)}"


def asked(found: Sequence[Asked]) -> str:
    """What was asked of a notebook that is full, the costliest pages, then what was changed of it."""
    looks, changes = ([one for one in found if one.name.startswith("GET ") is look] for look in (True, False))
    costliest = sorted(looks, key=lambda one: -one.seconds)[:_COSTLIEST]
    told = (
        f"Every address of the house, {len(looks)} looks at a notebook of thousands of parties that is as full as one "
        f"can be, the {_COSTLIEST} costliest of them, each page made for the first time; then what changes much of it."
    )
    lines = [
        (one.name, f"{one.seconds * 1e3:.0f}", f"{one.size:,}", f"≤ {_MOST * 1e3:.0f}", _yes(ok=one.seconds <= _MOST))
        for one in (*costliest, *changes)
    ]
    return f"## Whatever is asked\n\n{told}\n\n{_table(('', 'CPU, ms', 'bytes', 'aim', 'met'), lines)}"


def crowd(table: str) -> str:
    """A full house."""
    told = (
        "Two hundred phones that look every four seconds while ten scribes write, on one core; the aim is a p99 ≤ 3 ×."
    )
    return f"## A full house\n\n{told} No form may be lost or counted twice.\n\n{table}"


def _answer(found: Found) -> tuple[str, ...]:
    case = found.case
    aims = dict(_aims(found))
    before = "" if case.before is None else f"{case.before[0]} ms, {case.before[1]:g} ×"
    figures = (f"{found.ours * 1e3:.2f}", f"{found.bare * 1e3:.2f}", f"**{found.ratio:.1f} ×**")
    cpu = (f"{found.cpu * 1e3:.2f}", f"{found.cpu_ratio:.1f} ×")
    costs = (*cpu, f"{found.size:,}", f"{found.wire:,}", _count(found.queries), str(found.rounds))
    return (case.name, *figures, ", ".join(aims), _all(aims.values()), before, *costs)


def _aims(found: Found) -> Iterator[tuple[str, bool]]:
    aim = found.case.aim
    if aim.ratio is not None:
        yield f"≤ {aim.ratio:g} ×", max(found.ratio, found.cpu_ratio) <= aim.ratio
    if aim.queries is not None:
        yield f"≤ {aim.queries} queries", found.queries <= aim.queries
    if aim.size is not None:
        yield f"≤ {aim.size:,} bytes", found.size <= aim.size
    if aim.wire is not None:
        yield f"≤ {aim.wire:,} sent", found.wire <= aim.wire


def _action(done: Done) -> tuple[str, ...]:
    aims = {}
    if done.most_wire is not None:
        aims[f"≤ {done.most_wire:,} sent"] = done.wire <= done.most_wire
    if done.most_requests is not None:
        aims[f"≤ {done.most_requests} requests"] = done.requests <= done.most_requests
    figures = (str(done.requests), f"{done.size:,}", f"{done.wire:,}", _count(done.queries))
    return (done.name, *figures, ", ".join(aims), _all(aims.values()))


def _count(queries: int | None) -> str:
    return "" if queries is None else str(queries)


def _all(met: Collection[bool]) -> str:
    return _yes(ok=all(met)) if met else ""


def _yes(*, ok: bool) -> str:
    return "yes" if ok else "**no**"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = (head, ("---", *["--:"] * (len(head) - 1)), *rows)
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith(("model name", "Model")):
            return line.partition(":")[2].strip()
    return platform.machine()


def _memory() -> float:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
