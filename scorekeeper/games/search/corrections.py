"""Correction of mistyped words: an unknown word is replaced by a known one of similar spelling."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache

# A word with fewer letters is not corrected; a correction is at least this similar to the word.
_SHORTEST_WORD, _LEAST_SIMILARITY = 3, 0.8


class Corrections:
    """The known words of an index, to correct unknown words."""

    def __init__(self, known: Iterable[str]) -> None:
        self._known = sorted({word for word in known if word.isalpha()})
        # A question is searched again at each pause of the typing.
        self.corrected = lru_cache(maxsize=1024)(self._corrected)

    def _corrected(self, word: str) -> str:
        """Return the known word most similar to this one, or the word itself if it is known or similar to none."""
        if word in self._known or not word.isalpha() or len(word) < _SHORTEST_WORD:
            return word
        return next(iter(get_close_matches(word, self._known, n=1, cutoff=_LEAST_SIMILARITY)), word)
