"""The cards that a query string contains, typed or tapped, and the buttons for the cards of a deck.

The *code* of a card is its rank and the letter of its suit in English: `QS` is the queen of spades.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from scorekeeper.cards.cards import Card, Suit
from scorekeeper.cards.legality import Rules
from scorekeeper.web.text.cards import suit_name

# What may be between two cards.
_SEPARATOR = re.compile(r"[\s.,;/|+–—-]+")
# A rank in English or French, then the letter of the suit.
_CARD = re.compile(r"([2-9]|10|[AKQJRDV])([CDSH])")
# U+FE0F, which keyboards add to a sign of a suit to show it in colour, is removed.
_SUIT_LETTERS = str.maketrans({"♣": "C", "♦": "D", "♠": "S", "♥": "H", "\ufe0f": None})
_ENGLISH_RANKS = {"R": "K", "D": "Q", "V": "J"}


@dataclass(frozen=True)
class CardButton:
    """The button of a card."""

    # The code of the card.
    card: str
    # The number of its copies that are not played yet: some decks have a card twice.
    copies_left: int
    # The ruling of the arbiter if it were played now, such as `forbidden`; empty if it is not known.
    ruling: str


SuitButtons = tuple[str, list[CardButton]]
"""The name of a suit, empty for the jokers, and the buttons of its cards."""


def sent_cards(arguments: MultiDict[str, str], name: str) -> list[str]:
    """Return the codes of the cards in the arguments of this name, in order; a text that is no card stays unchanged.

    An argument may have several cards, with English or French letters for ranks, and with letters or signs for suits.
    Example: `card=6♣ DS&card=10h` gives `["6C", "QS", "10H"]`.
    """
    texts = _SEPARATOR.split(" ".join(arguments.getlist(name)))
    return [_to_code(text) for text in texts if text]


def card_query(codes: Iterable[str]) -> str | None:
    """Return these cards as an argument of a query string, `6C.QS`; None for no cards."""
    return ".".join(codes) or None


def card_buttons(
    rules: Rules, played: Iterable[Card] = (), ruling_of: Mapping[Card, str] | None = None
) -> list[SuitButtons]:
    """Return the buttons of the deck by suit, the strongest card first and jokers last.

    `played` are the cards that are played already. `ruling_of` has, for each other card, the ruling of the arbiter if
    it were played now, such as `forbidden`.
    """
    # The pack is the deck. Its sets of cards are integers with a bit for each card, so that `bit_count` is the number
    # of cards.
    pack = rules.pack
    counts = Counter(played)
    rulings = ruling_of or {}
    rows = []
    for suit in (*Suit, None):
        # A joker that follows a suit, as in Atout Pique, is among the cards of this suit.
        name = ""
        of_suit = pack.jokers
        if suit is not None:
            name = suit_name(suit)
            of_suit = pack.suits[suit]
        # `pack.cards` returns the cards of a set, `pack.copies` the set of the copies of a card.
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
