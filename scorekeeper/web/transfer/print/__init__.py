"""Sheets to print, each on one page where possible: a blank sheet, the sheet of a partie, and a soirée.

A *partie* is a game played to its end, a *soirée* an evening of parties, a *side* a player or a team. A row of the
sheet is a manche (deal); a page may have the rows in several columns, one beside the other.

This module chooses the number of columns. The style sheet stretches the rows over the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

# The most rows of a page with a single column.
_MOST_ROWS = 34
_MOST_ROWS_OF_MANY_SIDES = 44

# The most rows of a page with two columns.
_MOST_ROWS_OF_TWO = 2 * 44

DENSE = 34
"""The most rows of a column in the usual size of text; with more, the text has the smallest size."""


def column_count(rows: int, sides: int) -> int:
    """Return the lowest number of columns in which the rows are readable, at most 3, or 2 for more than four sides."""
    if sides > 4:  # noqa: PLR2004 - their column is wider than half a page
        return 1 if rows <= _MOST_ROWS_OF_MANY_SIDES else 2
    if rows <= _MOST_ROWS:
        return 1
    return 2 if rows <= _MOST_ROWS_OF_TWO else 3


def column_ranges(rows: int, columns: int) -> Sequence[tuple[int, int]]:
    """Return the start and end index of the rows of each column: 10 rows in 3 are (0, 4), (4, 8), (8, 10)."""
    length = max(1, ceil(rows / columns))
    return [(start, min(rows, start + length)) for start in range(0, rows, length)]
