"""The index of the rulebook: its passages as weighted features, in both languages at once."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from scorekeeper.games.search.concepts import (
    concepts_in,
    features,
    foreign_words,
    known_words,
    weak_concepts,
    weak_words,
)
from scorekeeper.games.search.corrections import Corrections, phonetic_key
from scorekeeper.games.search.spelling import stems_of

# The weight of a pair, relative to a concept.
_PAIR = 0.7
# The weights, relative to the rarest concept, of an unknown word and of one whose correction sounds different.
_UNKNOWN, _DOUBTFUL = 0.6, 0.4
# The parts of the likeness of a target: of the mean of its passages, of the nearest passage, and of its article, which
# counts the mean of its own passages and the mean of all passages, those of its entries included.
_MEAN, _NEAREST, _ARTICLE = 0.35, 0.15, 0.45
# A passage at least this near has the same features as the question, so the question means its target.
_SAME = 0.999
# A word with a capital letter within a sentence: if it is unknown, it is the name of a person.
_NAME = re.compile(r"(?<=[\w,;:’'] )[A-ZÀ-Ý][a-zà-ÿ]+")


@dataclass(frozen=True, slots=True)
class Passage:
    """A text of an article (its title, a phrasing, or all of it), or a wording of the entry with the key `entry`."""

    article: str
    text: str
    language: str
    entry: str | None = None


# (number of an article, key of one of its entries), with None as the key for the article itself.
Target = tuple[str, str | None]


@dataclass(frozen=True, slots=True)
class Likeness:
    """How much each article and entry is like a question, from 0 to 1.

    `words` are the stems of the question with mistyped ones corrected; `telling` counts the known ones that are neither
    weak nor doubtful, `strange` those that are unknown or doubtful, `known` those that are in the index as written.
    `foreign` is true if a word belongs to another game or to no game.
    """

    targets: Mapping[Target, float]
    words: tuple[str, ...]
    telling: int
    strange: int
    known: int
    foreign: bool


class Index:
    """An inverted index of the features of passages, and of the mean of the passages of each target."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        stems = [stems_of(passage.text, passage.language) for passage in passages]
        feature_sets = [features(words, passage.language) for words, passage in zip(stems, passages, strict=True)]
        self._targets = [(passage.article, passage.entry) for passage in passages]
        self._weights = _weights(feature_sets, self._targets)
        self._passages = _by_feature(enumerate(self._normalised(one) for one in map(_full_shares, feature_sets)))
        groups = [(target, target[0]) for target in self._targets]
        self._means = _by_feature((group, self._normalised(shares)) for group, shares in _means(feature_sets, groups))
        self._corrections, self._vocabulary = dict[str, Corrections](), dict[str, frozenset[str]]()
        for language in {passage.language for passage in passages}:
            words = [
                word
                for one, passage in zip(stems, passages, strict=True)
                if passage.language == language
                for word in one
            ]
            self._corrections[language] = Corrections(language, [*words, *known_words(language)])
            self._vocabulary[language] = frozenset(words) | known_words(language)

    def likeness(self, question: str, language: str) -> Likeness:
        """Compare a question with every article and entry that shares a feature with it."""
        vocabulary = self._vocabulary[language]
        person_names = {name for word in _NAME.findall(question) for name in stems_of(word, language)} - vocabulary
        written = [word for word in stems_of(question, language) if word not in person_names]
        words = [self.corrected(word, language) for word in written]
        weights = {feature: self._weights[feature] for feature in features(words, language) if feature in self._weights}
        unlisted = [(word, meant) for word, meant in zip(written, words, strict=True) if word not in vocabulary]
        unknown = sum(meant not in vocabulary and not meant.isdecimal() for _, meant in unlisted)
        doubtful = {
            meant for word, meant in unlisted if phonetic_key(word, language) != phonetic_key(meant, language)
        } & vocabulary
        rarest = max(self._weights.values(), default=0.0)
        unmatched = unknown * (_UNKNOWN * rarest) ** 2 + len(doubtful) * (_DOUBTFUL * rarest) ** 2
        length = math.sqrt(sum(weight**2 for weight in weights.values()) + unmatched) or 1.0
        telling = sum(
            1
            for word in words
            if word in vocabulary
            and word not in weak_words(language) | doubtful
            and not set().union(*concepts_in([word], language)) <= weak_concepts()
        )
        return Likeness(
            self._compare(weights, length),
            tuple(words),
            telling,
            unknown + len(doubtful),
            len(written) - len(unlisted),
            not foreign_words(language).isdisjoint(written),
        )

    def _compare(self, weights: Mapping[str, float], length: float) -> dict[Target, float]:
        nearest: dict[int, float] = defaultdict(float)
        mean: dict[Target | str, float] = defaultdict(float)
        for feature, weight in weights.items():
            for number, other in self._passages[feature]:
                nearest[number] += weight * other / length
            for group, other in self._means[feature]:
                mean[group] += weight * other / length
        best: dict[Target, float] = defaultdict(float)
        for number, like in nearest.items():
            best[self._targets[number]] = max(best[self._targets[number]], like)
        alike = {article: mean[article] + mean[article, None] for article in {article for article, _ in best}}
        return {
            target: _MEAN * mean[target] + _NEAREST * like + _ARTICLE * alike[target[0]] + (like > _SAME)
            for target, like in best.items()
        }

    def corrected(self, word: str, language: str) -> str:
        """Return the known stem that a mistyped stem most likely means."""
        return self._corrections[language].corrected(word)

    def knows(self, word: str, language: str) -> bool:
        """Return whether a stem, as written, is in the texts or word lists."""
        return word in self._vocabulary[language]

    def _normalised(self, shares: Mapping[str, float]) -> dict[str, float]:
        """Return a vector of length 1 with the weight of each feature, by its share of a target's passages."""
        weights = {feature: math.sqrt(share) * self._weights[feature] for feature, share in shares.items()}
        length = math.sqrt(sum(weight**2 for weight in weights.values())) or 1.0
        return {feature: weight / length for feature, weight in weights.items()}


