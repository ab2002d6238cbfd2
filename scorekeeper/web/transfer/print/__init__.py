"""Sheets to print, each on one page: a blank one, that of a partie, that of a soirée.

The page shows a scaled preview: all lengths are hundredths of the sheet's width, and the paper is at least 130 of them
high. The number of rows decides how high each row is.
"""

from __future__ import annotations

from collections.abc import Sequence

STEPS = (12, 16, 20, 24, 34, 44, 60)
"""The numbers of rows for which the style sheet has a class; more rows are lower."""


def density(rows: int) -> int:
    """Return the smallest class that fits this number of rows into a column."""
    return next((step for step in STEPS if rows <= step), STEPS[-1])


def columns_for(rows: int, sides: int) -> int:
    """Return the number of columns for these rows: as few as leave them readable, and no more than fit on the page."""
    if sides > 4:  # noqa: PLR2004 - more than half a page wide
        return 1 if rows <= STEPS[-2] else 2
    return 1 if rows <= STEPS[-3] else 2 if rows <= 2 * STEPS[-2] else 3


def column_ranges(rows: int, columns: int) -> Sequence[tuple[int, int]]:
    """Return the first row and the end of each column; all but the last have the same length."""
    each = max(1, -(-rows // columns))
    return [(start, min(rows, start + each)) for start in range(0, rows, each)]
