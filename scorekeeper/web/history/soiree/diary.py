"""The soirées (evenings of card games) of a list, by month.

The summary of a soirée has its players with their victories, its games and its best comeback. A feat is an event worth
telling, such as a nil made.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from scorekeeper.record.read_models.feats import Feats, feats_of_soirees, group_by_feat
from scorekeeper.record.read_models.soiree_summaries import SoireeSummary, summaries_by_soiree
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.games import PAGES
from scorekeeper.web.remarks.feats import feat_text, rare_whys


class DiaryRow(NamedTuple):
    """A soirée in a list."""

    # A row of `id`, `held_on` and `place`.
    soiree: Any
    summary: SoireeSummary

    # Its rarest feat, else its best comeback: « Volte de Marc »; empty without one.
    line: str


def diary_rows(soirees: Sequence[Any]) -> list[DiaryRow]:
    """Return the row of each of these soirées, in their order."""
    summaries = summaries_by_soiree(soirees)
    feats = feats_of_soirees([soiree.id for soiree in soirees], rare_whys())
    of_soirees = [(soiree, summaries.get(soiree.id, SoireeSummary())) for soiree in soirees]
    return [DiaryRow(soiree, summary, _line_of(summary, feats.get(soiree.id, ()))) for soiree, summary in of_soirees]


def group_by_month(rows: Iterable[DiaryRow]) -> Iterator[tuple[dt.date, list[DiaryRow]]]:
    """Group soirées by month: yield the first day of each month, and its rows. `rows` are sorted, latest first."""
    for first, of_month in groupby(rows, key=lambda row: row.soiree.held_on.replace(day=1)):
        yield first, list(of_month)


def _line_of(summary: SoireeSummary, feats: Feats) -> str:
    """Return a text about the rarest feat, « Volte de Marc », else « Remontée de 168 points », else an empty text."""
    done = group_by_feat(feats)
    # The first feat that was done is returned. The games are in the order of their registration; the feats of a game
    # are in the order in which it declares them, the most important one first.
    for game, pages in PAGES.items():
        for why, feat in pages.soiree_feats.items():
            if feat.rare and (game, why) in done:
                return feat_text(feat, done[game, why])
    if not summary.comeback:
        return ""
    return ngettext("Remontée de %(num)d point", "Remontée de %(num)d points", summary.comeback)
