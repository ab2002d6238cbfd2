"""The soirées of a list, by month."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from scorekeeper.record.read_models.lists import ListedSoiree
from scorekeeper.record.read_models.soiree_summaries import Feats, SoireeSummary
from scorekeeper.web.remarks.lines import line_of


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
