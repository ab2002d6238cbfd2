"""The sentences of Petite Belote: its name, trump, points, endings, forbidden cards, feats and errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask_babel import LazyString, lazy_gettext
from petite_belote import BELOTE
from petite_belote.context import read_taker, read_trump

from scorekeeper.cards.pack import Pack
from scorekeeper.cards.verdicts import Verdict
from scorekeeper.games.contract import Line
from scorekeeper.games.shape import Json
from scorekeeper.web.core.i18n import gettext, ngettext
from scorekeeper.web.text import manche
from scorekeeper.web.text.cards import suit_name
from scorekeeper.web.text.claims import ForbiddenText, must_follow
from scorekeeper.web.text.errors import ErrorSentences
from scorekeeper.web.text.highlights import SoireeFeat
from scorekeeper.web.text.sentences import Plural

NAME: LazyString = lazy_gettext("Petite Belote")
MANCHE = manche.MANCHE


def say_context(context: Json, names: Sequence[str]) -> str:
    """Return the sentence of the trump and the taker: « Luc prend à cœur » (BE-3)."""
    suit = suit_name(read_trump(context))
    return gettext("%(name)s prend à %(suit)s", name=names[read_taker(context)], suit=suit)


# The reasons of points, and the endings.


def why(line: Line) -> str:
    """Return why a team has these points: « prise réussie »."""
    return _WHYS[line.why](line)


_WHYS: dict[str, Callable[[Line], str]] = {
    "made": lambda _: gettext("prise réussie"),
    "defence": lambda _: gettext("points de la défense"),
    "failed": lambda _: gettext("preneurs dedans"),
    "litige": lambda _: gettext("litige, 81 partout"),
    "carried": lambda line: ngettext(
        "%(num)d litige qui attendait", "%(num)d litiges qui attendaient", line.count or 1
    ),
    "capot": lambda _: gettext("capot"),
    "penalty": lambda line: line.reason or gettext("pénalité convenue"),
}


def ending(why: str, limit: int | None) -> str:
    """Return how a partie ended: « 501 points atteints »."""
    reached = {"target": lazy_gettext("But atteint")}[why]
    return str(reached) if limit is None else ngettext("%(num)d point atteint", "%(num)d points atteints", limit)


# Why a card is forbidden.


def _must_follow(verdict: Verdict, pack: Pack) -> str:
    """Return the duty of a hand that claims to have none of the suit led, and perhaps no trump (BE-5 to BE-8)."""
    led, only = verdict.turn.led, verdict.rule.only
    if led is None or only is None or not pack.all & ~only & ~pack.suits[led]:
        return must_follow(verdict, pack)
    if "BE-7" in verdict.articles:
        return gettext("il fallait fournir %(suit)s, sinon monter à l’atout", suit=suit_name(led))
    return gettext("il fallait fournir %(suit)s, sinon couper", suit=suit_name(led))


def _must_overtrump(_verdict: Verdict, _pack: Pack) -> str:
    return gettext("il fallait monter à l’atout")


FORBIDDEN: ForbiddenText = {"BE-5": _must_follow, "BE-7": _must_overtrump}

# The feats of a partie.

SOIREE_FEATS = {
    "capot": SoireeFeat(
        Plural("Capot d’une équipe : %(who)s", "Capots d’équipes : %(who)s"),
        shared=True,
    )
}

# The errors in a manche, its trump or house rules.

error_sentence = ErrorSentences(
    BELOTE,
    full_sentences={
        "four_players": lazy_gettext("La Petite Belote se joue à 4, deux contre deux : vous êtes %(seats)d."),
        "no_trump": lazy_gettext("Dites quelle couleur est atout."),
        "trump_value": lazy_gettext("%(quoted)s n’est pas une couleur."),
        "no_taker": lazy_gettext("Dites qui a pris."),
        "no_points": lazy_gettext("Il manque les points des deux équipes."),
        "points_short": Plural(
            "Il manque %(num)d point : une manche en compte %(total)d.",
            "Il manque %(num)d points : une manche en compte %(total)d.",
            "by",
        ),
        "points_over": Plural(
            "%(num)d point de trop : une manche en compte %(total)d.",
            "%(num)d points de trop : une manche en compte %(total)d.",
            "by",
        ),
        "capot_missing": lazy_gettext("162 à 0 : dites si c’est un capot, ou si l’autre équipe a fait un pli."),
        "capot_value": lazy_gettext("Un capot, c’est oui ou non, pas %(quoted)s."),
        "capot_points": lazy_gettext("Un capot donne les %(total)d points à une équipe."),
    },
    after_label={},
    labels={
        "trump": lazy_gettext("Atout"),
        "taker": lazy_gettext("Preneur"),
        "points": lazy_gettext("Points"),
        "capot": lazy_gettext("Capot"),
    },
)
