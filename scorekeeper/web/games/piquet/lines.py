"""The reasons of the points of Piquet, one for each key of a line."""

from __future__ import annotations

from collections.abc import Callable

from flask_babel import LazyString, lazy_gettext

from scorekeeper.games.contract import Line
from scorekeeper.web.core.i18n import gettext, ngettext
from scorekeeper.web.games.piquet.declarations.text import point_name, run_name, set_name
from scorekeeper.web.text.revokes import revoke_text

# The rank of a set by the end of the key of its line; a set may have none.
_SET_RANKS = {"": None, "_aces": "A", "_kings": "K", "_queens": "Q", "_jacks": "J", "_tens": "10"}


def why(line: Line) -> str:
    """Say why a player has these points: « quatorze d’as »."""
    return _REASONS[line.why](line)


def _set_reason(code: str | None, size: int) -> Callable[[Line], str]:
    return lambda _: set_name(code, size)


def _pic(line: Line) -> str:
    """Name the lead or the trick that completed the pic: « pic : 29 + 1 à l’entame »."""
    reason = _PICS.get(line.made_by or "")
    if reason is None or line.count is None:
        return gettext("pic")
    return reason(line.count)


def _pic_by_last_trick(count: int) -> str:
    """Name the points of the last trick, 2 or 1 by house rule, only if the count is 28: it needs both points."""
    if count + 2 == _PIC_AT:
        return gettext("pic : %(num)d + 2 au dernier pli", num=count)
    return gettext("pic : %(num)d, puis le dernier pli", num=count)


def _repic(line: Line) -> str:
    if line.count is None:
        return gettext("repic")
    return gettext("repic : %(num)d en annonces", num=line.count)


_PIC_AT = 30
_PICS: dict[str, Callable[[int], str]] = {
    "lead": lambda count: gettext("pic : %(num)d + 1 à l’entame", num=count),
    "win": lambda count: gettext("pic : %(num)d + 1 au pli", num=count),
    "last": _pic_by_last_trick,
}
_VOID_REASONS: dict[str, LazyString] = {
    "PI-32": lazy_gettext("coup annulé : carte découverte à la donne"),
    "PI-33": lazy_gettext("coup annulé : mal distribué, on redonne"),
    "PI-38": lazy_gettext("coup annulé : les deux mains sont fausses"),
}
_LOST_REASONS: dict[str, LazyString] = {
    "PI-35": lazy_gettext("partie perdue : plus de cinq cartes prises au talon"),
    "PI-36": lazy_gettext("partie perdue : talon pris avant son tour"),
}
_REASONS: dict[str, Callable[[Line], str]] = {
    "carte_blanche": lambda _: gettext("carte blanche"),
    "point": lambda line: point_name(line.count or line.points),
    "sequence": lambda line: run_name(line.count or 0),
    **{f"quatorze{ending}": _set_reason(code, 4) for ending, code in _SET_RANKS.items()},
    **{f"brelan{ending}": _set_reason(code, 3) for ending, code in _SET_RANKS.items()},
    "repic": _repic,
    "pic": _pic,
    "leads": lambda line: ngettext("%(num)d entame", "%(num)d entames", line.count or 1),
    "wins": lambda line: ngettext("%(num)d pli pris", "%(num)d plis pris", line.count or 1),
    "last_trick": lambda _: gettext("dernier pli"),
    "trick_points": lambda _: gettext("entames et plis"),
    "cards": lambda _: gettext("les cartes"),
    "capot": lambda _: gettext("capot"),
    "doubled": lambda _: gettext("coup compté double"),
    "all_trick_points": lambda _: gettext("entames et plis de l’autre, après sa fausse annonce"),
    "void": lambda line: str(_VOID_REASONS.get(line.article) or gettext("coup annulé")),
    "loses_partie": lambda line: str(_LOST_REASONS.get(line.article) or gettext("partie perdue")),
    "penalty": lambda line: line.reason or gettext("pénalité convenue"),
    "revoke": revoke_text,
    "revoke_against": lambda _: gettext("renonce de l’autre joueur"),
}
