"""The index of the rulebook in one language: its words and pairs of words, weighted by rarity."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scorekeeper.games.search.corrections import Corrections, phonetic_key
from scorekeeper.games.search.spelling import foreign_words, joined, plain_stems, synonyms_of, weak_words

# Weights: of a weak word and of a pair relative to a rare word; of an unknown word, and of one whose correction sounds
# different, so that it may be wrong.
_WEAK, _PAIR, _UNKNOWN, _DOUBTFUL = 0.3, 0.5, 4.0, 3.0
# A passage counts by the share of it that the question has, and less by the share of the question that it has: people
# tell a quarrel in more words than the rulebook has.
_OF_PASSAGE, _OF_QUESTION = 0.5, 0.3
_COVERED = 0.3


@dataclass(frozen=True, slots=True)
class Passage:
    """A text of an article (its title, a phrasing, or all of it), or a wording of an entry, which has its key."""

    article: str
    text: str
    weight: float
    entry: str | None = None


# An article, and one of its entries, or None for the article itself.
Target = tuple[str, str | None]


@dataclass(frozen=True, slots=True)
class Likeness:
    """How much each article and entry is like a question: 0, or up to about 1.6.

    `words` are the stems of the question with mistyped ones corrected; `telling` counts the known ones that are neither
    weak nor doubtful, `strange` those that are unknown or doubtful, `known` those that are in the index as written.
    `foreign`: one is of another game, or of none.
    """

    targets: dict[Target, float]
    words: tuple[str, ...]
    telling: int
    strange: int
    known: int
    foreign: bool


class Index:
    """Passages in one language, with an inverted index of their features."""

    def __init__(self, language: str, passages: Sequence[Passage]) -> None:
        self.language = language
        self._passages = passages
        self._weak, self._foreign = weak_words(language), foreign_words(language)
        found = [plain_stems(passage.text, language) for passage in passages]
        features = [frozenset(_features(words, language)) for words in found]
        self._where: dict[str, list[int]] = defaultdict(list)
        for number, having in enumerate(features):
            for feature in having:
                self._where[feature].append(number)
        self._targets = [(passage.article, passage.entry) for passage in passages]
        rarest = len(set(self._targets))
        self._weights = {
            feature: self._weight(feature, rarest / len({self._targets[number] for number in numbers})) ** 2
            for feature, numbers in self._where.items()
        }
        self._sizes = [sum(self._weights[feature] for feature in having) for having in features]
        self._vocabulary = frozenset(word for words in found for word in words)
        synonyms = (word for one in synonyms_of(language) for word in one)
        self._corrections = Corrections(
            language, [word for words in (*found, synonyms, self._weak, self._foreign) for word in words]
        )

    def likeness(self, question: str) -> Likeness:
        """Compare a question with every article and entry that shares a feature with it."""
        written = plain_stems(question, self.language)
        words = [self.corrected(word) for word in written]
        known = [feature for feature in set(_features(words, self.language)) if feature in self._weights]
        strange = [(word, meant) for word, meant in zip(written, words, strict=True) if word not in self._vocabulary]
        unknown = sum(word not in self._vocabulary | self._weak for _, word in strange)
        doubtful = {
            meant for word, meant in strange if phonetic_key(word, self.language) != phonetic_key(meant, self.language)
        }
        size = sum(self._weights[one] for one in known) + unknown * _UNKNOWN + len(doubtful) * _DOUBTFUL
        telling = sum(word in self._vocabulary and word not in self._weak | doubtful for word in words)
        return Likeness(
            self._compared(known, size),
            tuple(words),
            telling,
            unknown + len(doubtful),
            len(written) - len(strange),
            not self._foreign.isdisjoint(written),
        )

    def _compared(self, known: Sequence[str], size: float) -> dict[Target, float]:
        shared: dict[int, float] = defaultdict(float)
        covered: dict[Target | str, float] = defaultdict(float)
        for feature in known:
            weight = self._weights[feature]
            for number in self._where[feature]:
                shared[number] += weight
            targets = {self._targets[number] for number in self._where[feature]}
            for target in targets:
                covered[target] += weight / size
            for article in {article for article, _ in targets}:
                covered[article] += weight / size
        best: dict[Target, float] = defaultdict(float)
        for number, weight in shared.items():
            like = self._passages[number].weight * (weight / self._sizes[number]) ** _OF_PASSAGE
            target = self._targets[number]
            best[target] = max(best[target], like * (weight / size) ** _OF_QUESTION)
        return {target: like + _COVERED * (covered[target] + covered[target[0]]) for target, like in best.items()}

    def corrected(self, word: str) -> str:
        """Return the known stem that a mistyped one most likely means."""
        return self._corrections.corrected(word)

    def knows(self, word: str) -> bool:
        """Return whether a stem is in the texts as it is written."""
        return word in self._vocabulary

    def _weight(self, feature: str, rarity: float) -> float:
        rare = math.log(1 + rarity)
        return rare * (_WEAK if feature[1:] in self._weak else 1 if feature[0] == "=" else _PAIR)


def _features(words: Sequence[str], language: str) -> Iterator[str]:
    """Yield each word (`=word`) and each pair of neighbours (`+one two`), with synonyms unified."""
    meant = list(joined(words, language))
    yield from (f"={word}" for word in meant)
    yield from (f"+{one} {two}" for one, two in pairwise(meant))
