"""The play of Dame de Pique in words: why a card is forbidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.cards.cards import Card
from scorekeeper.cards.verdicts import Laid
from scorekeeper.games.hearts.play import lowest_club
from scorekeeper.web.i18n import gettext
from scorekeeper.web.words.cards import card_said
from scorekeeper.web.words.claims import ForbiddenWords, must_follow

if TYPE_CHECKING:
    from scorekeeper.cards.pack import Pack
    from scorekeeper.cards.verdicts import Verdict

_QUEEN = Card("QS")


def _opening(verdict: Verdict, pack: Pack) -> str:
    card = lowest_club(pack.cards(pack.all))
    if verdict.card == card:
        return gettext("l’entame revient au premier, après le donneur, qui a un %(card)s", card=card_said(card))
    return gettext("le %(card)s entame", card=card_said(card))


def _points(verdict: Verdict, _pack: Pack) -> str:
    return gettext("au premier pli, on ne défausse pas %(card)s, qui compte", card=card_said(verdict.card))


def _hearts_closed(verdict: Verdict, _pack: Pack) -> str:
    """Hearts are closed (DP-15); where the hand holds the Q♠ besides, she must be led (DP-16)."""
    if any(isinstance(proof, Laid) and proof.cards == (_QUEEN,) for proof in verdict.proofs):
        return gettext("le cœur n’est pas encore ouvert, et il reste %(card)s à entamer", card=card_said(_QUEEN))
    return gettext("le cœur n’est pas encore ouvert")


FORBIDDEN: ForbiddenWords = {"DP-11": _opening, "DP-12": must_follow, "DP-14": _points, "DP-15": _hearts_closed}
