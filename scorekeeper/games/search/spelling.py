"""Normalisation of words: case, accents, endings and doubled letters are removed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from scorekeeper.games.search.amounts import with_figures

_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "−": "-"})
_ACCENT = re.compile("[\u0300-\u036f]")
_MINUS = re.compile(r"(?<![a-z0-9])-(?=\d)")
_WORD = re.compile(r"[a-z]+|\d+")
_DOUBLED_WITHIN = re.compile(r"([a-z])\1(?=[a-z])")
_ENDINGS = {
    "fr": ("aient", "ait", "ais", "ees", "ent", "ee", "es", "er", "ez", "e", "s", "x"),
    "en": ("ing", "ed", "es", "s", "e"),
}
_SHORTEST_STEM = 3
_SIGNS = {"♥": "h", "♡": "h", "♦": "d", "♢": "d", "♣": "c", "♧": "c", "♠": "s", "♤": "s"}
_SUITS = {
    "fr": {"h": "cœur", "d": "carreau", "c": "trèfle", "s": "pique"},
    "en": {"h": "heart", "d": "diamond", "c": "club", "s": "spade"},
}
# The letters of aces and court cards in both languages.
_RANKS = {"a": "a", "k": "k", "r": "k", "q": "q", "d": "q", "j": "j", "v": "j"}
_NAMES = {
    "fr": {"a": "as", "k": "roi", "q": "dame", "j": "valet"},
    "en": {"a": "ace", "k": "king", "q": "queen", "j": "jack"},
}
_OF = {"fr": "de", "en": "of"}
_WITH_SIGN = re.compile(rf"(?<!\w)(10|[2-9akrqdjv])\s?([{''.join(_SIGNS)}])", re.IGNORECASE)
# A card in letters must not be a word: “AS”, “qd” for “quand” and “10s” for tens are not cards.
_IN_LETTERS = {
    "fr": re.compile(r"(?<!\w)(?!QD)(?:10|[2-9KQJ])[HDCS](?!\w)"),
    "en": re.compile(r"(?<!\w)(?:(?:10|[2-9KQJ])[HDCS]|[kqj][hdcs])(?!\w)"),
}

# Elder is named by the other player, who must not be taken for the one that is meant.
_NOT_DEALER = re.compile(r"\b(?:adversaire du |non.)donneur|\bdealer.s opponent|\bopponent of the dealer|\bnon.?dealer")
_ELDER = {"fr": "premier en cartes", "en": "elder"}


def plain_words(text: str, language: str) -> list[str]:
    """Return the words and numbers of a text in lower case without accents; card symbols become words."""
    parts = unicodedata.normalize("NFKD", _cards_named(text, language).casefold().translate(_LIGATURES))
    plain = _ACCENT.sub("", parts)
    plain = _NOT_DEALER.sub(_ELDER[language], plain)
    return _WORD.findall(_MINUS.sub("moins " if language == "fr" else "minus ", plain))


def _cards_named(text: str, language: str) -> str:
    """Replace cards and suit symbols with words of the language."""
    text = _WITH_SIGN.sub(lambda found: _name(found[1], _SIGNS[found[2]], language), text)
    text = _IN_LETTERS[language].sub(lambda found: _name(found[0][:-1], found[0][-1], language), text)
    for sign, suit in _SIGNS.items():
        text = text.replace(sign, f" {_SUITS[language][suit]} ")
    return text


def _name(rank: str, suit: str, language: str) -> str:
    known = _RANKS.get(rank.casefold())
    name = rank if known is None else _NAMES[language][known]
    return f" {name} {_OF[language]} {_SUITS[language][suit.casefold()]} "


@lru_cache(maxsize=8192)
def stem(word: str, language: str) -> str:
    """Remove the ending and doubled letters of a word, except doubled letters at its end: *passe* is not *pas*."""
    for ending in _ENDINGS[language]:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM and not word.endswith("ss"):
            word = word.removesuffix(ending)
            break
    return _DOUBLED_WITHIN.sub(r"\1", word)


def plain_stems(text: str, language: str) -> list[str]:
    """Return the stems of a text in order; number words stay words."""
    return [stem(word, language) for word in plain_words(text, language)]


def stems_of(text: str, language: str) -> list[str]:
    """Return the stems of a text in order; number words become figures."""
    return figures_and_stems(plain_words(text, language), language)


def figures_and_stems(words: Sequence[str], language: str) -> list[str]:
    """Return the stems of plain words in order; number words become figures."""
    return [stem(word, language) for word in with_figures(words, language)]
