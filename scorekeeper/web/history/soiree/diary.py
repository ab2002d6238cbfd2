"""The soirées of a list, by month."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from scorekeeper.record.read_models.soiree_summaries import Feats, SoireeSummary
from scorekeeper.web.remarks.lines import line_of


class DiaryRow(NamedTuple):
    """A soirée with its summary and its line."""

    soiree: Any
    summary: SoireeSummary
    line: str


def diary_rows(
    soirees: Sequence[Any], summaries: Mapping[int, SoireeSummary], feats: Mapping[int, Feats]
) -> list[DiaryRow]:
    """Return the rows of soirées, in their order."""
    of_soirees = [(soiree, summaries.get(soiree.id, SoireeSummary())) for soiree in soirees]
    return [DiaryRow(soiree, summary, line_of(summary, feats.get(soiree.id, ()))) for soiree, summary in of_soirees]


def group_by_month(
    soirees: Sequence[Any], summaries: Mapping[int, SoireeSummary], feats: Mapping[int, Feats]
) -> Iterator[tuple[dt.date, list[DiaryRow]]]:
    """Group soirées, which are sorted with the latest first, by month: its first day, and its rows."""
    rows = diary_rows(soirees, summaries, feats)
    for first, of_month in groupby(rows, key=lambda row: row.soiree.held_on.replace(day=1)):
        yield first, list(of_month)
