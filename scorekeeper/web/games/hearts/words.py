"""Dame de Pique in words: its name, its points, its end; the modules beside it say the rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flask_babel import lazy_gettext

from scorekeeper.web.games.hearts import counts as hearts_counted
from scorekeeper.web.games.hearts import faults as hearts_faults
from scorekeeper.web.games.hearts import forbidden_cards as hearts_play
from scorekeeper.web.games.hearts import house_rules as hearts_rules
from scorekeeper.web.i18n import gettext, ngettext
from scorekeeper.web.words import table

if TYPE_CHECKING:
    from flask_babel import LazyString

    from scorekeeper.games.contract import Line

ARTICLE_PREFIX = "DP"
manche, record_manche = table.manche, table.record_manche
undo_manche, correct_manche = table.undo_manche, table.correct_manche
MANCHE, manches_played = table.MANCHE, table.manches_played
manches_undone, after_end = table.manches_undone, table.after_end
PRESETS, PRESET_LINES = hearts_rules.PRESETS, hearts_rules.PRESET_LINES
OPTIONS, VALUES = hearts_rules.OPTIONS, hearts_rules.VALUES
COUNTED, ASKED, remaining = hearts_counted.COUNTED, hearts_counted.ASKED, hearts_counted.remaining
FORBIDDEN, fault = hearts_play.FORBIDDEN, hearts_faults.fault

NAME: LazyString = lazy_gettext("Dame de Pique")
TAGLINE: LazyString = lazy_gettext(
    "Ramassez le moins de points possible : chaque cœur en coûte un, la dame de pique treize."
)


def why(line: Line) -> str:
    """Say why a side has these points: « 5 cœurs ». Raises `KeyError` for another game's."""
    return _WHYS[line.why](line)


def ending(why: str, limit: int | None) -> str:
    """Say how a partie ended: « 100 points atteints ». Raises `KeyError` for another game's ending."""
    if why != "limit":
        raise KeyError(why)
    if limit is None:
        return gettext("Limite atteinte")
    return ngettext("%(num)d point atteint", "%(num)d points atteints", limit)


_WHYS: dict[str, Callable[[Line], str]] = {
    "hearts": lambda line: hearts_counted.some("H", line.count or 1),
    "queen": lambda line: ngettext("dame de pique", "%(num)d dames de pique", line.count or 1),
    "jack_of_diamonds": lambda line: ngettext("valet de carreau", "%(num)d valets de carreau", line.count or 1),
    "seven_of_clubs": lambda line: ngettext("sept de trèfle", "%(num)d sept de trèfle", line.count or 1),
    "king": lambda line: ngettext("roi de pique", "%(num)d rois de pique", line.count or 1),
    "ace": lambda line: ngettext("as de pique", "%(num)d as de pique", line.count or 1),
    "last_trick": lambda _: gettext("dernier pli"),
    "moon": lambda _: gettext("volte"),
    "moon_against": lambda _: gettext("volte subie"),
    "points": lambda _: gettext("points comptés à la table"),
    "penalty": lambda line: line.reason or gettext("pénalité convenue"),
}
