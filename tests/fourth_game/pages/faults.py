"""Why a manche of Petite Belote, its trump or its house rules are refused, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask_babel import lazy_gettext

from fourth_game.pages.house_rules import OPTIONS
from scorekeeper.web.i18n import gettext, ngettext
from scorekeeper.web.words.faults import FaultSentences, FaultWords
from scorekeeper.web.words.figures import quoted, whole_figure

if TYPE_CHECKING:
    from flask_babel import LazyString

_LABELS: dict[str, LazyString] = {
    **{name: label for name, (label, _line) in OPTIONS.items()},
    "trump": lazy_gettext("Atout"),
    "taker": lazy_gettext("Preneur"),
    "points": lazy_gettext("Points"),
    "capot": lazy_gettext("Capot"),
}
_PLAIN: dict[str, LazyString] = {
    "no_trump": lazy_gettext("Dites quelle couleur est atout."),
    "no_taker": lazy_gettext("Dites qui a pris."),
    "no_points": lazy_gettext("Il manque les points des deux équipes."),
    "capot_missing": lazy_gettext("162 à 0 : dites si c’est un capot, ou si l’autre équipe a fait un pli."),
}
_BY_KEY: dict[str, FaultWords] = {
    "four_players": lambda error, _: gettext(
        "La Petite Belote se joue à 4, deux contre deux : vous êtes %(seats)d.", seats=whole_figure(error, "seats")
    ),
    "trump_value": lambda error, _: gettext(
        "%(value)s n’est pas une couleur.", value=quoted(str(error.figures["value"]))
    ),
    "points_short": lambda error, _: ngettext(
        "Il manque %(num)d point : une manche en compte %(total)d.",
        "Il manque %(num)d points : une manche en compte %(total)d.",
        whole_figure(error, "by"),
        total=whole_figure(error, "total"),
    ),
    "points_over": lambda error, _: ngettext(
        "%(num)d point de trop : une manche en compte %(total)d.",
        "%(num)d points de trop : une manche en compte %(total)d.",
        whole_figure(error, "by"),
        total=whole_figure(error, "total"),
    ),
    "capot_value": lambda error, _: gettext(
        "Un capot, c’est oui ou non, pas %(value)s.", value=quoted(str(error.figures["value"]))
    ),
    "capot_points": lambda error, _: gettext(
        "Un capot donne les %(total)d points à une équipe.", total=whole_figure(error, "total")
    ),
}
fault = FaultSentences(_PLAIN, _BY_KEY, _LABELS)
