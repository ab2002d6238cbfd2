"""Cards in a query string, typed or tapped, and the buttons of the cards of a deck."""

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

_BETWEEN = re.compile(r"[\s.,;/|+–—-]+")
_CARD = re.compile(r"([2-9]|10|[AKQJRDV])([CDSH])")
_SIGNS = str.maketrans({"♣": "C", "♦": "D", "♠": "S", "♥": "H", "\ufe0f": None})
_FRENCH = {"R": "K", "D": "Q", "V": "J"}


@dataclass(frozen=True)
class DeckKey:
    """The button of a card, with its number of copies in the deck and of unplayed copies."""

    card: str
    copies: int
    copies_left: int
    ruling: str = ""


def sent_cards(arguments: MultiDict[str, str], name: str) -> list[str]:
    """Return the codes in the fields of this name, in order; a field may have several, with French letters or signs."""
    typed = [word for text in arguments.getlist(name) for word in _BETWEEN.split(text) if word]
    return [_code(word) for word in typed]


def card_query(codes: Iterable[str]) -> str | None:
    """Return cards as the value of a query string, None for no cards."""
    return ".".join(codes) or None


def board_after(rules: Rules, codes: Sequence[str], leader: int = 0) -> Board:
    """Return the board after these cards, unjudged. Raises `ImpossibleFactsError` for an impossible card."""
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
        keys = [_key(rules, card, counts[card.code]) for card in sorted(cards, key=rules.strength, reverse=True)]
        if keys:
            rows.append(("" if suit is None else suit_name(suit), keys))
    return rows


def _key(rules: Rules, card: Card, played: int) -> DeckKey:
    copies = rules.pack.copies(card).bit_count()
    return DeckKey(card.code, copies, max(copies - played, 0))


def _code(word: str) -> str:
    found = _CARD.fullmatch(word.translate(_SIGNS).upper())
    return word if found is None else _FRENCH.get(found[1], found[1]) + found[2]
