"""The soirées of a carnet by month, each with its summary."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from scorekeeper.record.read_models.lists import ListedSoiree
from scorekeeper.record.read_models.soiree_summaries import ListedMonth, SoireeSummary

_MONTH = re.compile(r"(?P<year>[12]\d{3})-(?P<month>0[1-9]|1[0-2])", re.ASCII)


@dataclass(frozen=True)
class DiaryMonth:
    """The soirées of a month, each with its summary; `first` is the first day of the month."""

    first: dt.date
    soirees: tuple[tuple[ListedSoiree, SoireeSummary], ...]


def diary(soirees: Sequence[ListedSoiree], summaries: dict[int, SoireeSummary]) -> Iterator[DiaryMonth]:
    """Group soirées, given latest first, by month."""
    for first, own in groupby(soirees, key=lambda soiree: soiree.held_on.replace(day=1)):
        yield DiaryMonth(first, tuple((soiree, summaries.get(soiree.id, SoireeSummary())) for soiree in own))


def years(months: Sequence[ListedMonth]) -> list[tuple[int, list[ListedMonth]]]:
    """Group months by year, both latest first."""
    return [(year, list(own)) for year, own in groupby(months, key=lambda month: month.year)]


def read_month(text: str) -> dt.date | None:
    """Return the first day of a month such as `2026-11`, None for another text."""
    found = _MONTH.fullmatch(text)
    return dt.date(int(found["year"]), int(found["month"]), 1) if found else None


def last_day(first: dt.date) -> dt.date:
    """Return the last day of the month that begins on this day."""
    return (first + dt.timedelta(days=31)).replace(day=1) - dt.timedelta(days=1)
