"""Normalisation of words: case, accents, endings and doubled letters are removed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from scorekeeper.games.search.amounts import with_digits

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
_SIGNS = "♥♦♣♠"
# Suits and ranks by sign or letter; in both languages, the letters and the hollow signs of the other one.
_CARDS = {
    "fr": dict(zip("♥♦♣♠akqj", ["cœur", "carreau", "trèfle", "pique", "as", "roi", "dame", "valet"], strict=True)),
    "en": dict(zip("♥♦♣♠akqj", ["heart", "diamond", "club", "spade", "ace", "king", "queen", "jack"], strict=True)),
}
_SAME_SUIT = str.maketrans("♡♢♧♤", _SIGNS)
_SAME_CARD = str.maketrans("hcsrdv", "♥♣♠kqj")
_OF = {"fr": "de", "en": "of"}
_MINUS_WORD = {"fr": "moins ", "en": "minus "}
_WITH_SIGN = re.compile(rf"(?<!\w)(10|[2-9akrqdjv])\s?([{_SIGNS}])", re.IGNORECASE)
# A card in letters must not be a word: “AS”, “qd” for “quand” and “10s” for tens are not cards.
_IN_LETTERS = {
    "fr": re.compile(r"(?<!\w)(?!QD)(10|[2-9KQJ])([HDCS])(?!\w)"),
    "en": re.compile(r"(?<!\w)(10|[2-9KQJ]|[kqj](?=[hdcs]))([HDCS]|(?<=[kqj])[hdcs])(?!\w)"),
}
# Elder is named by the other player, who must not be taken for the one that is meant.
_NOT_DEALER = re.compile(r"\b(?:adversaire du |non.)donneur|\bdealer.s opponent|\bopponent of the dealer|\bnon.?dealer")
_ELDER = {"fr": "premier en cartes", "en": "elder"}


def plain_words(text: str, language: str) -> list[str]:
    """Return the words and numbers of a text in lower case without accents; card symbols become words."""
    parts = unicodedata.normalize("NFKD", _cards_named(text, language).casefold().translate(_LIGATURES))
    plain = _NOT_DEALER.sub(_ELDER[language], _ACCENT.sub("", parts))
    return _WORD.findall(_MINUS.sub(_MINUS_WORD[language], plain))


def _cards_named(text: str, language: str) -> str:
    """Replace cards and suit symbols with words of the language."""
    names = _CARDS[language]
    text = text.translate(_SAME_SUIT)

    def name(found: re.Match[str]) -> str:
        rank = found[1].casefold().translate(_SAME_CARD)
        suit = found[2].casefold()
        # “d” is a queen and, after a rank, diamonds.
        if suit == "d":
            suit = "♦"
        return f" {names.get(rank, rank)} {_OF[language]} {names[suit.translate(_SAME_CARD)]} "

    text = _IN_LETTERS[language].sub(name, _WITH_SIGN.sub(name, text))
    for sign in _SIGNS:
        text = text.replace(sign, f" {names[sign]} ")
    return text


@lru_cache(maxsize=8192)
def stem(word: str, language: str) -> str:
    """Remove the ending and doubled letters of a word, except doubled letters at its end: *passe* is not *pas*."""
    for ending in _ENDINGS[language]:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM and not word.endswith("ss"):
            word = word.removesuffix(ending)
            break
    return _DOUBLED_WITHIN.sub(r"\1", word)


def stems_of(text: str, language: str) -> list[str]:
    """Return the stems of a text in order; number words become digits."""
    return stems(plain_words(text, language), language)


def stems(words: Sequence[str], language: str) -> list[str]:
    """Return the stems of plain words in order; number words become digits."""
    return [stem(word, language) for word in with_digits(words, language)]
