"""Sheets to print, each on one page: a blank sheet, the sheet of a partie, and a soirée.

This module chooses the number of columns and the height of the rows, so that all rows fit on the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

ROW_LIMITS = (12, 16, 20, 24, 34, 44, 60)
"""The maximum number of rows in a column, for each class `rows-…` of the style sheet; more rows have less height."""


def row_limit(rows: int) -> int:
    """Return the limit whose class fits a column of this number of rows."""
    return next((limit for limit in ROW_LIMITS if rows <= limit), ROW_LIMITS[-1])


def column_count(rows: int, sides: int) -> int:
    """Return the lowest number of columns in which the rows are readable, at most 3, or 2 for more than four sides."""
    if sides > 4:  # noqa: PLR2004 - their column is wider than half a page
        return 1 if rows <= ROW_LIMITS[-2] else 2
    if rows <= ROW_LIMITS[-3]:
        return 1
    return 2 if rows <= 2 * ROW_LIMITS[-2] else 3


def column_ranges(rows: int, columns: int) -> Sequence[tuple[int, int]]:
    """Return the start and end index of the rows of each column; only the last column may be shorter."""
    length = max(1, ceil(rows / columns))
    return [(start, min(rows, start + length)) for start in range(0, rows, length)]
