"""The index of the rulebook: for each article and entry, the features that its passages share, in both languages."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import nlargest

from scorekeeper.games.search.concepts import (
    concepts_in,
    features,
    foreign_words,
    known_words,
    weak_concepts,
    weak_words,
)
from scorekeeper.games.search.corrections import Vocabulary
from scorekeeper.games.search.exceptions import has_exception
from scorekeeper.games.search.spelling import figures_and_stems, plain_words, stem, stems_of

# The weight of a pair of concepts, as a share of the weight of one concept.
_PAIR = 0.7
# Wordings are compared by their groups of four letters, spaces included; the three nearest ones count.
_GROUP_LENGTH, _NEAREST = 4, 3


@dataclass(frozen=True, slots=True)
class Passage:
    """A text that a question is compared with.

    It belongs to an entry of an article, which is a disputed case or a short answer, or to the article itself; `entry`
    is the key of the entry.
    """

    article: str
    text: str
    language: str
    entry: str | None = None


# The number of an article, and the key of one of its entries, or None for the article itself.
Target = tuple[str, str | None]


@dataclass(frozen=True, slots=True)
class Likeness:
    """How much each article and entry is like a question, from 0 to 1; 1 more if the question is one of its wordings.

    `words` are the stems of the question, with mistyped ones corrected. `strange` counts the words that are neither
    known nor corrected, `telling` those that are known as they are written and say something about the subject.
    `foreign`: a word is of another game, or of no game.
    """

    targets: Mapping[Target, float]
    words: tuple[str, ...]
    telling: int
    strange: int
    foreign: bool


class Index:
    """An inverted index: for each feature, the articles and entries whose passages have it, with its weight in them."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        plain = [plain_words(passage.text, passage.language) for passage in passages]
        stems = [figures_and_stems(one, passage.language) for one, passage in zip(plain, passages, strict=True)]
        found = [features(words, passage.language) for words, passage in zip(stems, passages, strict=True)]
        targets = [(passage.article, passage.entry) for passage in passages]
        self._weights = _weights(found, targets)
        self._target_of_words = dict(zip(map(tuple, stems), targets, strict=True))
        self._wordings: dict[tuple[Target, str, bool], list[tuple[str, ...]]] = defaultdict(list)
        for words, target, passage in zip(stems, targets, passages, strict=True):
            self._wordings[target, passage.language, has_exception(words, passage.language)].append(tuple(words))
        shares_by_target = _feature_shares(found, targets)
        self._postings = _by_feature((target, self._unit_vector(shares)) for target, shares in shares_by_target)
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        known: dict[str, set[str]] = defaultdict(set)
        for typed, words, passage in zip(plain, stems, passages, strict=True):
            counts[passage.language].update(typed)
            known[passage.language].update(words)
        self._vocabulary = {one: Vocabulary(counts[one], known[one] | known_words(one), one) for one in counts}

    def likeness(self, question: str, language: str) -> Likeness:
        """Compare a question with every article and entry that shares a feature with it."""
        vocabulary = self._vocabulary[language].known
        plain = plain_words(question, language)
        written = figures_and_stems(plain, language)
        words = tuple(figures_and_stems([*map(self._vocabulary[language].corrected, plain)], language))
        corrected = {*words} - {*written}
        telling = sum(
            1
            for word in words
            if word in vocabulary
            and word not in weak_words(language) | corrected
            and not set().union(*concepts_in([word], language)) <= weak_concepts()
        )
        return Likeness(
            self._likeness_of_targets(words, language),
            words,
            telling,
            sum(word not in vocabulary and not word.isdecimal() for word in words),
            not foreign_words(language).isdisjoint(written),
        )

    def _likeness_of_targets(self, words: tuple[str, ...], language: str) -> dict[Target, float]:
        """Compare the vector of a question with those of all articles and entries."""
        shares = {one: 1.0 for one in features(words, language) if one in self._weights}
        likeness: dict[Target, float] = defaultdict(float)
        for feature, weight in self._unit_vector(shares).items():
            for target, other_weight in self._postings[feature]:
                likeness[target] += weight * other_weight
        if words in self._target_of_words:
            likeness[self._target_of_words[words]] += 1
        return likeness

    def nearness(self, words: tuple[str, ...], target: Target, language: str) -> float:
        """Return how near the nearest wordings of a target are to these stems, from 0 to 1.

        It compares letters, so that endings, small words and their order tell like questions apart. A question with an
        exception (“all but one”) is near no wording without one, nor the other way round.
        """
        groups, wordings = (
            _letter_groups(words),
            self._wordings.get((target, language, has_exception(words, language)), ()),
        )
        return sum(nlargest(_NEAREST, (_cosine(groups, _letter_groups(one)) for one in wordings))) / _NEAREST

    def uses(self, words: tuple[str, ...], language: str) -> Iterable[dict[str, float]]:
        """Yield for each telling concept of these stems how much of the likeness to each article it makes."""
        for concept in frozenset().union(*concepts_in(words, language)) - weak_concepts():
            uses: dict[str, float] = defaultdict(float)
            for (article, _), weight in self._postings.get(concept, ()):
                uses[article] += weight
            yield uses

    def words_as_written(self, question: str, language: str) -> int:
        """Return how many words of a question the index has as they are written."""
        return sum(self.knows(word, language) for word in stems_of(question, language))

    def corrected(self, word: str, language: str) -> str:
        """Return the stem of the known word that a mistyped one most likely means."""
        return stem(self._vocabulary[language].corrected(word), language)

    def knows(self, word: str, language: str) -> bool:
        """Return whether a stem is in the texts or lists as it is written."""
        return word in self._vocabulary[language].known

    def _unit_vector(self, shares: Mapping[str, float]) -> dict[str, float]:
        """Return a vector of length 1: the weight of each feature, times the root of its share of the passages."""
        weights = {feature: math.sqrt(share) * self._weights[feature] for feature, share in shares.items()}
        length = math.sqrt(sum(weight**2 for weight in weights.values())) or 1.0
        return {feature: weight / length for feature, weight in weights.items()}


