"""The names of cards and suits: in full for screen readers, in short, in lists, with their count.

The *code* of a card is its rank and its suit: "10H" is the ten of hearts, "QS" the queen of spades; "X1" and "X2" are
jokers. A `LazyString` is translated when it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import LazyString, lazy_gettext

from scorekeeper.cards.cards import Card, Rank, Suit
from scorekeeper.web.core.i18n import gettext, ngettext
from scorekeeper.web.core.language import current_language, short_card_name
from scorekeeper.web.text.sentences import Plural
from scorekeeper.web.text.values import join_words

_MOST_LISTED = 6  # cards named one by one
_JOKERS: dict[str, LazyString] = {"X1": lazy_gettext("grand joker"), "X2": lazy_gettext("petit joker")}

_SUITS: dict[Suit, LazyString] = {
    Suit.CLUBS: lazy_gettext("trèfle"),
    Suit.DIAMONDS: lazy_gettext("carreau"),
    Suit.SPADES: lazy_gettext("pique"),
    Suit.HEARTS: lazy_gettext("cœur"),
}
_PLURALS: dict[Suit, LazyString] = {
    Suit.CLUBS: lazy_gettext("trèfles"),
    Suit.DIAMONDS: lazy_gettext("carreaux"),
    Suit.SPADES: lazy_gettext("piques"),
    Suit.HEARTS: lazy_gettext("cœurs"),
}
# The sentences in singular and plural, chosen by a number, the placeholder `num`.
_COUNTED: dict[Suit, Plural] = {
    Suit.CLUBS: Plural("%(num)d trèfle", "%(num)d trèfles"),
    Suit.DIAMONDS: Plural("%(num)d carreau", "%(num)d carreaux"),
    Suit.SPADES: Plural("%(num)d pique", "%(num)d piques"),
    Suit.HEARTS: Plural("%(num)d cœur", "%(num)d cœurs"),
}
_RANKS: dict[Rank, LazyString] = {
    Rank.JACK: lazy_gettext("valet"),
    Rank.QUEEN: lazy_gettext("dame"),
    Rank.KING: lazy_gettext("roi"),
    Rank.ACE: lazy_gettext("as"),
}


def card_name(code: str) -> str:
    """Name a card in full: « roi de trèfle », « 10 de cœur », « grand joker ». Raises `UnknownCardError`."""
    card = Card(code)
    if card.suit is None or card.rank is None:
        return str(_JOKERS[code])
    # The ranks of numbers have no name: their code is the number.
    rank = _RANKS.get(card.rank)
    return gettext("%(rank)s de %(suit)s", rank=rank or card.rank.code, suit=suit_name(card.suit))


def card_text(card: Card) -> str:
    """Return a card with the letters of the current language: « R♣ », « grand joker »."""
    if card.is_joker:
        return str(_JOKERS[card.code])
    return short_card_name(card.code)


def the_card(card: Card) -> str:
    """Return a card with its article: « la D♠ », « l’A♠ », « le 7♦ », “the Q♠”."""
    article = "the "
    if current_language() == "fr":
        # By the rank, which is the code without its last character, the suit.
        article = {"Q": "la ", "A": "l’"}.get(card.code[:-1], "le ")
    return article + card_text(card)


def cards_text(cards: Sequence[Card]) -> str:
    """Return a list of cards, « R♣, 10♣ et 4♦ », or their count if there are too many to list."""
    if len(cards) > _MOST_LISTED:
        return card_count(len(cards))
    return join_words([card_text(card) for card in cards])


def card_count(number: int) -> str:
    """Return the count of cards: « 21 cartes »."""
    return ngettext("%(num)d carte", "%(num)d cartes", number)


def are_few(cards: Sequence[Card]) -> bool:
    """Whether `cards_text` lists these cards one by one."""
    return len(cards) <= _MOST_LISTED


def suit_name(suit: Suit) -> str:
    """Name a suit, in the middle of a sentence: « trèfle », “clubs”."""
    return str(_SUITS[suit])


def suit_card_count(count: int, suits: Sequence[Suit]) -> str:
    """Return the count of cards of these suits: « 3 trèfles », « 21 trèfles, carreaux et piques »."""
    if len(suits) == 1:
        return _COUNTED[suits[0]].for_number(count)
    return f"{count} {join_words([str(_PLURALS[suit]) for suit in suits])}"
