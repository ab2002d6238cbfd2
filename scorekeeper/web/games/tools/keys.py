"""The cards that a query string contains, typed or tapped, and the buttons for the cards of a deck."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from scorekeeper.cards.cards import Card, Suit
from scorekeeper.cards.legality import Rules
from scorekeeper.games.board import Board
from scorekeeper.web.text.cards import suit_name

_SEPARATOR = re.compile(r"[\s.,;/|+–—-]+")
_CARD = re.compile(r"([2-9]|10|[AKQJRDV])([CDSH])")
_SUIT_LETTERS = str.maketrans({"♣": "C", "♦": "D", "♠": "S", "♥": "H", "\ufe0f": None})
_ENGLISH_RANKS = {"R": "K", "D": "Q", "V": "J"}


@dataclass(frozen=True)
class DeckKey:
    """The button of a card, with the number of its copies in the deck, and of those not played (`copies_left`).

    `ruling` is always empty: the macro of the buttons also shows cards with a ruling (`CardButton`).
    """

    card: str
    copies: int
    copies_left: int
    ruling: str = ""


def sent_cards(arguments: MultiDict[str, str], name: str) -> list[str]:
    """Return the codes of the cards in the arguments of this name, in order.

    An argument may have several cards, with English or French letters, or the signs of the suits.
    """
    texts = [text for argument in arguments.getlist(name) for text in _SEPARATOR.split(argument) if text]
    return [_to_code(text) for text in texts]


def card_query(codes: Iterable[str]) -> str | None:
    """Return these cards as an argument of a query string, None for no cards."""
    return ".".join(codes) or None


def board_after(rules: Rules, codes: Sequence[str], leader: int = 0) -> Board:
    """Return the board after these cards, without verdicts. Raises `ImpossibleFactsError` for an impossible card."""
    board = Board(rules, leader)
    for code in codes:
        board.play(board.next_card(code))
    return board


def deck_rows(rules: Rules, played: Iterable[str]) -> list[tuple[str, list[DeckKey]]]:
    """Return the buttons of the deck by suit, the strongest card first and jokers last."""
    pack, counts = rules.pack, Counter(played)
    rows = []
    for suit in (*Suit, None):
        cards = [card for card in pack.cards(pack.all) if card.suit is suit]
        keys = [_deck_key(rules, card, counts[card.code]) for card in sorted(cards, key=rules.strength, reverse=True)]
        if keys:
            rows.append(("" if suit is None else suit_name(suit), keys))
    return rows


def _deck_key(rules: Rules, card: Card, played: int) -> DeckKey:
    copies = rules.pack.copies(card).bit_count()
    return DeckKey(card.code, copies, max(copies - played, 0))


def _to_code(text: str) -> str:
    """Return the code of a card, or an invalid text as it is."""
    match = _CARD.fullmatch(text.translate(_SUIT_LETTERS).upper())
    return text if match is None else _ENGLISH_RANKS.get(match[1], match[1]) + match[2]
