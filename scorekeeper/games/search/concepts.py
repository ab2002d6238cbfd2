"""The concepts that the words of a question name: “levée”, “pli” and “trick” name one, in either language."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations, product
from typing import Any, TypeAlias

from scorekeeper.games.search.spelling import stems_of

# The concepts of one word or idiom. A word may name several concepts; a word that is in no list is a concept itself.
Concepts: TypeAlias = frozenset[str]

_LONGEST_IDIOM = 8  # words
_WINDOW = 3  # two concepts within this number of words or idioms form a pair


def features(words: Sequence[str], language: str) -> frozenset[str]:
    """Return the features of these stems: the concepts, and the pairs of near concepts (“a b”).

    “jouer atout” has `play`, `trump` and `play trump`.
    """
    named = concepts_in(words, language)
    pairs = set[str]()
    for start in range(len(named)):
        for first, second in combinations(named[start : start + _WINDOW], 2):
            # Sorted, so that the order of the words does not matter.
            pairs.update(" ".join(sorted((one, other))) for one, other in product(first, second) if one != other)
    return frozenset().union(*named, pairs)


def concepts_in(words: Sequence[str], language: str) -> list[Concepts]:
    """Return the concepts of each idiom and word in order; an idiom comes before the words that it consists of."""
    idioms = idioms_of(language)
    fillers = listed_words("fillers", language)
    named = list[Concepts]()
    index = 0
    while index < len(words):
        lengths = range(min(_LONGEST_IDIOM, len(words) - index), 1, -1)
        length = next((length for length in lengths if tuple(words[index : index + length]) in idioms), 1)
        idiom_words = words[index : index + length]
        if length > 1:
            named.append(idioms[tuple(idiom_words)])
        for word in idiom_words:
            if word in fillers:
                continue
            if (word,) in idioms:
                named.append(idioms[(word,)])
            # Within an idiom, a word that is in no list has no meaning of its own.
            elif length == 1 and word.isdecimal():
                named.append(frozenset([word]))
            elif length == 1:
                named.append(frozenset([f"{language}:{word}"]))
        index += length
    return named


@cache
def idioms_of(language: str) -> Mapping[tuple[str, ...], Concepts]:
    """Return the concepts of each listed word and idiom, by its stems."""
    concepts: dict[tuple[str, ...], set[str]] = {}
    for name, entry in _data("concepts.toml").items():
        for text in entry[language].split(","):
            concepts.setdefault(tuple(stems_of(text, language)), set()).add(name)
    return {words: frozenset(names) for words, names in concepts.items()}


@cache
def listed_words(kind: str, language: str) -> frozenset[str]:
    """Return the stems of the words of a list of `words.toml`; fillers are also weak."""
    words = frozenset(stems_of(_data("words.toml")[kind][language], language))
    if kind == "weak":
        return words | listed_words("fillers", language)
    return words


@cache
def known_words(language: str) -> frozenset[str]:
    """Return the stems of every listed word."""
    listed: Iterable[str] = (word for idiom in idioms_of(language) for word in idiom)
    return frozenset(listed) | listed_words("weak", language) | listed_words("foreign", language)


@cache
def _data(name: str) -> dict[str, Any]:
    return tomllib.loads((files(__package__) / name).read_text(encoding="utf-8"))
