"""Sheets to print, each on one page: a blank one, that of a partie, that of a soirée.

The page shows a sheet as it will be printed, smaller: all of it is measured in hundredths of its width, of which the
paper holds 130 in height at least. What is wanted of a sheet decides how high its rows may be.
"""

from __future__ import annotations

from collections.abc import Sequence

STEPS = (12, 16, 20, 24, 34, 44, 60)
"""The rows that a column may hold, by how high they are; the style sheet has a class for each."""


def density(rows: int) -> int:
    """The class of rows that fits so many of them into a column."""
    return next((step for step in STEPS if rows <= step), STEPS[-1])


def columns_for(rows: int, sides: int) -> int:
    """In how many columns a sheet of so many rows stands: as few as leave them readable, and no more than fit."""
    if sides > 4:  # noqa: PLR2004 - more than half a page wide
        return 1 if rows <= STEPS[-2] else 2
    return 1 if rows <= STEPS[-3] else 2 if rows <= 2 * STEPS[-2] else 3


def parted(rows: int, columns: int) -> Sequence[tuple[int, int]]:
    """Where each column begins and ends, all but the last of the same length."""
    each = max(1, -(-rows // columns))
    return [(start, min(rows, start + each)) for start in range(0, rows, each)]
