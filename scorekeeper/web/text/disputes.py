"""The names of the moments of a manche in the rules search, and the ending of a partie under other house rules."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from flask_babel import LazyString
from flask_babel import lazy_gettext as _l

from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.i18n import gettext as _

MOMENT_NAMES: Mapping[str, LazyString] = MappingProxyType(
    {
        "deal": _l("La donne"),
        "pass": _l("Les cartes passées"),
        "bids": _l("Les annonces du contrat"),
        "declarations": _l("Les annonces"),
        "first_trick": _l("Le premier pli"),
        "following": _l("Fournir"),
        "breaking": _l("Ouvrir la couleur"),
        "last_trick": _l("Le dernier pli"),
        "count": _l("Le compte"),
        "end": _l("La fin de la partie"),
    }
)


def changed_ending(now: ScoredPartie, then: ScoredPartie) -> str:
    """Say how the partie (`now`) would end under other house rules (`then`); empty if its ending would not change."""
    if then.ending is None:
        return "" if now.ending is None else _("La partie ne serait plus finie.")
    if then.ending.why == "drawn":
        return _("La partie serait nulle.") if now.ending is None or now.ending.why != "drawn" else ""
    names = ", ".join(map(then.side_name, then.ending.winners))
    if now.ending is not None and names == ", ".join(map(now.side_name, now.ending.winners)):
        return ""
    return _("La partie serait finie, gagnée par %(names)s.", names=names)
