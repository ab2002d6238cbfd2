"""The notes on the sheet of Dame de Pique: the limit, and the points of each side below it."""

from __future__ import annotations

from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.i18n import gettext


def partie_note(scored: ScoredPartie) -> str:
    """Return the number of points at which the partie ends (DP-25)."""
    return gettext("Limite %(limit)s", limit=scored.options.limit)


def side_note(scored: ScoredPartie, side: int) -> str:
    """Return the number of points of a side below the limit; a tie continues the partie past the limit (DP-26)."""
    if scored.ending:
        return ""
    left = scored.options.limit - scored.sheet.totals[side]
    if left <= 0:
        return gettext("limite atteinte")
    return gettext("encore %(left)s", left=left)
