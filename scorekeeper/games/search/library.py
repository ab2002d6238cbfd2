"""The searched texts, and how much each of them is like a question, in both languages.

A book has the *articles* (numbered rules) of a game or the shared ones, and two kinds of *entries* about them: disputed
cases and short answers. The *wordings* of an entry are ways to ask its question. The index of a book has the *features*
of these texts: the concepts that their words name, and pairs of near concepts (see `words.py`). Reading and indexing
takes a second a game, so `make` and the build of the package save both beside the rulebook.
"""

from __future__ import annotations

import math
import pickle
import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from heapq import nlargest
from importlib.resources import files
from itertools import accumulate, chain
from pathlib import Path
from typing import TypeAlias

from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import (
    LANGUAGES,
    Article,
    DisputedCase,
    RulesMoment,
    ShortAnswer,
    read_articles,
    read_disputed_cases,
    read_moments,
    read_short_answers,
)
from scorekeeper.games.search.words import (
    Vocabulary,
    features,
    known_words,
    listed_words,
    plain_words,
    stems,
)

# The package whose rulebook has the articles that all games share.
TABLE_WIDE = "scorekeeper.cards"
_SAVED = "index.pickle"
# What an exact wording adds to a likeness, more than any score without one.
EXACT_WORDING = 2
# The weight of a pair of concepts, as a share of the weight of one concept.
_PAIR = 0.7
# Wordings are compared by their groups of four letters, spaces included; the three nearest ones count.
_GROUP_LENGTH, _NEAREST = 4, 3
# Patterns for the stems of words that except something: “sauf l’as”, “all but one”.
_EXCEPTIONS = {
    "fr": re.compile(
        r"\b(?:sauf|except|hormi|pas bonn?|mai pas|mai (?!il |ell |on )\w+ a|mai l[ae]? \w+ (?:de \w+ )?est chez)\b"
    ),
    "en": re.compile(
        r"\b(?:except|not god|but (?:not|the last)|(?:all|every) (?:\w+ )?but|everyth\w* but"
        r"|but (?!he |she |we )\w+ (?:has|hav|took|got))\b"
    ),
}

Entry: TypeAlias = DisputedCase | ShortAnswer


@dataclass(frozen=True, slots=True)
class Book:
    """The articles of one game, or those shared by all games, and the entries about them."""

    # By number, such as DP-14.
    articles: Mapping[str, Article]
    # The entries by key.
    disputes: Mapping[str, DisputedCase]
    short_answers: Mapping[str, ShortAnswer]
    # The parts of a manche (deal), such as the bids; each lists its entries by topic.
    moments: Sequence[RulesMoment]

    @property
    def entries(self) -> Mapping[str, Entry]:
        """The disputed cases and the short answers, by key."""
        return {**self.disputes, **self.short_answers}


def book(game: AnyGame | None) -> Book:
    """Return the cached book of this game, or the one shared by all games."""
    if game is None:
        return _book(TABLE_WIDE)
    return _book(game.package)


def answers_questions(game: AnyGame) -> bool:
    """Return whether the rulebook answers questions about a game.

    A game without rules of play (`game.play`) is only counted; it has no such answers unless its book has entries.
    """
    return game.play is not None or bool(book(game).entries)


def index(game: AnyGame) -> Index:
    """Return the cached index of this game and the shared articles."""
    return _index(game.package)


def save(package: str) -> None:
    """Save the book and the index of a package in the file `index.pickle` of its `rulebook` folder.

    The file begins with a digest of all files that they were made of, by which `_saved` notices a change.
    """
    content = pickle.dumps((_book(package), _index(package)))
    Path(str(files(package) / "rulebook" / _SAVED)).write_bytes(_digest(package) + content)


@cache
def _book(package: str) -> Book:
    saved = _saved(package)
    if saved is not None:
        return saved[0]
    # The entries of the package may be about its own articles and about the shared ones.
    cases = read_disputed_cases(package, TABLE_WIDE)
    answers = read_short_answers(package, TABLE_WIDE)
    # The moments may name the entries of the game (second argument) and the shared short answers (third argument).
    moments = read_moments(package, [*cases, *answers], read_short_answers(TABLE_WIDE))
    return Book(read_articles(package), cases, answers, moments)


@cache
def _index(package: str) -> Index:
    saved = _saved(package)
    if saved is not None:
        return saved[1]
    books = [_book(package), _book(TABLE_WIDE)]
    return Index([passage for searched in books for language in LANGUAGES for passage in _passages(searched, language)])


