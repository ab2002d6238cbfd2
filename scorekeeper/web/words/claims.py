"""What a play claims of a hand, in words (T-3), and why a play is forbidden."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scorekeeper.cards.cards import Suit
from scorekeeper.web.saying import gettext, ngettext
from scorekeeper.web.words.cards import card_said, cards_said, listed, suit_name
from scorekeeper.web.words.played import still_out

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scorekeeper.cards.cards import Card
    from scorekeeper.cards.pack import Pack
    from scorekeeper.cards.verdicts import Claim
    from scorekeeper.web.words.played import Played


@dataclass(frozen=True)
class HandWords:
    """What is said of a hand that holds nothing but some cards: of its player by name, and in a few words."""

    in_full: Callable[[str], str]
    in_short: Callable[[], str]


@dataclass(frozen=True)
class PlayWords:
    """What a game says of its play: why a card is forbidden, by the article it breaks (the first one cited).

    `hands` says, by the article played under, what a play tells of its player's hand where that is no matter of suits.
    """

    broken: Mapping[str, Callable[[Played, Pack], str]]
    hands: Mapping[str, HandWords] = field(default_factory=dict)


def claims_said(play: Played, pack: Pack, names: Sequence[str], words: PlayWords) -> list[str]:
    """Say the claims of a play in full, « Luc n’a plus de trèfle », the same one of several hands at once."""
    seat = play.verdict.seat
    own = [claim for claim in play.verdict.claims if claim.seat == seat]
    others = [claim for claim in play.verdict.claims if claim.seat != seat]
    told = [_of_own_hand(play, pack, claim, names[seat], words) for claim in own]
    for cards in dict.fromkeys(claim.holds_none_of for claim in others):
        told += [_absent(cards, [names[claim.seat] for claim in others if claim.holds_none_of == cards])]
    return told


def _of_own_hand(play: Played, pack: Pack, claim: Claim, name: str, words: PlayWords) -> str:
    suit = missing_suit(play, pack)
    if suit is not None:
        return gettext("%(name)s n’a plus de %(suit)s", name=name, suit=suit_name(suit))
    hand = words.hands.get(play.verdict.articles[0])
    if hand is not None:
        return hand.in_full(name)
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


def in_short(play: Played, pack: Pack, words: PlayWords) -> str:
    """Say in a few words what a play says of its player's hand: « plus de trèfle »."""
    suit = missing_suit(play, pack)
    if suit is not None:
        return gettext("plus de %(suit)s", suit=suit_name(suit))
    hand = words.hands.get(play.verdict.articles[0])
    if hand is not None:
        return hand.in_short()
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


def why_forbidden(play: Played, pack: Pack, words: PlayWords) -> str:
    """Say which rule a forbidden play breaks: « il fallait fournir trèfle »."""
    why = words.broken.get(play.verdict.articles[0])
    return why(play, pack) if why is not None else gettext("la règle ne le permet pas")


def must_follow(play: Played, _pack: Pack) -> str:
    """Say that the suit led had to be followed, whatever the game."""
    if play.led is None:
        raise ValueError(play.verdict.articles)
    return gettext("il fallait fournir %(suit)s", suit=suit_name(play.led))
