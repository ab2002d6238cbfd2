"""The course of a partie in a list: its small chart, and the figures of the chart for screen readers.

A partie is a game played to its end, a manche one deal of it, a side a player or a team. The course is the totals of
the sides after each manche. A series is the values of one line of the chart, with its label and the sign (mark and
colour) of its player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from scorekeeper.record.read_models.lists import ListedPartie
from scorekeeper.web.core.charts import SMALL_POINTS, LineChart, Series, line_chart
from scorekeeper.web.core.charts.signs import distinct_signs
from scorekeeper.web.remarks.played import side_name, sides_by_number


@dataclass(frozen=True, slots=True)
class SmallCourse:
    """A small chart, and the figures that it shows, which are for screen readers."""

    chart: LineChart

    # The names of the sides.
    names: tuple[str, ...]

    # Each row of the figures as (number of the manche, totals of the sides): (3, (31, 21)).
    rows: tuple[tuple[int, tuple[int, ...]], ...]

    # The lines of the chart, one for each side.
    series: Sequence[Series]


def small_course(partie: ListedPartie, *, small: bool = True) -> SmallCourse | None:
    """Return the chart of a partie, of the size for a list, or of full size if `small` is false.

    None if the partie does not count (it has not ended, or was abandoned), or has a single manche.
    """
    if not partie.counts or len(partie.course) < 2:  # noqa: PLR2004 - two points make a line
        return None
    sides = sides_by_number(partie)
    numbered = list(enumerate(partie.course, start=1))
    # A chart has at most `SMALL_POINTS` points: of a long partie, it shows every second manche, or every third. The
    # steps are counted back from the last manche, which is always shown.
    step = ceil(len(numbered) / (SMALL_POINTS // len(sides)))
    rows = tuple(numbered[::-step][::-1])
    # `distinct_signs` returns the sign of each side, chosen from the number of its first player in the carnet.
    names, signs = tuple(map(side_name, sides)), distinct_signs([side.numbers[0] for side in sides])
    # Every line begins at 0, and those of the winners are emphasised.
    series = [
        Series((names[index],), (0, *(totals[index] for _, totals in rows)), signs[index], strong=side.won)
        for index, side in enumerate(sides)
    ]
    return SmallCourse(line_chart(series, small=small), names, rows, series)
