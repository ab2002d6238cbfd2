"""Parties of which only the points are known, as databases and files of before hold them; no page makes one now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.record.current_manche import current_or_new, put_in_sheet
from scorekeeper.record.journal import note_change
from scorekeeper.record.models import ChangeKind

if TYPE_CHECKING:
    from scorekeeper.record.table import OpenTable


def keep_points_only(table: OpenTable, *manches: list[int]) -> None:
    """Turn a partie that has just begun into one by totals: the points of each manche, by side."""
    table.partie.paper = True
    for points in manches:
        manche = current_or_new(table.partie)
        put_in_sheet(manche)
        manche.facts = {"paper": points}
        note_change(table.partie, table.author, ChangeKind.RECORDED, manche)
