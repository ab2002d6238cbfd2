"""Sheets to print, each on one page: a blank one, that of a partie, that of a soirée.

The page shows a scaled preview: all lengths are hundredths of the sheet's width, and the paper is at least 130 of them
high. The more rows, the less high each is.
"""

from __future__ import annotations

from collections.abc import Sequence

ROW_LIMITS = (12, 16, 20, 24, 34, 44, 60)
"""The most rows in a column for each class of the style sheet; the more rows, the less high each is."""


def density(rows: int) -> int:
    """Return the class for a column of this number of rows: the lowest limit that is not below it."""
    return next((limit for limit in ROW_LIMITS if rows <= limit), ROW_LIMITS[-1])


def columns_for(rows: int, sides: int) -> int:
    """Return the number of columns: the fewest that keep rows readable, and at most as many as fit on the page."""
    if sides > 4:  # noqa: PLR2004 - more than half a page wide
        return 1 if rows <= ROW_LIMITS[-2] else 2
    return 1 if rows <= ROW_LIMITS[-3] else 2 if rows <= 2 * ROW_LIMITS[-2] else 3


def column_ranges(rows: int, columns: int) -> Sequence[tuple[int, int]]:
    """Return the first row and the end of each column; all but the last have the same length."""
    each = max(1, -(-rows // columns))
    return [(start, min(rows, start + each)) for start in range(0, rows, each)]