@cache
def _saved(package: str) -> tuple[Book, Index] | None:
    """Return what `save` has saved, unless a file that it was made of has changed since."""
    file = files(package) / "rulebook" / _SAVED
    if not file.is_file():
        return None
    digest = _digest(package)
    content = file.read_bytes()
    if not content.startswith(digest):
        return None
    saved: tuple[Book, Index] = pickle.loads(content[len(digest) :])  # noqa: S301 - part of the package, as its code
    return saved


def _digest(package: str) -> bytes:
    """Return a digest of all files that a book and an index are made of: their texts, and the code that reads them."""
    search = files(__package__)
    games = files("scorekeeper.games")
    folders = (search, games / "rulebook", files(TABLE_WIDE) / "rulebook", files(package) / "rulebook")
    read = (file for folder in folders for file in sorted(folder.iterdir(), key=lambda file: file.name))
    return sha256(b"".join(file.read_bytes() for file in read if file.name.endswith((".py", ".toml")))).digest()


def _passages(searched: Book, language: str) -> Iterator[Passage]:
    """Yield the passages of a book in one language: one for each wording of each entry.

    An article without entries has two passages: its title, and its rule with the example.
    """
    with_entries = {entry.article for entry in searched.entries.values()}
    for number, article in searched.articles.items():
        if number not in with_entries:
            text = article.text(language)
            yield from (Passage(number, part, language) for part in (text.title, f"{text.rule} {text.example}"))
    for key, entry in searched.entries.items():
        yield from (Passage(entry.article, wording, language, key) for wording in entry.wordings[language])


@dataclass(frozen=True, slots=True)
class Passage:
    """A text that a question is compared with: of an entry about an article, or of the article itself."""

    # The number of the article.
    article: str
    text: str
    language: str
    # The key of the entry, None for the article itself.
    entry: str | None = None


# The number of an article, and the key of one of its entries, or None for the article itself.
Target = tuple[str, str | None]


@dataclass(frozen=True, slots=True)
class Likeness:
    """How much each article and entry is like a question."""

    language: str
    # By target, a number from 0 to 1; `EXACT_WORDING` is added if the question is exactly one of its wordings.
    targets: Mapping[Target, float]
    # The stems of the question, with mistyped ones corrected.
    words: tuple[str, ...]
    # The number of *telling* words: those that are known as written and say something about the subject.
    telling: int
    # The share of *strange* words, neither known nor corrected, among the telling and the strange ones.
    strange: float
    # Whether a word is of another game, or of no game.
    foreign: bool

    @property
    def best(self) -> float:
        """The greatest likeness, 0 if nothing is like the question."""
        return max(self.targets.values(), default=0.0)


