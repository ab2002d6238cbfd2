"""What a picture to send shows, of a soirée, a partie or a year, as plain data; `static/picture.js` draws it.

A *soirée* is an evening, a *partie* a game to its end. A *sign* is the number of the mark and colour of a player
(`signs.py`). A `Series` is a line of a chart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.web.core.charts import Series
from scorekeeper.web.core.i18n import gettext as _


@dataclass(frozen=True, slots=True)
class Placed:
    """A player or a side in the ranking."""

    # From 1 on.
    place: int
    name: str
    sign: int
    # What counts in the ranking, such as the total, as text.
    figure: str

    @property
    def text(self) -> str:
        """The place, the name and the figure: « 1. Anne : 115 »."""
        return _("%(rank)s. %(who)s : %(total)s", rank=self.place, who=self.name, total=self.figure)


@dataclass(frozen=True, slots=True)
class Curves:
    """The totals of a partie after each manche (deal), as lines of a chart."""

    caption: str
    # One for each player or side.
    lines: Sequence[Series]


@dataclass(frozen=True, slots=True)
class Month:
    """A month of a year, and the sign of who won each of its soirées, None without a winner."""

    name: str
    signs: Sequence[int | None]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, its parts from top to bottom; the curves or the months fill the height that the others do not use."""

    # « jeudi 27 août 2026 · chez Marc »
    when: str

    # « Hélène a tout raflé. »
    title: str

    # « 3 parties sur 3 · 2 h 40 · 34 manches »
    figures: str
    ranking: Sequence[Placed]
    curves: Sequence[Curves] = ()
    months: Sequence[Month] = ()

    # The best deed first; those that do not fit are left out.
    sentences: Sequence[str] = ()
