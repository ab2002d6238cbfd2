"""Correction of mistyped words: an unknown word is replaced by a known one of similar sound or spelling."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from scorekeeper.games.search.spelling import DOUBLED

_SOUNDS = {
    "fr": (
        ("ph", "f"), ("eau", "o"), ("au", "o"), ("qu", "k"), ("q", "k"), ("gu(?=[ei])", "g"), ("ge(?=[aou])", "j"),
        ("g(?=[eiy])", "j"), ("c(?=[eiy])", "s"), ("ch", "x"), ("c", "k"), ("oeu|eu", "e"), ("ai|ei", "e"),
        ("y", "i"), ("z", "s"), ("h", ""), ("en|em|am", "an"), ("m(?=[pb])", "n"), ("[tdspx]+$", ""),
    ),
    "en": (
        ("tch", "ch"), ("ck", "k"), ("ph", "f"), ("gh", ""), ("kn", "n"), ("wh", "w"), ("qu", "k"), ("c(?=[eiy])", "s"),
        ("ch", "x"), ("c", "k"), ("z", "s"), ("y", "i"), ("ea|ee|ie|ei", "i"), ("ou|oo|ow", "u"), ("e$", ""),
    ),
}  # fmt: skip
_PATTERNS = {
    language: [(re.compile(letters), sounding) for letters, sounding in sounds] for language, sounds in _SOUNDS.items()
}
# Letters of a word in which one edit is corrected, and two.
_ONE_EDIT_LENGTH, _TWO_EDITS_LENGTH = 4, 7
# Letters of a phonetic key that is compared at all, and without comparing the first letter of the word.
_SHORTEST_KEY, _LONG_KEY = 2, 3


class Corrections:
    """The known words of an index by sound and by letters, to correct unknown ones."""

    def __init__(self, language: str, known: Iterable[str]) -> None:
        self._language = language
        self._counts = Counter(known)
        self._by_sound: dict[str, set[str]] = defaultdict(set)
        self._by_fewer_letters: dict[str, set[str]] = defaultdict(set)
        for word in self._counts:
            if word.isalpha():
                self._by_sound[phonetic_key(word, language)].add(word)
                for shorter in _shortened(word):
                    self._by_fewer_letters[shorter].add(word)

    def corrected(self, word: str) -> str:
        """Return the known word most similar to this one, or the word itself if it is known or similar to none."""
        if word in self._counts or not word.isalpha():
            return word
        candidates = self._sounding_alike(word) or self._similarly_spelled(word)
        return max(candidates, key=lambda known: (known[0] == word[0], self._counts[known], known), default=word)

    def _sounding_alike(self, word: str) -> set[str]:
        """Return the known words of the same sound; for a short phonetic key only those with the same first letter."""
        sounding = phonetic_key(word, self._language)
        alike = self._by_sound.get(sounding, set()) if len(sounding) >= _SHORTEST_KEY else set()
        return {known for known in alike if known[0] == word[0] or len(sounding) >= _LONG_KEY}

    def _similarly_spelled(self, word: str) -> set[str]:
        """Return the known words within one edit (insert, delete, replace, swap), or within two if they are long."""
        close = {(known, shorter) for shorter in _shortened(word) for known in self._by_fewer_letters.get(shorter, ())}
        return {
            known
            for known, shorter in close
            if sorted(known) == sorted(word)
            or (known[0] == word[0] and len(shorter) >= max(len(known), len(word)) - _edits_allowed(len(known)))
        }


def phonetic_key(word: str, language: str) -> str:
    """Return a rough phonetic key of a word: spellings of one sound have the same key."""
    for letters, sounding in _PATTERNS[language]:
        word = letters.sub(sounding, word)
    return DOUBLED.sub(r"\1", word)


def _edits_allowed(length: int) -> int:
    return 2 if length >= _TWO_EDITS_LENGTH else 1 if length >= _ONE_EDIT_LENGTH else 0


def _shortened(word: str) -> Iterator[str]:
    """Yield the word, and the word without one or two of its letters.

    If two words have such a result in common, few edits turn one into the other.
    """
    found = {word}
    yield word
    for _ in range(2 if len(word) >= _TWO_EDITS_LENGTH else 1):
        found = {one[:place] + one[place + 1 :] for one in found for place in range(len(one))}
        yield from found
