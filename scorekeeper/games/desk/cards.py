"""Cards written short, read as their names: “D♠”, “Q♠” and “QS” are all the queen of spades."""

from __future__ import annotations

import re

SIGNS = {"♥": "h", "♡": "h", "♦": "d", "♢": "d", "♣": "c", "♧": "c", "♠": "s", "♤": "s"}
SUITS = {
    "fr": {"h": "cœur", "d": "carreau", "c": "trèfle", "s": "pique"},
    "en": {"h": "heart", "d": "diamond", "c": "club", "s": "spade"},
}
# As either language writes them.
_RANKS = {"a": "a", "k": "k", "r": "k", "q": "q", "d": "q", "j": "j", "v": "j"}
_NAMES = {
    "fr": {"a": "as", "k": "roi", "q": "dame", "j": "valet"},
    "en": {"a": "ace", "k": "king", "q": "queen", "j": "jack"},
}
_OF = {"fr": "de", "en": "of"}
_WITH_SIGN = re.compile(rf"(?<!\w)(10|[2-9akrqdjv])\s?([{''.join(SIGNS)}])", re.IGNORECASE)
# In letters only what is no word: not “AS”, nor “qd” for “quand”, nor “10s” for tens.
_IN_LETTERS = {
    "fr": re.compile(r"(?<!\w)(?!QD)(?:10|[2-9KQJ])[HDCS](?!\w)"),
    "en": re.compile(r"(?<!\w)(?:(?:10|[2-9KQJ])[HDCS]|[kqj][hdcs])(?!\w)"),
}


def named(text: str, language: str) -> str:
    """The text with its cards, and the signs of suits alone, as words of the language."""
    text = _WITH_SIGN.sub(lambda found: _name(found[1], SIGNS[found[2]], language), text)
    text = _IN_LETTERS[language].sub(lambda found: _name(found[0][:-1], found[0][-1], language), text)
    for sign, suit in SIGNS.items():
        text = text.replace(sign, f" {SUITS[language][suit]} ")
    return text


def _name(rank: str, suit: str, language: str) -> str:
    known = _RANKS.get(rank.casefold())
    name = rank if known is None else _NAMES[language][known]
    return f" {name} {_OF[language]} {SUITS[language][suit.casefold()]} "
