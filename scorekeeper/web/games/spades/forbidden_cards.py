"""The play of Atout Pique in words: why a card is forbidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.web.i18n import gettext
from scorekeeper.web.words.claims import ForbiddenWords, must_follow

if TYPE_CHECKING:
    from scorekeeper.cards.pack import Pack
    from scorekeeper.cards.verdicts import Verdict


def _no_spade_yet(verdict: Verdict, _pack: Pack) -> str:
    if not verdict.turn.trick:
        return gettext("au premier pli, on n’entame pas à pique")
    return gettext("au premier pli, on ne coupe pas")


def _spades_closed(_verdict: Verdict, _pack: Pack) -> str:
    return gettext("le pique n’est pas encore ouvert")


FORBIDDEN: ForbiddenWords = {"AP-9": _no_spade_yet, "AP-10": must_follow, "AP-12": _spades_closed}
