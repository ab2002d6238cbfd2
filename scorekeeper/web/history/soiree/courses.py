"""The course of a partie in a list: its small chart, and the figures of the chart for screen readers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil

from scorekeeper.record.read_models.lists import ListedPartie
from scorekeeper.web.core.charts import SMALL_POINTS, LineChart, Series, small_chart
from scorekeeper.web.core.charts.signs import distinct_signs
from scorekeeper.web.remarks.played import side_name, sides_by_number


@dataclass(frozen=True, slots=True)
class SmallCourse:
    """A small chart, its lines and their names, and its rows (number of manche, totals)."""

    chart: LineChart
    names: tuple[str, ...]
    rows: tuple[tuple[int, tuple[int, ...]], ...]
    series: Sequence[Series]


def small_course(
    partie: ListedPartie, lay_out: Callable[[Sequence[Series]], LineChart] = small_chart
) -> SmallCourse | None:
    """Return the chart of a partie; None if the partie does not count or has a single manche."""
    if not partie.counts or len(partie.course) < 2:  # noqa: PLR2004 - two points make a line
        return None
    sides = sides_by_number(partie)
    numbered = list(enumerate(partie.course, start=1))
    step = ceil(len(numbered) / (SMALL_POINTS // len(sides)))
    rows = tuple(numbered[::-step][::-1])  # a sample of a long partie, always with the last manche
    names, signs = tuple(map(side_name, sides)), distinct_signs([side.player_number for side in sides])
    series = [
        Series((names[index],), (0, *(totals[index] for _, totals in rows)), signs[index], strong=side.won)
        for index, side in enumerate(sides)
    ]
    return SmallCourse(lay_out(series), names, rows, series)
