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

# Weights of a pair relative to a concept; of an unknown word, and of one whose correction sounds different, so that it
# may be wrong, relative to the rarest concept.
_PAIR, _UNKNOWN, _DOUBTFUL = 0.7, 0.6, 0.4
# What makes the likeness of a target: the mean of its passages, and what is alike in its article: the mean of the
# article's own passages, and the mean of these and of all its entries. The words of a passage itself make it 1 more.
_MEAN, _ARTICLE = 0.5, 0.45
# A word with a capital letter within a sentence: unless it is known, the name of a person.
_NAME = re.compile(r"(?<=[\w,;:’'] )[A-ZÀ-Ý][a-zà-ÿ]+")


@dataclass(frozen=True, slots=True)
class Passage:
    """A text of an article (its title, a phrasing, or all of it), or a wording of an entry, which has its key."""

    article: str
    text: str
    language: str
    entry: str | None = None


# An article, and one of its entries, or None for the article itself.
Target = tuple[str, str | None]


@dataclass(frozen=True, slots=True)
class Likeness:
    """How much each article and entry is like a question, from 0 to 1.

    `words` are the stems of the question with mistyped ones corrected; `telling` counts the known ones that are neither
    weak nor doubtful, `strange` those that are unknown or doubtful, `known` those that are in the index as written.
    `foreign`: one is of another game, or of none.
    """

    targets: Mapping[Target, float]
    words: tuple[str, ...]
    telling: int
    strange: int
    known: int
    foreign: bool


class Index:
    """Passages with an inverted index of their features, and for each target the mean of its passages."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        stems = [stems_of(passage.text, passage.language) for passage in passages]
        found = [features(words, passage.language) for words, passage in zip(stems, passages, strict=True)]
        self._targets = [(passage.article, passage.entry) for passage in passages]
        self._weights = _weights(found, self._targets)
        self._exact = dict(zip(map(tuple, stems), self._targets, strict=True))
        groups = [(target, target[0]) for target in self._targets]
        self._means = _by_feature((group, self._normalised(shares)) for group, shares in _means(found, groups))
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
        names = {name for word in _NAME.findall(question) for name in stems_of(word, language)} - vocabulary
        written = [word for word in stems_of(question, language) if word not in names]
        words = tuple(self.corrected(word, language) for word in written)
        known = {one: self._weights[one] for one in features(words, language) if one in self._weights}
        strange = [(word, meant) for word, meant in zip(written, words, strict=True) if word not in vocabulary]
        unknown = sum(meant not in vocabulary and not meant.isdecimal() for _, meant in strange)
        doubtful = {
            meant for word, meant in strange if phonetic_key(word, language) != phonetic_key(meant, language)
        } & vocabulary
        rarest = max(self._weights.values(), default=0.0)
        ignored = unknown * (_UNKNOWN * rarest) ** 2 + len(doubtful) * (_DOUBTFUL * rarest) ** 2
        length = math.sqrt(sum(weight**2 for weight in known.values()) + ignored) or 1.0
        telling = sum(
            1
            for word in words
            if word in vocabulary
            and word not in weak_words(language) | doubtful
            and not set().union(*concepts_in([word], language)) <= weak_concepts()
        )
        return Likeness(
            self._compared(words, known, length),
            words,
            telling,
            unknown + len(doubtful),
            len(written) - len(strange),
            not foreign_words(language).isdisjoint(written),
        )

    def _compared(self, words: tuple[str, ...], known: Mapping[str, float], length: float) -> dict[Target, float]:
        mean: dict[Target | str, float] = defaultdict(float)
        for feature, weight in known.items():
            for group, other in self._means[feature]:
                mean[group] += weight * other / length
        targets = dict[Target, float]()
        for group, like in mean.items():
            if not isinstance(group, str):
                in_article = mean[group[0]] + mean.get((group[0], None), 0.0)
                targets[group] = _MEAN * like + _ARTICLE * in_article
        if words in self._exact:
            targets[self._exact[words]] = targets.get(self._exact[words], 0.0) + 1
        return targets

    def corrected(self, word: str, language: str) -> str:
        """Return the known stem that a mistyped one most likely means."""
        return self._corrections[language].corrected(word)

    def knows(self, word: str, language: str) -> bool:
        """Return whether a stem is in the texts or lists as it is written."""
        return word in self._vocabulary[language]

    def _normalised(self, shares: Mapping[str, float]) -> dict[str, float]:
        """Return the weights of features that occur in these shares of a target's passages, as a vector of length 1."""
        weights = {feature: math.sqrt(share) * self._weights[feature] for feature, share in shares.items()}
        length = math.sqrt(sum(weight**2 for weight in weights.values())) or 1.0
        return {feature: weight / length for feature, weight in weights.items()}


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


def _means(
    found: Sequence[Collection[str]], groups: Sequence[tuple[Target, str]]
) -> Iterable[tuple[Target | str, dict[str, float]]]:
    """Return for each target, and for each article as a whole, the share of its passages that has each feature."""
    counts: dict[Target | str, Counter[str]] = defaultdict(Counter)
    passages = Counter(group for some in groups for group in some)
    for one, some in zip(found, groups, strict=True):
        for group in some:
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