def _weights(feature_sets: Sequence[Collection[str]], targets: Sequence[Target]) -> dict[str, float]:
    """Return the weight of each feature: the fewer targets have it, the more it weighs."""
    targets_of: dict[str, set[Target]] = defaultdict(set)
    for one, target in zip(feature_sets, targets, strict=True):
        for feature in one:
            targets_of[feature].add(target)
    count = len(set(targets))
    return {
        feature: math.log(1 + count / len(found)) * (_PAIR if " " in feature else 1)
        for feature, found in targets_of.items()
    }


def _full_shares(names: Collection[str]) -> dict[str, float]:
    return dict.fromkeys(names, 1.0)


def _means(
    feature_sets: Sequence[Collection[str]], groups: Sequence[tuple[Target, str]]
) -> Iterable[tuple[Target | str, dict[str, float]]]:
    """Yield for each target, and for each article as a whole, the share of its passages that has each feature."""
    counts: dict[Target | str, Counter[str]] = defaultdict(Counter)
    passages = Counter(group for pair in groups for group in pair)
    for one, pair in zip(feature_sets, groups, strict=True):
        for group in pair:
            counts[group].update(one)
    for group, count in counts.items():
        yield group, {feature: number / passages[group] for feature, number in count.items()}


_Key = TypeVar("_Key")


def _by_feature(vectors: Iterable[tuple[_Key, Mapping[str, float]]]) -> dict[str, list[tuple[_Key, float]]]:
    """Return the vectors as postings: for each feature the keys that have it, with their weights."""
    postings: dict[str, list[tuple[_Key, float]]] = defaultdict(list)
    for key, vector in vectors:
        for feature, weight in vector.items():
            postings[feature].append((key, weight))
    return dict(postings)
