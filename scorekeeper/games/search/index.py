"""The index of the rulebook: for each article and entry, the features that its passages share, in both languages."""

from __future__ import annotations

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import accumulate, chain

from scorekeeper.games.search.concepts import concepts_in, features, known_words, listed_words
from scorekeeper.games.search.corrections import Vocabulary
from scorekeeper.games.search.exceptions import has_exception
from scorekeeper.games.search.spelling import plain_words, stems

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
    """How much each article and entry is like a question."""

    language: str
    # From 0 to 1; 1 more if the question is one of its wordings.
    targets: Mapping[Target, float]
    # The stems of the question, with mistyped ones corrected.
    words: tuple[str, ...]
    # The number of those that are known as written and say something about the subject.
    telling: int
    # The share of those that are neither known nor corrected.
    strange: float
    # Whether a word is of another game, or of no game.
    foreign: bool

    @property
    def best(self) -> float:
        """The greatest likeness, 0 if nothing is like the question."""
        return max(self.targets.values(), default=0.0)


class Index:
    """An inverted index: for each feature, the articles and entries whose passages have it, with its weight in them.

    Long lists are arrays and not objects: they are loaded at once, and processes that were forked share them.
    """

    def __init__(self, passages: Sequence[Passage]) -> None:
        languages = {passage.language for passage in passages}
        self._wordings: dict[tuple[Target, str, bool], list[int]] = defaultdict(list)
        self._target_of_text: dict[str, Target] = {}
        # For each group of letters the numbers of the wordings that have it, and how many groups each wording has.
        self._having_group: dict[str, dict[str, array[int]]] = {one: {} for one in languages}
        self._group_counts = array("I")
        typed = {one: Counter[str]() for one in languages}
        known = {one: {*known_words(one)} for one in languages}
        found: dict[Target, Counter[str]] = defaultdict(Counter)
        for number, passage in enumerate(passages):
            target = (passage.article, passage.entry)
            language = passage.language
            plain = plain_words(passage.text, language)
            words = stems(plain, language)
            typed[language].update(plain)
            known[language].update(words)
            found[target].update(features(words, language))
            text = " ".join(words)
            groups = _letter_groups(text)
            self._target_of_text[text] = target
            self._wordings[target, language, has_exception(words, language)].append(number)
            self._group_counts.append(len(groups))
            for group in groups:
                self._having_group[language].setdefault(group, array("I")).append(number)
        self._post_features(found)
        self.vocabulary = {one: Vocabulary(typed[one], known[one], one) for one in languages}

    def _post_features(self, found: Mapping[Target, Counter[str]]) -> None:
        """Store the targets that have each feature, one feature after the other, and where those of each begin."""
        self._targets = [*found]
        having = Counter(feature for counts in found.values() for feature in counts)
        self._numbers = {feature: number for number, feature in enumerate(having)}
        self._starts = array("I", accumulate(having.values(), initial=0))
        posted: dict[str, list[tuple[int, float]]] = {feature: [] for feature in having}
        for number, counts in enumerate(found.values()):
            for feature, weight in self._unit_vector(counts).items():
                posted[feature].append((number, weight))
        # Two flat arrays in place of a list for each feature; `_starts` says where each one begins.
        in_order = [*chain.from_iterable(posted.values())]
        self._posted = array("I", (number for number, _ in in_order))
        self._weights = array("d", (weight for _, weight in in_order))

    def likeness(self, question: str, language: str) -> Likeness:
        """Compare a question with every article and entry that shares a feature with it."""
        vocabulary = self.vocabulary[language]
        plain = plain_words(question, language)
        written = stems(plain, language)
        words = tuple(stems([*map(vocabulary.corrected, plain)], language))
        # A correction is a guess, which does not make a question one about the game.
        corrected = {*words} - {*written}
        telling = vocabulary.known.intersection(words) - listed_words("weak", language) - corrected
        return Likeness(
            language,
            self._likeness_of_targets(words, language),
            words,
            len(telling),
            sum(word not in vocabulary.known and not word.isdecimal() for word in words) / (len(words) or 1),
            not listed_words("foreign", language).isdisjoint(written),
        )

    def _likeness_of_targets(self, words: tuple[str, ...], language: str) -> dict[Target, float]:
        """Compare the vector of a question with those of all articles and entries."""
        likeness: dict[Target, float] = defaultdict(float)
        known = [one for one in features(words, language) if one in self._numbers]
        for feature, weight in self._unit_vector(Counter(known)).items():
            for target, other_weight in self._having(feature):
                likeness[target] += weight * other_weight
        text = " ".join(words)
        if text in self._target_of_text:
            likeness[self._target_of_text[text]] += 1
        return likeness

    def nearness(self, words: tuple[str, ...], targets: Iterable[Target], language: str) -> list[float]:
        """Return for each target how near its nearest wordings are to these stems, from 0 to 1.

        It compares letters, so that endings, small words and their order tell like questions apart. A question with an
        exception (“all but one”) is near no wording without one, nor the other way round.
        """
        groups = _letter_groups(" ".join(words))
        having = self._having_group[language]
        shared = Counter(chain.from_iterable(having[group] for group in groups if group in having))
        has_it = has_exception(words, language)
        result = list[float]()
        for target in targets:
            # Groups in common, by the root of both numbers: long wordings have no advantage.
            cosines = (
                shared[number] / math.sqrt(len(groups) * self._group_counts[number] or 1)
                for number in self._wordings.get((target, language, has_it), ())
            )
            result.append(sum(nlargest(_NEAREST, cosines)) / _NEAREST)
        return result

    def uses(self, question: str, language: str, articles: Collection[str]) -> dict[str, float]:
        """Return for each telling concept of a question how much of the likeness to these articles it makes."""
        concepts = frozenset().union(*concepts_in(self.likeness(question, language).words, language))
        return {
            concept: sum(weight for (article, _), weight in self._having(concept) if article in articles)
            for concept in concepts
        }

    def _having(self, feature: str) -> Iterable[tuple[Target, float]]:
        """Yield the targets that have a feature, with its weight in each."""
        number = self._numbers.get(feature)
        if number is not None:
            for place in range(self._starts[number], self._starts[number + 1]):
                yield self._targets[self._posted[place]], self._weights[place]

    def _weight(self, feature: str) -> float:
        """Return the weight of a feature: the fewer targets have it, the more it weighs."""
        number = self._numbers[feature]
        having = self._starts[number + 1] - self._starts[number]
        weight = math.log(1 + len(self._targets) / having)
        if " " in feature:
            weight *= _PAIR
        return weight

    def _unit_vector(self, counts: Counter[str]) -> dict[str, float]:
        """Return a vector of length 1: the weight of each feature, times the root of how many passages have it."""
        weights = {feature: math.sqrt(count) * self._weight(feature) for feature, count in counts.items()}
        length = math.sqrt(sum(weight**2 for weight in weights.values())) or 1.0
        return {feature: weight / length for feature, weight in weights.items()}


def _letter_groups(text: str) -> frozenset[str]:
    text = f" {text} "
    return frozenset(text[start : start + _GROUP_LENGTH] for start in range(len(text) - _GROUP_LENGTH + 1))