@lru_cache(maxsize=4096)
def _letter_groups(words: tuple[str, ...]) -> frozenset[str]:
    text = f" {' '.join(words)} "
    return frozenset(text[start : start + _GROUP_LENGTH] for start in range(len(text) - _GROUP_LENGTH + 1))


def _cosine(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / math.sqrt(len(one) * len(other) or 1)


def _weights(found: Sequence[Collection[str]], targets: Sequence[Target]) -> dict[str, float]:
    """Return the weight of each feature: the fewer targets have it, the more it weighs."""
    having: dict[str, set[Target]] = defaultdict(set)
    for one, target in zip(found, targets, strict=True):
        for feature in one:
            having[feature].add(target)
    count = len(set(targets))
    return {
        feature: math.log(1 + count / len(some)) * (_PAIR if " " in feature else 1) for feature, some in having.items()
    }


def _feature_shares(
    found: Sequence[Collection[str]], targets: Sequence[Target]
) -> Iterable[tuple[Target, dict[str, float]]]:
    """Yield for each target the share of its passages that has each feature."""
    counts: dict[Target, Counter[str]] = defaultdict(Counter)
    passages = Counter(targets)
    for of_passage, target in zip(found, targets, strict=True):
        counts[target].update(of_passage)
    for target, count in counts.items():
        yield target, {feature: number / passages[target] for feature, number in count.items()}


def _by_feature(vectors: Iterable[tuple[Target, Mapping[str, float]]]) -> dict[str, list[tuple[Target, float]]]:
    """Return for each feature the targets that have it, with its weight in each."""
    postings: dict[str, list[tuple[Target, float]]] = defaultdict(list)
    for target, vector in vectors:
        for feature, weight in vector.items():
            postings[feature].append((target, weight))
    return dict(postings)
