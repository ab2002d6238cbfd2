"""Texts with the names and counts of the cards that count at Dame de Pique."""

from __future__ import annotations

from collections.abc import Callable

from flask_babel import LazyString, lazy_gettext

from scorekeeper.web.core.i18n import gettext, ngettext

COUNTED_LABELS: dict[str, LazyString] = {
    "H": lazy_gettext("Cœurs"),
    "QS": lazy_gettext("Dame de pique"),
    "JD": lazy_gettext("Valet de carreau"),
    "7C": lazy_gettext("Sept de trèfle"),
    "KS": lazy_gettext("Rois de pique"),
    "AS": lazy_gettext("As de pique"),
    "last": lazy_gettext("Dernier pli"),
}
TAKER_QUESTIONS: dict[str, LazyString] = {
    "QS": lazy_gettext("Qui a pris la dame de pique ?"),
    "JD": lazy_gettext("Qui a pris le valet de carreau ?"),
    "7C": lazy_gettext("Qui a pris le sept de trèfle ?"),
    "last": lazy_gettext("Qui a pris le dernier pli ?"),
}
_ALL_PLACED: dict[str, LazyString] = {
    "H": lazy_gettext("Tous les cœurs sont placés"),
    "KS": lazy_gettext("Tous les rois de pique sont placés"),
    "AS": lazy_gettext("Tous les as de pique sont placés"),
}
_COUNT_TEXTS: dict[str, Callable[[int], str]] = {
    "H": lambda num: ngettext("%(num)d cœur", "%(num)d cœurs", num),
    "QS": lambda num: ngettext("%(num)d dame de pique", "%(num)d dames de pique", num),
    "JD": lambda num: ngettext("%(num)d valet de carreau", "%(num)d valets de carreau", num),
    "7C": lambda num: ngettext("%(num)d sept de trèfle", "%(num)d sept de trèfle", num),
    "KS": lambda num: ngettext("%(num)d roi de pique", "%(num)d rois de pique", num),
    "AS": lambda num: ngettext("%(num)d as de pique", "%(num)d as de pique", num),
    "last": lambda num: ngettext("%(num)d dernier pli", "%(num)d derniers plis", num),
}


def remaining_text(key: str, count: int) -> str:
    """Return a sentence about the cards of this key still to be placed, or in excess if `count` is negative."""
    if count > 0:
        return gettext("Il reste %(what)s à placer", what=count_text(key, count))
    if count < 0:
        return gettext("%(what)s de trop", what=count_text(key, -count))
    if key in _ALL_PLACED:
        return str(_ALL_PLACED[key])
    return gettext("%(label)s : le compte y est", label=COUNTED_LABELS[key])


def count_text(key: str, count: int) -> str:
    """Return a count with its noun: « 3 cœurs »."""
    return _COUNT_TEXTS[key](count)