class Index:
    """An inverted index: for each feature, the articles and entries whose passages have it, with its weight in them.

    Long lists are arrays of numbers and not lists of objects: they are loaded faster, and the forked processes of the
    server share their memory.
    """

    def __init__(self, passages: Sequence[Passage]) -> None:
        languages = {passage.language for passage in passages}
        # The key is a target, a language, and whether a wording has an exception (“all but one”); the value is the
        # numbers of these wordings. The number of a wording is its index among the passages.
        self._wordings: dict[tuple[Target, str, bool], list[int]] = defaultdict(list)
        self._target_of_text: dict[str, Target] = {}
        # By language and then by group of letters, the numbers of the wordings that have the group; and by the number
        # of a wording, how many groups it has.
        self._having_group: dict[str, dict[str, array[int]]] = {language: {} for language in languages}
        self._group_counts = array("I")
        # By language, how often each word occurs, and the stems of all words known.
        typed = {language: Counter[str]() for language in languages}
        known = {language: {*known_words(language)} for language in languages}
        # By target, in how many of its passages each feature occurs.
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
        self.vocabulary = {name: Vocabulary(typed[name], known[name], name) for name in languages}

    def _post_features(self, found: Mapping[Target, Counter[str]]) -> None:
        """Store for each feature the targets that have it, and its weight in each of them.

        The targets of all features are in one array, those of the first feature first; `_starts` has the index at which
        the targets of each feature begin.
        """
        self._targets = [*found]
        # How many targets have each feature.
        having = Counter(feature for counts in found.values() for feature in counts)
        self._numbers = {feature: number for number, feature in enumerate(having)}
        # Each start is the sum of the lengths before it, and the last number is the end. If three features are in 2, 3
        # and 1 targets, these are 0, 2, 5 and 6.
        self._starts = array("I", accumulate(having.values(), initial=0))
        posted: dict[str, list[tuple[int, float]]] = {feature: [] for feature in having}
        for number, counts in enumerate(found.values()):
            for feature, weight in self._unit_vector(counts).items():
                posted[feature].append((number, weight))
        # The pairs of all features as two arrays: the numbers of the targets, and the weights.
        in_order = [*chain.from_iterable(posted.values())]
        self._posted = array("I", (number for number, _ in in_order))
        self._weights = array("d", (weight for _, weight in in_order))

    def likeness(self, question: str, language: str) -> Likeness:
        """Compare a question with every article and entry that shares a feature with it."""
        vocabulary = self.vocabulary[language]
        plain = plain_words(question, language)
        # The stems as written, and with mistyped words corrected.
        written = stems(plain, language)
        words = tuple(stems([*map(vocabulary.corrected, plain)], language))
        # A correction is a guess, which does not make a question one about the game.
        corrected = {*words} - {*written}
        telling = len(vocabulary.known.intersection(words) - listed_words("weak", language) - corrected)
        strange = sum(word not in vocabulary.known and not word.isdecimal() for word in words)
        return Likeness(
            language,
            self._likeness_of_targets(words, language),
            words,
            telling,
            # The share of strange words. Without any strange or telling word, `or 1` makes it 0 / 1.
            strange / (strange + telling or 1),
            # Whether a word of the question is foreign: of another game, or of no game.
            not listed_words("foreign", language).isdisjoint(written),
        )

    def _likeness_of_targets(self, words: tuple[str, ...], language: str) -> dict[Target, float]:
        """Compare the vector of a question with those of all articles and entries."""
        likeness: dict[Target, float] = defaultdict(float)
        known = [feature for feature in features(words, language) if feature in self._numbers]
        # The cosine of the two vectors, which have length 1: the sum of the products of their weights.
        for feature, weight in self._unit_vector(Counter(known)).items():
            for target, other_weight in self._having(feature):
                likeness[target] += weight * other_weight
        text = " ".join(words)
        if text in self._target_of_text:
            likeness[self._target_of_text[text]] += EXACT_WORDING
        return likeness

    def nearness(self, words: tuple[str, ...], targets: Iterable[Target], language: str) -> list[float]:
        """Return for each target how near its nearest wordings are to these stems, from 0 to 1.

        Two questions that name the same concepts may differ in endings, small words and the order of the words; their
        letters show these differences. If the question has an exception (“all but one”), only wordings with an
        exception are compared, else only wordings without one.
        """
        groups = _letter_groups(" ".join(words))
        having = self._having_group[language]
        # How many groups of letters each wording shares with the question.
        shared = Counter(chain.from_iterable(having[group] for group in groups if group in having))
        has_it = has_exception(words, language)
        result = list[float]()
        for target in targets:
            # The number of groups in common, divided by the root of the product of both numbers of groups, so that long
            # wordings have no advantage.
            cosines = (
                shared[number] / math.sqrt(len(groups) * self._group_counts[number] or 1)
                for number in self._wordings.get((target, language, has_it), ())
            )
            # The mean of the three nearest wordings.
            result.append(sum(nlargest(_NEAREST, cosines)) / _NEAREST)
        return result

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
        # A pair of concepts has a space between them.
        if " " in feature:
            weight *= _PAIR
        return weight

    def _unit_vector(self, counts: Counter[str]) -> dict[str, float]:
        """Return a vector of length 1: the weight of each feature, times the root of how many passages have it."""
        weights = {feature: math.sqrt(count) * self._weight(feature) for feature, count in counts.items()}
        length = math.sqrt(sum(weight**2 for weight in weights.values())) or 1.0
        return {feature: weight / length for feature, weight in weights.items()}


def has_exception(stems: Iterable[str], language: str) -> bool:
    """Return whether the stems of a text have an exception: “sauf l’as”, “but not the queen”."""
    return _EXCEPTIONS[language].search(" ".join(stems)) is not None


def _letter_groups(text: str) -> frozenset[str]:
    """Return the groups of four letters of a text: of “as pli” these are “ as ”, “as p”, “s pl”, “ pli” and “pli ”."""
    text = f" {text} "
    return frozenset(text[start : start + _GROUP_LENGTH] for start in range(len(text) - _GROUP_LENGTH + 1))
