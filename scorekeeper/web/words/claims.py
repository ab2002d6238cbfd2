"""What a play claims of a hand, in words (T-3), and why a play is forbidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.cards.cards import Card, Suit
from scorekeeper.cards.verdicts import Laid
from scorekeeper.games.hearts.play import lowest_club
from scorekeeper.web.saying import gettext, ngettext
from scorekeeper.web.words.cards import card_said, cards_said, listed, suit_name
from scorekeeper.web.words.played import still_out

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scorekeeper.cards.pack import Pack
    from scorekeeper.cards.verdicts import Claim
    from scorekeeper.web.words.played import Played

_POINTS = ("DP-14",)
_QUEEN = Card("QS")


def claims_said(play: Played, pack: Pack, names: Sequence[str]) -> list[str]:
    """Say the claims of a play in full, « Luc n’a plus de trèfle », the same one of several hands at once."""
    seat = play.verdict.seat
    own = [claim for claim in play.verdict.claims if claim.seat == seat]
    others = [claim for claim in play.verdict.claims if claim.seat != seat]
    told = [_of_own_hand(play, pack, claim, names[seat]) for claim in own]
    for cards in dict.fromkeys(claim.holds_none_of for claim in others):
        told += [_absent(cards, [names[claim.seat] for claim in others if claim.holds_none_of == cards])]
    return told


def _of_own_hand(play: Played, pack: Pack, claim: Claim, name: str) -> str:
    suit = missing_suit(play, pack)
    if suit is not None:
        return gettext("%(name)s n’a plus de %(suit)s", name=name, suit=suit_name(suit))
    if play.verdict.articles == _POINTS:
        return gettext("%(name)s n’a que des cartes qui comptent", name=name)
    suit, besides = only_suit(play, pack)
    return _absent(claim.holds_none_of, [name]) if suit is None else _only(name, suit, besides)


def _absent(cards: Sequence[Card], names: Sequence[str]) -> str:
    if len(cards) == 1:
        return ngettext(
            "%(name)s n’a pas de %(card)s",
            "%(name)s n’ont pas de %(card)s",
            len(names),
            name=listed(names),
            card=card_said(cards[0]),
        )
    return ngettext(
        "%(name)s n’a aucune de ces cartes : %(cards)s",
        "%(name)s n’ont aucune de ces cartes : %(cards)s",
        len(names),
        name=listed(names),
        cards=cards_said(cards),
    )


def in_short(play: Played, pack: Pack) -> str:
    """Say in a few words what a play says of its player's hand: « plus de trèfle »."""
    suit = missing_suit(play, pack)
    if suit is not None:
        return gettext("plus de %(suit)s", suit=suit_name(suit))
    if play.verdict.articles == _POINTS:
        return gettext("rien que des cartes qui comptent")
    suit, besides = only_suit(play, pack)
    if suit is None:
        return gettext("rien d’autre à jouer")
    if besides:
        return gettext("rien que du %(suit)s, ou %(cards)s", suit=suit_name(suit), cards=cards_said(besides))
    return gettext("rien que du %(suit)s", suit=suit_name(suit))


def missing_suit(play: Played, pack: Pack) -> Suit | None:
    """The suit that a play says its player has none of, if that is all it says."""
    only = play.way.only
    return None if only is None else next((suit for suit in Suit if pack.all & ~only == pack.suits[suit]), None)


def only_suit(play: Played, pack: Pack) -> tuple[Suit | None, tuple[Card, ...]]:
    """The suit of the card, if a play says that its player has little else, and what else may be there."""
    suit, only = play.verdict.card.suit, play.way.only
    if suit is None or only is None or pack.suits[suit] & ~only:
        return None, ()
    return suit, still_out(pack, only & ~pack.suits[suit], play.before)


def _only(name: str, suit: Suit, besides: tuple[Card, ...]) -> str:
    if not besides:
        return gettext("%(name)s n’a plus que du %(suit)s", name=name, suit=suit_name(suit))
    return gettext(
        "%(name)s n’a plus que du %(suit)s, et peut-être %(cards)s",
        name=name,
        suit=suit_name(suit),
        cards=cards_said(besides),
    )


def why_forbidden(play: Played, pack: Pack) -> str:
    """Say which rule a forbidden play breaks: « il fallait fournir trèfle »."""
    words = _BROKEN.get(play.verdict.articles[0])
    return words(play, pack) if words is not None else gettext("la règle ne le permet pas")


def _follow(play: Played, _pack: Pack) -> str:
    if play.led is None:
        raise ValueError(play.verdict.articles)
    return gettext("il fallait fournir %(suit)s", suit=suit_name(play.led))


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


def _no_spade_yet(play: Played, _pack: Pack) -> str:
    if play.leads:
        return gettext("au premier pli, on n’entame pas à pique")
    return gettext("au premier pli, on ne coupe pas")


_BROKEN: dict[str, Callable[[Played, Pack], str]] = {
    "DP-11": _opening,
    "DP-12": _follow,
    "DP-14": _points,
    "DP-15": _hearts_closed,
    "AP-9": _no_spade_yet,
    "AP-10": _follow,
    "AP-12": lambda _play, _pack: gettext("le pique n’est pas encore ouvert"),
    "PI-16": _follow,
}
