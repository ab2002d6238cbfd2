"""The sentences of a sheet: its name, its points and its end."""

from __future__ import annotations

from flask_babel import LazyString, lazy_gettext

from scorekeeper.games.contract import Line
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.i18n import gettext, ngettext
from scorekeeper.web.games.scoresheet.errors import error_sentence
from scorekeeper.web.text.claims import ForbiddenText
from scorekeeper.web.text.manche import MANCHE

__all__ = ["FORBIDDEN", "MANCHE", "NAME", "ending", "error_sentence", "partie_note", "why"]

NAME: LazyString = lazy_gettext("Autre jeu…")
FORBIDDEN: ForbiddenText = {}


def why(line: Line) -> str:
    """Return the reason of a line: its points, or the agreed penalty."""
    reasons = {"points": gettext("points de la manche"), "penalty": line.reason or gettext("pénalité convenue")}
    return reasons[line.why]


def ending(why: str, limit: int | None) -> str:
    """Return how a partie ended (SH-3)."""
    reached = ngettext("%(num)d point atteint", "%(num)d points atteints", limit or 0)
    return {"limit": reached, "stopped": gettext("La table s’est arrêtée là")}[why]


def partie_note(scored: ScoredPartie) -> str:
    """Return the points that end the partie, if the table named any."""
    limit = scored.options.limit
    if limit is None:
        return ""
    return gettext("Limite %(limit)s", limit=limit)
