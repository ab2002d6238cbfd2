"""The notes on the sheet of Dame de Pique: the limit, and the points that each side has left to it."""

from __future__ import annotations

from scorekeeper.record.partie.standings import Standing
from scorekeeper.web.core.i18n import gettext


def partie_note(standing: Standing) -> str:
    """Say at how many points the partie ends (DP-25)."""
    return gettext("Limite %(limit)s", limit=standing.options.limit)


def side_note(standing: Standing, side: int) -> str:
    """Say how far a side is from the limit, which a tie may push it past (DP-26)."""
    if standing.ending:
        return ""
    left = standing.options.limit - standing.sheet.totals[side]
    return gettext("à %(left)s de la limite", left=left) if left > 0 else gettext("limite atteinte")
