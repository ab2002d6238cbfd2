"""The play of Dame de Pique in words: why a card is forbidden, and what else one says of its player's hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.cards.cards import Card
from scorekeeper.cards.verdicts import Laid
from scorekeeper.games.hearts.play import lowest_club
from scorekeeper.web.saying import gettext
from scorekeeper.web.words.cards import card_said
from scorekeeper.web.words.claims import HandWords, PlayWords, must_follow

if TYPE_CHECKING:
    from scorekeeper.cards.pack import Pack
    from scorekeeper.web.words.played import Played

_QUEEN = Card("QS")


def _opening(play: Played, pack: Pack) -> str:
    card = lowest_club(pack.cards(pack.all))
    if play.verdict.card == card:
        return gettext("l’entame revient au premier, après le donneur, qui a un %(card)s", card=card_said(card))
    return gettext("le %(card)s entame", card=card_said(card))


def _points(play: Played, _pack: Pack) -> str:
    return gettext("au premier pli, on ne défausse pas %(card)s, qui compte", card=card_said(play.verdict.card))


def _hearts_closed(play: Played, _pack: Pack) -> str:
    """Hearts are closed (DP-15); where the hand holds the Q♠ besides, she must be led (DP-16)."""
    if any(isinstance(proof, Laid) and proof.cards == (_QUEEN,) for proof in play.verdict.proofs):
        return gettext("le cœur n’est pas encore ouvert, et il reste %(card)s à entamer", card=card_said(_QUEEN))
    return gettext("le cœur n’est pas encore ouvert")


PLAY = PlayWords(
    broken={"DP-11": _opening, "DP-12": must_follow, "DP-14": _points, "DP-15": _hearts_closed},
    hands={
        "DP-14": HandWords(
            in_full=lambda name: gettext("%(name)s n’a que des cartes qui comptent", name=name),
            in_short=lambda: gettext("rien que des cartes qui comptent"),
        )
    },
)
