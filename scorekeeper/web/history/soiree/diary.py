"""Soirées and months in groups, by month and by year; the first and last day of a month."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from scorekeeper.record.read_models.lists import ListedSoiree
from scorekeeper.record.read_models.soiree_summaries import Feats, ListedMonth, SoireeSummary
from scorekeeper.web.remarks.lines import line_of

_MONTH = re.compile(r"(?P<year>[12]\d{3})-(?P<month>0[1-9]|1[0-2])", re.ASCII)


class DiaryRow(NamedTuple):
    """A soirée with its summary and its line."""

    soiree: ListedSoiree
    summary: SoireeSummary
    line: str


@dataclass(frozen=True)
class DiaryMonth:
    """The soirées of a month; `first` is the first day of the month."""

    first: dt.date
    soirees: tuple[DiaryRow, ...]


def diary_rows(
    soirees: Sequence[ListedSoiree], summaries: Mapping[int, SoireeSummary], feats: Mapping[int, Feats]
) -> list[DiaryRow]:
    """Return the rows of soirées, in their order."""
    of_soirees = [(soiree, summaries.get(soiree.id, SoireeSummary())) for soiree in soirees]
    return [DiaryRow(soiree, summary, line_of(summary, feats.get(soiree.id, ()))) for soiree, summary in of_soirees]


def group_by_month(
    soirees: Sequence[ListedSoiree], summaries: Mapping[int, SoireeSummary], feats: Mapping[int, Feats]
) -> Iterator[DiaryMonth]:
    """Group soirées, which are sorted with the latest first, by month."""
    for first, of_month in groupby(
        diary_rows(soirees, summaries, feats), key=lambda row: row.soiree.held_on.replace(day=1)
    ):
        yield DiaryMonth(first, tuple(of_month))


def group_by_year(months: Sequence[ListedMonth]) -> list[tuple[int, list[ListedMonth]]]:
    """Group months, which are sorted with the latest first, by year."""
    return [(year, list(of_year)) for year, of_year in groupby(months, key=lambda month: month.year)]


def parse_month(text: str) -> dt.date | None:
    """Return the first day of a month such as `2026-11`, None for any other text."""
    match = _MONTH.fullmatch(text)
    return dt.date(int(match["year"]), int(match["month"]), 1) if match else None


def last_day_of_month(first: dt.date) -> dt.date:
    """Return the last day of the month that begins on this day."""
    return (first + dt.timedelta(days=31)).replace(day=1) - dt.timedelta(days=1)
