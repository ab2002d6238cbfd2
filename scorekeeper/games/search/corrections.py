"""The words of an index and the correction of mistyped ones: an unknown word is replaced by a common one like it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from scorekeeper.games.search.spelling import stems

# A word with fewer letters is neither corrected nor a correction. One with fewer than `_LONG` may have one slip, and
# its first letter is at least the second one meant: “vaec” is “avec”, but “tarte” is not “carte”.
_SHORTEST, _LONG = 3, 7
# A word that occurs less often may be mistyped itself.
_LEAST_COUNT = 4


class Vocabulary:
    """The words of the wordings in a language, with how often each occurs, and the stems of all known words."""

    def __init__(self, counts: Mapping[str, int], known: Iterable[str], language: str) -> None:
        self.known = frozenset(known)
        self._counts = counts
        self._language = language
        common = (
            one for one, count in counts.items() if count >= _LEAST_COUNT and len(one) >= _SHORTEST and one.isalpha()
        )
        self._commonest_first = [(one, _letters(one)) for one in sorted(common, key=lambda one: (-counts[one], one))]

    @lru_cache(maxsize=1024)  # noqa: B019 - as few as there are games; a question is searched again as one types
    def corrected(self, word: str) -> str:
        """Return the nearest common word, of equally near ones the commonest; the word itself if known or near none."""
        (stem,) = stems([word], self._language)
        if word in self._counts or stem in self.known or not stem.isalpha() or len(word) < _SHORTEST:
            return word
        is_long = len(word) >= _LONG
        most = 1 + is_long
        letters = _letters(word)
        # One slip changes at most two letters of the set: this spares most comparisons.
        near = [
            one
            for one, others in self._commonest_first
            if (letters ^ others).bit_count() <= 2 * most and (is_long or word[0] in one[:2])
        ]
        nearest = min(near, key=lambda one: slips(word, one), default=word)
        if slips(word, nearest) > most:
            return word
        return nearest


def _letters(word: str) -> int:
    """Return the set of the letters of a word, as bits."""
    return sum(1 << ord(letter) - ord("a") for letter in {*word})


def slips(typed: str, meant: str) -> int:
    """Return how many letters are added, missing, replaced or swapped with their neighbour: *frist*, *first* = 1."""
    before = list[int]()
    last = list(range(len(meant) + 1))
    for row, letter in enumerate(typed):
        current = [row + 1]
        for column, other in enumerate(meant):
            fewest = min(current[column] + 1, last[column + 1] + 1, last[column] + (letter != other))
            # Two neighbours that are swapped are one slip, not two replaced letters.
            if row and column and letter == meant[column - 1] and other == typed[row - 1]:
                fewest = min(fewest, before[column - 1] + 1)
            current.append(fewest)
        before, last = last, current
    return last[-1]
