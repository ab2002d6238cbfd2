"""Words as the desk compares them: without case, accents, endings, doubled letters, and synonyms brought together."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from scorekeeper.games.desk import cards

_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "−": "-"})
_MINUS = re.compile(r"(?<![a-z0-9])-(?=\d)")
_WORD = re.compile(r"[a-z]+|\d+")
DOUBLED = re.compile(r"([a-z])\1")
_DOUBLED_WITHIN = re.compile(r"([a-z])\1(?=[a-z])")
_ENDINGS = {
    "fr": ("aient", "ait", "ais", "ees", "ent", "ee", "es", "er", "ez", "e", "s", "x"),
    "en": ("ing", "ed", "es", "s", "e"),
}
_SHORTEST_STEM = 3
_MOST_WORDS_OF_ONE = 4


def plain_words(text: str, language: str) -> list[str]:
    """The words and numbers of a text in lower case without accents; cards and suits are words of the language."""
    parts = unicodedata.normalize("NFKD", cards.named(text, language).casefold().translate(_LIGATURES))
    plain = "".join(sign for sign in parts if not unicodedata.combining(sign))
    return _WORD.findall(_MINUS.sub("moins " if language == "fr" else "minus ", plain))


@lru_cache(maxsize=8192)
def stem(word: str, language: str) -> str:
    """A word without its commonest ending and without doubled letters, but where they end it: *passe* is not *pas*."""
    for ending in _ENDINGS[language]:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM and not word.endswith("ss"):
            word = word.removesuffix(ending)
            break
    return _DOUBLED_WITHIN.sub(r"\1", word)


def plain_stems(text: str, language: str) -> list[str]:
    """The stems of a text in order, as they are written."""
    return [stem(word, language) for word in plain_words(text, language)]


def joined(found: Sequence[str], language: str) -> Iterator[str]:
    """Stems in order, each synonym replaced by the first of its group, the longest first."""
    synonyms = synonyms_of(language)
    place = 0
    while place < len(found):
        for length in range(min(_MOST_WORDS_OF_ONE, len(found) - place), 0, -1):
            instead = synonyms.get(tuple(found[place : place + length]))
            if instead is not None:
                break
        else:
            length, instead = 1, (found[place],)
        yield from instead
        place += length


@cache
def synonyms_of(language: str) -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """By the stems of each synonym, those of the first of its group."""
    groups = _words()["synonyms"][language]
    return MappingProxyType(
        {tuple(plain_stems(one, language)): tuple(plain_stems(group[0], language)) for group in groups for one in group}
    )


@cache
def weak_words(language: str) -> frozenset[str]:
    """The stems of words that say little of what a question is about."""
    return frozenset(plain_stems(_words()["weak"][language], language))


@cache
def _words() -> dict[str, dict[str, Any]]:
    return tomllib.loads((files(__package__) / "words.toml").read_text(encoding="utf-8"))
