"""The ending of a partie (a game played to its end) under other house rules."""

from __future__ import annotations

from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.i18n import gettext as _


def changed_ending(now: ScoredPartie, then: ScoredPartie) -> str:
    """Say how the partie would end under other house rules; return "" if its ending would not change.

    `now` is the partie under its own house rules, `then` under the others.
    """
    # The partie would go on.
    if then.ending is None:
        if now.ending is None:
            return ""
        return _("La partie ne serait plus finie.")
    if then.ending.why == "drawn":
        if now.ending is not None and now.ending.why == "drawn":
            return ""
        return _("La partie serait nulle.")
    # The winners are sides: players or teams.
    names = ", ".join(map(then.side_name, then.ending.winners))
    # The same winners as now.
    if now.ending is not None and names == ", ".join(map(now.side_name, now.ending.winners)):
        return ""
    return _("La partie serait finie, gagnée par %(names)s.", names=names)
