"""The cards that a query string contains, typed or tapped, and the buttons for the cards of a deck."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from scorekeeper.cards.cards import Card, Suit
from scorekeeper.cards.legality import Rules
from scorekeeper.web.text.cards import suit_name

_SEPARATOR = re.compile(r"[\s.,;/|+–—-]+")
_CARD = re.compile(r"([2-9]|10|[AKQJRDV])([CDSH])")
_SUIT_LETTERS = str.maketrans({"♣": "C", "♦": "D", "♠": "S", "♥": "H", "\ufe0f": None})
_ENGLISH_RANKS = {"R": "K", "D": "Q", "V": "J"}


@dataclass(frozen=True)
class CardButton:
    """The button of a card: the number of copies not yet played, and the ruling if it were played now."""

    card: str
    copies_left: int
    ruling: str


SuitButtons = tuple[str, list[CardButton]]
"""The name of a suit, empty for the jokers, and the buttons of its cards."""


def sent_cards(arguments: MultiDict[str, str], name: str) -> list[str]:
    """Return the codes of the cards in the arguments of this name, in order.

    An argument may have several cards, with English or French letters, or the signs of the suits: `card=6♣ DS&card=10h`
    are 6C, QS and 10H.
    """
    texts = _SEPARATOR.split(" ".join(arguments.getlist(name)))
    return [_to_code(text) for text in texts if text]


def card_query(codes: Iterable[str]) -> str | None:
    """Return these cards as an argument of a query string, None for no cards."""
    return ".".join(codes) or None


def card_buttons(
    rules: Rules, played: Iterable[Card] = (), ruling_of: Mapping[Card, str] | None = None
) -> list[SuitButtons]:
    """Return the buttons of the deck by suit, the strongest card first and jokers last."""
    pack, counts, rulings = rules.pack, Counter(played), ruling_of or {}
    rows = []
    for suit in (*Suit, None):
        # A joker that follows a suit, as in Atout Pique, is among the cards of this suit.
        name, of_suit = "", pack.jokers
        if suit is not None:
            name, of_suit = suit_name(suit), pack.suits[suit]
        cards = sorted(pack.cards(of_suit), key=rules.strength, reverse=True)
        buttons = [
            CardButton(card.code, pack.copies(card).bit_count() - counts[card], rulings.get(card, "")) for card in cards
        ]
        if buttons:
            rows.append((name, buttons))
    return rows


def _to_code(text: str) -> str:
    """Return the code of a card, or an invalid text as it is."""
    match = _CARD.fullmatch(text.translate(_SUIT_LETTERS).upper())
    if match is None:
        return text
    return _ENGLISH_RANKS.get(match[1], match[1]) + match[2]
