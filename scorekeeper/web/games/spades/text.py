"""The texts of Atout Pique: the name, the bids, the endings, forbidden cards, reasons."""

from __future__ import annotations

from collections.abc import Callable

from flask_babel import LazyString, lazy_gettext

from scorekeeper.cards.pack import Pack
from scorekeeper.cards.verdicts import Verdict
from scorekeeper.games.contract import Line
from scorekeeper.games.spades.bids import Bid, Zero
from scorekeeper.web.core.i18n import gettext, ngettext
from scorekeeper.web.games.spades.errors import error_sentence
from scorekeeper.web.text.cards import the_card
from scorekeeper.web.text.claims import ForbiddenText, must_follow
from scorekeeper.web.text.manche import MANCHE
from scorekeeper.web.text.revokes import revoke_text
from scorekeeper.web.text.values import format_number

__all__ = [
    "FORBIDDEN",
    "MANCHE",
    "NAME",
    "ending",
    "error_sentence",
    "say_bid",
    "why",
]

NAME: LazyString = lazy_gettext("Atout Pique")
ZERO_NAMES: dict[Zero, LazyString] = {
    Zero.NIL: lazy_gettext("Zéro"),
    Zero.BLIND_NIL: lazy_gettext("Double zéro"),
}


def say_bid(bid: Bid) -> str:
    """Return a bid in words: « 3 », « Zéro », « Double zéro »."""
    if isinstance(bid, Zero):
        return str(ZERO_NAMES[bid])
    return format_number(bid)


def why(line: Line) -> str:
    """Say why a team has these points: « contrat de 7 fait »."""
    return _REASONS[line.why](line)


def ending(why: str, limit: int | None) -> str:
    """Say how a partie ended: « 500 points atteints »."""
    with_limit, without_limit = _ENDINGS[why]
    if limit is None:
        return str(without_limit)
    return with_limit(limit)


_REASONS: dict[str, Callable[[Line], str]] = {
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
    "revoke": revoke_text,
    "revoke_against": lambda _: gettext("renonce de l’autre équipe"),
}
_ENDINGS: dict[str, tuple[Callable[[int], str], LazyString]] = {
    "target": (
        lambda limit: ngettext("%(num)d point atteint", "%(num)d points atteints", limit),
        lazy_gettext("But atteint"),
    ),
    "floor": (
        lambda limit: gettext("Plancher atteint : %(limit)s points", limit=format_number(limit)),
        lazy_gettext("Plancher atteint"),
    ),
}


def _no_spade_yet(verdict: Verdict, _pack: Pack) -> str:
    if not verdict.turn.trick:
        return gettext("au premier pli, on n’entame pas à pique")
    return gettext("au premier pli, on ne coupe pas")


def _spades_closed(_verdict: Verdict, _pack: Pack) -> str:
    return gettext("le pique n’est pas encore ouvert")


def _naming_spades(reason: Callable[[Verdict, Pack], str]) -> Callable[[Verdict, Pack], str]:
    """Add to the reason that a joker or the 2♦ is a spade, where the card shows no spade (AP-25)."""

    def sentence(verdict: Verdict, pack: Pack) -> str:
        card, text = verdict.card, reason(verdict, pack)
        if pack.suit(card) is card.suit:
            return text
        return gettext("%(reason)s, et %(card)s est un pique", reason=text, card=the_card(card))

    return sentence


FORBIDDEN: ForbiddenText = {
    "AP-9": _naming_spades(_no_spade_yet),
    "AP-10": _naming_spades(must_follow),
    "AP-12": _naming_spades(_spades_closed),
}
