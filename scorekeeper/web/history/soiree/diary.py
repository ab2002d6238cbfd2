"""The soirées (evenings of card games) of a list, by month.

The summary of a soirée has its players with their victories, its games and its best comeback. A feat is an event worth
telling, such as a nil made.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from scorekeeper.record.read_models.soiree_summaries import Feats, SoireeSummary
from scorekeeper.web.remarks.lines import line_of


class DiaryRow(NamedTuple):
    """A soirée in a list."""

    # A row of `id`, `held_on` and `place`.
    soiree: Any
    summary: SoireeSummary

    # Its rarest feat, else its best comeback: « Volte de Marc »; empty without one.
    line: str


def diary_rows(
    soirees: Sequence[Any], summaries: Mapping[int, SoireeSummary], feats: Mapping[int, Feats]
) -> list[DiaryRow]:
    """Return the row of each of these soirées, in their order.

    `summaries` and `feats` are by the id of the soirée. A soirée may be missing in both.
    """
    of_soirees = [(soiree, summaries.get(soiree.id, SoireeSummary())) for soiree in soirees]
    return [DiaryRow(soiree, summary, line_of(summary, feats.get(soiree.id, ()))) for soiree, summary in of_soirees]


def group_by_month(
    soirees: Sequence[Any], summaries: Mapping[int, SoireeSummary], feats: Mapping[int, Feats]
) -> Iterator[tuple[dt.date, list[DiaryRow]]]:
    """Group soirées by month: yield the first day of each month, and its rows. `soirees` are sorted, latest first."""
    rows = diary_rows(soirees, summaries, feats)
    for first, of_month in groupby(rows, key=lambda row: row.soiree.held_on.replace(day=1)):
        yield first, list(of_month)
