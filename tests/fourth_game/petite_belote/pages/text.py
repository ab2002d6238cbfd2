"""The sentences of Petite Belote: its name, trump, points, end and forbidden cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask_babel import LazyString, lazy_gettext
from petite_belote.context import read_taker, read_trump
from petite_belote.pages.errors import error_sentence

from scorekeeper.cards.pack import Pack
from scorekeeper.cards.verdicts import Verdict
from scorekeeper.games.contract import Line
from scorekeeper.games.shape import Json
from scorekeeper.web.core.i18n import gettext, ngettext
from scorekeeper.web.text.cards import suit_name
from scorekeeper.web.text.claims import ForbiddenText, must_follow
from scorekeeper.web.text.highlights import SoireeFeat
from scorekeeper.web.text.manche import MANCHE

__all__ = [
    "FORBIDDEN",
    "MANCHE",
    "NAME",
    "ending",
    "error_sentence",
    "say_context",
    "why",
]

NAME: LazyString = lazy_gettext("Petite Belote")


def say_context(context: Json, names: Sequence[str]) -> str:
    """Return the sentence of the trump and the taker: « Luc prend à cœur » (BE-3)."""
    suit = suit_name(read_trump(context))
    return gettext("%(name)s prend à %(suit)s", name=names[read_taker(context)], suit=suit)


def why(line: Line) -> str:
    """Return why a team has these points: « prise réussie »."""
    return _WHYS[line.why](line)


def ending(why: str, limit: int | None) -> str:
    """Return how a partie ended: « 501 points atteints »."""
    reached = {"target": lazy_gettext("But atteint")}[why]
    return str(reached) if limit is None else ngettext("%(num)d point atteint", "%(num)d points atteints", limit)


FEATS = {
    "capot": SoireeFeat(
        lambda times, who: ngettext("Capot d’une équipe : %(who)s", "Capots d’équipes : %(who)s", times, who=who),
        shared=True,
    )
}
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
