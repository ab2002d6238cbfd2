"""The texts of Piquet: the name, the manches, the endings, the settlement, forbidden cards, errors, reasons."""

from __future__ import annotations

from flask_babel import LazyString, lazy_gettext

from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.games.piquet.coup import COUP as MANCHE
from scorekeeper.web.games.piquet.errors import error_sentence
from scorekeeper.web.games.piquet.lines import why
from scorekeeper.web.text.claims import ForbiddenText, must_follow

__all__ = [
    "FORBIDDEN",
    "MANCHE",
    "NAME",
    "ending",
    "error_sentence",
    "settlement",
    "why",
]

NAME: LazyString = lazy_gettext("Piquet")
FORBIDDEN: ForbiddenText = {"PI-16": must_follow}


def ending(why: str, limit: int | None) -> str:
    """Say how a partie ended: « 150 points atteints »."""
    if why == "target" and limit is not None:
        return ngettext("%(num)d point atteint", "%(num)d points atteints", limit)
    return str(_ENDINGS[why])


def settlement(why: str) -> str:
    """Name a line of the settlement (PI-25 to PI-29): « écart des totaux ». Raises `KeyError` for an unknown line."""
    return str(_SETTLEMENT_LINES[why])


_ENDINGS: dict[str, LazyString] = {
    "six_coups": lazy_gettext("Fin de la partie en six coups"),
    "rubicon_four": lazy_gettext("Fin de la partie en quatre coups"),
    "target": lazy_gettext("But atteint"),
    "linked": lazy_gettext("Deux sèches gagnées : fin de la liée"),
    "loses_partie": lazy_gettext("Partie perdue pour une irrégularité"),
    "drawn": lazy_gettext("Totaux égaux : partie nulle"),
}
_SETTLEMENT_LINES: dict[str, LazyString] = {
    "difference": lazy_gettext("écart des totaux"),
    "sum": lazy_gettext("rubicon : somme des deux totaux"),
    "total": lazy_gettext("total du gagnant"),
    "partie": lazy_gettext("la partie"),
}
