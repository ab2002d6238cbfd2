"""Atout Pique in words: its name, its bids, its points, its end; the modules beside it say the rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flask_babel import lazy_gettext

from scorekeeper.games.spades.bids import Bid, Zero
from scorekeeper.web.games.spades import faults as spades_faults
from scorekeeper.web.games.spades import forbidden_cards as spades_play
from scorekeeper.web.games.spades import house_rules as spades_rules
from scorekeeper.web.i18n import gettext, ngettext
from scorekeeper.web.words import table
from scorekeeper.web.words.table import figure

if TYPE_CHECKING:
    from flask_babel import LazyString

    from scorekeeper.games.contract import Line

ARTICLE_PREFIX = "AP"
manche, record_manche = table.manche, table.record_manche
undo_manche, correct_manche = table.undo_manche, table.correct_manche
MANCHE, manches_played = table.MANCHE, table.manches_played
manches_undone, after_end = table.manches_undone, table.after_end
PRESETS, PRESET_LINES = spades_rules.PRESETS, spades_rules.PRESET_LINES
OPTIONS, VALUES = spades_rules.OPTIONS, spades_rules.VALUES
FORBIDDEN, fault = spades_play.FORBIDDEN, spades_faults.fault

NAME: LazyString = lazy_gettext("Atout Pique")
TAGLINE: LazyString = lazy_gettext(
    "À deux contre deux, annoncez vos plis et tenez votre contrat : pique est toujours atout."
)
BEGIN: dict[str, LazyString] = {
    "open": lazy_gettext("Noter les annonces"),
    "undo": lazy_gettext("Annuler les annonces"),
    "stale": lazy_gettext("Quelqu’un a annoncé entre-temps : regardez à qui c’est."),
}
BIDS: dict[Zero, LazyString] = {
    Zero.NIL: lazy_gettext("Zéro"),
    Zero.BLIND_NIL: lazy_gettext("Double zéro"),
}


def bid(value: Bid) -> str:
    """Say a bid: « 3 », « Zéro », « Double zéro »."""
    return str(BIDS[value]) if isinstance(value, Zero) else figure(value)


def why(line: Line) -> str:
    """Say why a team has these points: « contrat de 7 fait ». Raises `KeyError` for another game's."""
    return _WHYS[line.why](line)


def ending(why: str, limit: int | None) -> str:
    """Say how a partie ended: « 500 points atteints ». Raises `KeyError` for another game's ending."""
    words, unknown = _ENDINGS[why]
    return str(unknown) if limit is None else words(limit)


_WHYS: dict[str, Callable[[Line], str]] = {
    "contract_made": lambda line: gettext("contrat de %(num)d fait", num=line.count or 0),
    "contract_failed": lambda line: gettext("contrat de %(num)d chuté", num=line.count or 0),
    "overtricks": lambda line: ngettext("%(num)d sac", "%(num)d sacs", line.count or 1),
    "nil_tricks": lambda line: ngettext("%(num)d sac du zéro chuté", "%(num)d sacs du zéro chuté", line.count or 1),
    "sacs_penalty": lambda line: gettext("pénalité pour %(num)d sacs", num=line.count or 0),
    "nil_made": lambda _: gettext("zéro réussi"),
    "nil_failed": lambda _: gettext("zéro chuté"),
    "blind_nil_made": lambda _: gettext("double zéro réussi"),
    "blind_nil_failed": lambda _: gettext("double zéro chuté"),
    "penalty": lambda line: line.reason or gettext("pénalité convenue"),
}
_ENDINGS: dict[str, tuple[Callable[[int], str], LazyString]] = {
    "target": (
        lambda limit: ngettext("%(num)d point atteint", "%(num)d points atteints", limit),
        lazy_gettext("But atteint"),
    ),
    "floor": (
        lambda limit: gettext("Plancher atteint : %(limit)s points", limit=figure(limit)),
        lazy_gettext("Plancher atteint"),
    ),
}
