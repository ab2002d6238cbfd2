"""Cards in an address, typed or tapped, and the cards of a deck to tap."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from scorekeeper.cards.cards import Card, Suit
from scorekeeper.cards.legality import Rules
from scorekeeper.games.board import Board
from scorekeeper.web.words.cards import suit_name

_BETWEEN = re.compile(r"[\s.,;/|+–—-]+")
_CARD = re.compile(r"([2-9]|10|[AKQJRDV])([CDSH])")
_SIGNS = str.maketrans({"♣": "C", "♦": "D", "♠": "S", "♥": "H", "\ufe0f": None})
_FRENCH = {"R": "K", "D": "Q", "V": "J"}


@dataclass(frozen=True)
class DeckKey:
    """A card to tap, of which there are so many, and so many left."""

    card: str
    copies: int
    left: int
    ruling: str = ""


def picked(arguments: MultiDict[str, str], name: str) -> list[str]:
    """The cards under this name in an address, in order: codes, one a field or many, French letters and signs too."""
    typed = [word for text in arguments.getlist(name) for word in _BETWEEN.split(text) if word]
    return [_code(word) for word in typed]


def written(codes: Iterable[str]) -> str | None:
    """Cards as an address of ours holds them, None for none."""
    return ".".join(codes) or None


def laid(rules: Rules, codes: Sequence[str], leader: int = 0) -> Board:
    """The table after these cards, nothing judged. Raises `ImpossibleFactsError` for a card that cannot be there."""
    board = Board(rules, leader)
    for code in codes:
        board.play(board.next_card(code))
    return board


def deck_rows(rules: Rules, down: Iterable[str]) -> list[tuple[str, list[DeckKey]]]:
    """The cards of the deck by suit, the strongest first, with what is left of them; the jokers last."""
    pack, fallen = rules.pack, Counter(down)
    rows = []
    for suit in (*Suit, None):
        cards = [card for card in pack.cards(pack.all) if card.suit is suit]
        keys = [_key(rules, card, fallen[card.code]) for card in sorted(cards, key=rules.strength, reverse=True)]
        if keys:
            rows.append(("" if suit is None else suit_name(suit), keys))
    return rows


def _key(rules: Rules, card: Card, fallen: int) -> DeckKey:
    copies = rules.pack.copies(card).bit_count()
    return DeckKey(card.code, copies, max(copies - fallen, 0))


def _code(word: str) -> str:
    found = _CARD.fullmatch(word.translate(_SIGNS).upper())
    return word if found is None else _FRENCH.get(found[1], found[1]) + found[2]
