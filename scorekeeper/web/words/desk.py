"""The moments of a manche, as the desk names them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from flask_babel import LazyString
from flask_babel import lazy_gettext as _l

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
