"""The sentences of Dame de Pique: the reasons of points, of endings and of forbidden cards."""

from __future__ import annotations

from collections.abc import Callable

from flask_babel import LazyString, lazy_gettext

from scorekeeper.cards.cards import Card
from scorekeeper.cards.pack import Pack
from scorekeeper.cards.verdicts import HandProof, Verdict
from scorekeeper.games.contract import Line
from scorekeeper.games.hearts.play import lowest_club
from scorekeeper.web.core.i18n import gettext, ngettext
from scorekeeper.web.games.hearts.counts import COUNTED_LABELS, TAKER_QUESTIONS, count_text, remaining_text
from scorekeeper.web.games.hearts.errors import error_sentence
from scorekeeper.web.text.cards import card_text
from scorekeeper.web.text.claims import ForbiddenText, must_follow
from scorekeeper.web.text.manche import MANCHE
from scorekeeper.web.text.revokes import revoke_text

__all__ = [
    "COUNTED_LABELS",
    "FORBIDDEN",
    "MANCHE",
    "NAME",
    "TAKER_QUESTIONS",
    "ending",
    "error_sentence",
    "remaining_text",
    "why",
]

NAME: LazyString = lazy_gettext("Dame de Pique")
_QUEEN = Card("QS")


def why(line: Line) -> str:
    """Return the reason of the points of a line: « 5 cœurs »."""
    return _WHYS[line.why](line)


def ending(why: str, limit: int | None) -> str:
    """Return how a partie ended: « 100 points atteints ». Raises `KeyError` for an ending of another game."""
    if why != "limit":
        raise KeyError(why)
    if limit is None:
        return gettext("Limite atteinte")
    return ngettext("%(num)d point atteint", "%(num)d points atteints", limit)


_WHYS: dict[str, Callable[[Line], str]] = {
    "hearts": lambda line: count_text("H", line.count or 1),
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
    "revoke": revoke_text,
}


def _other_opening(verdict: Verdict, pack: Pack) -> str:
    card = lowest_club(pack.cards(pack.all))
    if verdict.card == card:
        return gettext("l’entame revient au premier, après le donneur, qui a un %(card)s", card=card_text(card))
    return gettext("le %(card)s entame", card=card_text(card))


def _points_on_first_trick(verdict: Verdict, _pack: Pack) -> str:
    return gettext("au premier pli, on ne défausse pas %(card)s, qui compte", card=card_text(verdict.card))


def _hearts_closed(verdict: Verdict, _pack: Pack) -> str:
    """Return the reason of DP-15, closed hearts; a hand that still has the Q♠ must lead her (DP-16)."""
    if any(isinstance(proof, HandProof) and proof.cards == (_QUEEN,) for proof in verdict.proofs):
        return gettext("le cœur n’est pas encore ouvert, et il reste %(card)s à entamer", card=card_text(_QUEEN))
    return gettext("le cœur n’est pas encore ouvert")


FORBIDDEN: ForbiddenText = {
    "DP-11": _other_opening,
    "DP-12": must_follow,
    "DP-14": _points_on_first_trick,
    "DP-15": _hearts_closed,
}
