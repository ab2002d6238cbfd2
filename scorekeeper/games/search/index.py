"""The index of the rulebook in one language: words weighted by rarity, and letter trigrams."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from scorekeeper.games.search.corrections import Corrections, phonetic_key
from scorekeeper.games.search.spelling import joined, plain_stems, synonyms_of, weak_words

_TRIPLE = 3
_TRIPLES_WEIGH = 0.35
_WEAK_WEIGHS = 0.4
_FLATTENED = 0.4
_UNKNOWN = 1.3


@dataclass(frozen=True, slots=True)
class Passage:
    """A text of an article (its title, a phrasing, or all of it), or a wording of an entry, which has its key."""

    article: str
    text: str
    weight: float
    entry: str | None = None


@dataclass(slots=True)
class Likeness:
    """The cosine similarity of a question to each passage, and the share of it that each passage and article covers.

    All are from 0 to 1. `steps` counts the computing steps, `words` are the stems of the question with mistyped ones
    corrected; `telling` counts those that are not weak, `known` those that are in the index as written.
    """

    passages: dict[int, float]
    shares: dict[int, float]
    articles: dict[str, float]
    steps: int
    words: tuple[str, ...]
    telling: int
    known: int


# The weight of a feature in each passage that has it, and the articles of these passages.
_Postings = tuple[Sequence[tuple[int, float]], Sequence[str]]


@dataclass(slots=True)
class Index:
    """Passages in one language, with an inverted index of their features."""

    language: str
    passages: Sequence[Passage]
    order: dict[str, int] = field(init=False, repr=False)  # the position of each article's first passage
    _where: dict[str, _Postings] = field(init=False, repr=False)
    _articles: int = field(init=False, repr=False)
    _rarity: dict[str, float] = field(init=False, repr=False)
    _vocabulary: frozenset[str] = field(init=False, repr=False)
    _weak: frozenset[str] = field(init=False, repr=False)
    _corrections: Corrections = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Compute all weights once, so that a question only adds them up."""
        self._weak = weak_words(self.language)
        found = [plain_stems(passage.text, self.language) for passage in self.passages]
        features = [Counter(_features(words, words, self.language)) for words in found]
        having: dict[str, set[str]] = defaultdict(set)
        for passage, counted in zip(self.passages, features, strict=True):
            for feature in counted:
                having[feature].add(passage.article)
        self.order = {passage.article: place for place, passage in reversed(list(enumerate(self.passages)))}
        self._articles = len(self.order)
        self._rarity = {feature: self._rare(len(articles)) for feature, articles in having.items()}
        weights: dict[str, dict[int, float]] = defaultdict(dict)
        for number, counted in enumerate(features):
            for feature, weight in self._weighed(counted).items():
                weights[feature][number] = weight
        self._where = {feature: (tuple(by.items()), tuple(having[feature])) for feature, by in weights.items()}
        self._vocabulary = frozenset(word for words in found for word in words)
        synonyms = (word for one in synonyms_of(self.language) for word in one)
        self._corrections = Corrections(self.language, [word for words in (*found, synonyms) for word in words])

    def likeness(self, question: str) -> Likeness:
        """Return the similarity of this question to each passage that shares a feature with it."""
        written = plain_stems(question, self.language)
        read = [self.corrected(word) for word in written]
        doubtful = [word for word, meant in zip(written, read, strict=True) if self._doubtful(word, meant)]
        weighed = self._weighed(Counter([*_features(written, read, self.language), *(f"={one}" for one in doubtful)]))
        telling = sum(word not in self._weak for word in read)
        known = sum(word in self._vocabulary for word in written)
        likeness = Likeness({}, {}, {}, 0, tuple(read), telling, known)
        for feature, weight in weighed.items():
            _add(likeness, weight, *self._where.get(feature, ((), ())))
        return likeness

    def corrected(self, word: str) -> str:
        """Return the known stem that a mistyped one most likely means."""
        return self._corrections.corrected(word)

    def knows(self, word: str) -> bool:
        """Return whether a stem is in the texts as it is written."""
        return word in self._vocabulary

    def _doubtful(self, word: str, meant: str) -> bool:
        """Whether a telling word was corrected to one of another sound: the correction may be wrong."""
        return meant not in self._weak and phonetic_key(word, self.language) != phonetic_key(meant, self.language)

    def _weighed(self, counted: Counter[str]) -> dict[str, float]:
        """Return the weights of the features, as a vector of length 1."""
        weights = {feature: (1 + math.log(often)) * self._weight(feature) for feature, often in counted.items()}
        length = math.sqrt(sum(weight * weight for weight in weights.values())) or 1.0
        return {feature: weight / length for feature, weight in weights.items()}

    def _rare(self, articles: int) -> float:
        """Return the flattened rarity of a feature by its articles: in few texts, words are often rare by chance."""
        return math.pow(math.log(1 + self._articles / articles), _FLATTENED)

    def _weight(self, feature: str) -> float:
        """Return the weight of a feature by rarity, reduced for weak words and for unknown figures."""
        unknown = feature not in self._rarity
        rarity = _UNKNOWN * self._rare(1) if unknown else self._rarity[feature]
        if not feature.startswith("="):
            return rarity * _TRIPLES_WEIGH
        weak = feature[1:] in self._weak or (unknown and feature[1:].isdecimal())
        return rarity * _WEAK_WEIGHS if weak else rarity


def _add(likeness: Likeness, weight: float, passages: Sequence[tuple[int, float]], articles: Sequence[str]) -> None:
    """Add the weight of one feature of the question to each passage and article that has it."""
    like, shares, covered, square = likeness.passages, likeness.shares, likeness.articles, weight * weight
    for number, other in passages:
        like[number] = like.get(number, 0.0) + weight * other
        shares[number] = shares.get(number, 0.0) + square
    for article in articles:
        covered[article] = covered.get(article, 0.0) + square
    likeness.steps += len(passages)


def _features(written: Sequence[str], read: Sequence[str], language: str) -> Iterator[str]:
    """Yield each word as it is read (`=word`), and the trigrams of the written and the corrected words."""
    meant = list(joined(read, language))
    yield from (f"={word}" for word in meant)
    yield from _triples(word for word in {*written, *meant} - weak_words(language) if word.isalpha())


def _triples(words: Iterable[str]) -> Iterator[str]:
    for word in sorted(words):
        padded = f"^{word}$"
        yield from (padded[start : start + _TRIPLE] for start in range(len(padded) - _TRIPLE + 1))
