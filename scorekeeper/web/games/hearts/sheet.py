"""What the sheet of Dame de Pique says beside its lines: the limit, and how far each side is from it."""

from __future__ import annotations

from scorekeeper.record.partie.standings import Standing
from scorekeeper.web.core.i18n import gettext


def partie_note(standing: Standing) -> str:
    """The points at which the partie ends (DP-25)."""
    return gettext("Limite %(limit)s", limit=standing.options.limit)


def side_note(standing: Standing, side: int) -> str:
    """How far a side is from the limit; it may be past it, where a tie plays on (DP-26)."""
    if standing.ending:
        return ""
    left = standing.options.limit - standing.sheet.totals[side]
    return gettext("à %(left)s de la limite", left=left) if left > 0 else gettext("limite atteinte")
