"""Correction of mistyped words: an unknown word is replaced by a known one of similar sound or spelling."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache

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
    language: [(re.compile(letters), sound) for letters, sound in sounds] for language, sounds in _SOUNDS.items()
}
# A word with fewer letters is not corrected by its spelling; a correction is at least this similar to the word.
_SHORTEST_WORD, _LEAST_SIMILARITY = 3, 0.8
# A shorter phonetic key is not compared; words with a key shorter than the second length must share the first letter.
_SHORTEST_KEY, _LONG_KEY = 2, 3


class Corrections:
    """The known words of an index, by sound and by first letter, to correct unknown words."""

    def __init__(self, language: str, known: Iterable[str]) -> None:
        self._language = language
        self._counts = Counter(known)
        self._by_sound: dict[str, list[str]] = defaultdict(list)
        self._by_first_letter: dict[str, list[str]] = defaultdict(list)
        for word in self._counts:
            if word.isalpha():
                self._by_sound[phonetic_key(word, language)].append(word)
                self._by_first_letter[word[0]].append(word)
        # A question is searched again at each pause of the typing.
        self.corrected = lru_cache(maxsize=1024)(self._corrected)

    def _corrected(self, word: str) -> str:
        """Return the known word most similar to this one, or the word itself if it is known or similar to none."""
        if word in self._counts or not word.isalpha():
            return word
        candidates = self._sounding_alike(word)
        if not candidates and len(word) >= _SHORTEST_WORD:
            candidates = get_close_matches(word, self._by_first_letter[word[0]], n=1, cutoff=_LEAST_SIMILARITY)
        return max(candidates, key=lambda known: (known[0] == word[0], self._counts[known], known), default=word)

    def _sounding_alike(self, word: str) -> list[str]:
        """Return the known words of the same sound; if their key is short, only those with the same first letter."""
        sound = phonetic_key(word, self._language)
        alike = self._by_sound.get(sound, []) if len(sound) >= _SHORTEST_KEY else []
        return [known for known in alike if known[0] == word[0] or len(sound) >= _LONG_KEY]


def phonetic_key(word: str, language: str) -> str:
    """Return a rough phonetic key of a word: spellings of one sound have the same key."""
    for letters, sound in _PATTERNS[language]:
        word = letters.sub(sound, word)
    return DOUBLED.sub(r"\1", word)
