"""The questions of a game that the rulebook answers, and where the rules search lists them.

- A disputed case is a question on which the players at a table (its *sides*) disagree. It has the answer of each side,
  and an example of a manche; the engine (the functions that score and judge) computes its result, which shows which
  side is right.
- A short answer is one sentence about an article, which is a numbered rule such as PI-22.
- The moments of a manche (one deal), such as the bids, have topics, whose rows are such questions.

An *option* is a house rule. A `package` is the Python package of a game, which has the TOML files of its rulebook, and
`shared` packages have the articles that several games share. pydantic makes these dataclasses from the files; a
validator in `Annotated[…]` checks or converts the value of the file. A field `texts` has the texts by language, `"fr"`
and `"en"`; `by_language` makes it from the tables `fr` and `en` of an entry. `known_name` refuses a name that does not
exist.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from scorekeeper.games.rulebook.articles import article_numbers
from scorekeeper.games.rulebook.reading import (
    STRICT,
    ArticleNumber,
    RulebookError,
    Sentence,
    Sentences,
    Texts,
    WithNull,
    by_language,
    known_name,
    parse,
    parse_entries,
    read_data,
    with_null,
    word_count,
)

# The result of a case that the engine refuses as impossible.
REFUSED = "refused"
# The keys that a moment may have.
MOMENTS = (
    "deal",
    "pass",
    "bids",
    "first_trick",
    "following",
    "breaking",
    "last_trick",
    "declarations",
    "count",
    "end",
)
_MOST_WORDS = 6  # of a label


class AnswerKind(enum.Enum):
    """The result that settles a case: a ruling, points or totals by side, the winners, or the value of an option."""

    RULING = "ruling"
    POINTS = "points"
    TOTALS = "totals"
    WINNERS = "winners"
    OPTION = "option"


@dataclass(frozen=True, slots=True)
class CaseAnswer:
    """The answer of one side, in each language."""

    # The results with which this side is right, such as `["allowed"]`. `WithNull` replaces `"null"` by None, which TOML
    # lacks.
    when: Annotated[tuple[Any, ...], Field(min_length=1), WithNull]
    texts: Texts

    def right(self, found: object) -> bool:
        """Return whether this side is right when the engine finds this result."""
        return found in self.when


@dataclass(frozen=True, slots=True)
class CaseText:
    """A disputed case in one language: its question, and the phrases by which the search finds it."""

    question: Sentence
    phrasings: Annotated[Sentences, Field(min_length=2)]


@STRICT  # refuses keys of the file that are no fields
@dataclass(frozen=True, slots=True)
class DisputedCase:
    """A disputed case: its question, the answer of each side, and a case that shows which side is right."""

    # Its name in the file and in `topics.toml`.
    key: str
    article: ArticleNumber
    # The kind of the result with which the answers are compared.
    asks: AnswerKind
    texts: Mapping[str, CaseText]
    answers: Annotated[tuple[Annotated[CaseAnswer, by_language("texts")], ...], Field(min_length=2)]
    # The house rule that decides it, or None.
    option: str | None = None
    # The example: an object of the public formats of `lamarque score` or `lamarque judge`, without its game and
    # options; empty if the value of `option` alone settles the dispute.
    case: Annotated[Mapping[str, Any], WithNull] = field(default_factory=dict)
    # The options that the case requires, by name, with their values: `{"limit": 50}`.
    needs: Mapping[str, Any] = field(default_factory=dict)
    # The options that change the figures of the case but not which side is right, by name. The case is computed with
    # these values of them, whatever those of the table are.
    aside: Mapping[str, Any] = field(default_factory=dict)
    # The same dispute with other needs and another case, for tables where this case cannot arise.
    variants: tuple[DisputedCase, ...] = ()

    def __post_init__(self) -> None:
        """Raise `ValueError` when nothing settles the case."""
        if not self.case and not (self.option and self.asks is AnswerKind.OPTION):
            problem = "a case is needed"
            raise ValueError(problem)

    # It is the key of a cache, and its mappings have no hash.
    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def wordings(self) -> Mapping[str, tuple[str, ...]]:
        """The question and its phrasings, by language."""
        return {language: (text.question, *text.phrasings) for language, text in self.texts.items()}


@cache
def read_disputed_cases(package: str, *shared: str) -> dict[str, DisputedCase]:
    """Read the disputed cases of the package by key; they cite its articles or those of the shared packages.

    A package without the file has none.
    """
    # The file of the disputed cases.
    data = read_data(package, "quarrels.toml", required=False)
    return parse_disputed_cases(data, article_numbers(package, *shared))


def parse_disputed_cases(entries: Mapping[str, object], articles: Collection[str]) -> dict[str, DisputedCase]:
    """Parse the disputed cases by key. Raises `RulebookError`."""
    # Each table of the file is an entry; its name is the field `key`. `article` are the numbers that an entry may cite.
    return parse_entries(_CaseEntry, "key", entries, article=articles)


def _expand_variants(entry: object) -> object:
    """Make each variant a whole case, as it lists only what differs: the rest is copied from the entry."""
    if not isinstance(entry, Mapping) or not isinstance(entry.get("variants", []), list):
        return entry
    # Games written for version 0.2 have the moment of each case here; it is in `topics.toml` now.
    whole = {name: value for name, value in entry.items() if name not in {"variants", "moment"}}
    variants = entry.get("variants", [])
    # What is no table is left as it is, for the shape to refuse.
    if all(isinstance(variant, Mapping) for variant in variants):
        # A variant must have its own `needs` and `case`: one that lacks them gets None, which the shape refuses.
        variants = [{**whole, "needs": None, "case": None, **variant} for variant in variants]
    return {**whole, "variants": variants}


# The last validator runs first: the texts are moved, then the variants are made, then the fields are read.
_CaseEntry = Annotated[DisputedCase, BeforeValidator(_expand_variants), by_language("texts")]


def _as_lists(under: object) -> object:
    """Make each value a list: the file may have a single value without one. `"null"` becomes None."""
    if not isinstance(under, Mapping):
        return under
    return {name: value if isinstance(value, list) else [value] for name, value in with_null(under).items()}


class Basis(enum.Enum):
    """The basis of an answer: a source or, for a question that no source answers, the usual practice."""

    SOURCE = "source"
    USAGE = "usage"


@dataclass(frozen=True, slots=True)
class AnswerVariant:
    """An answer in each language, true for tables whose options have one of the values that `under` lists by option.

    A text is an answer of a few words, a colon and a sentence: "Yes: the deal goes on." Pages replace the name of an
    option in braces, such as `{target}`, by its value.
    """

    texts: Texts
    # The values of each option with which the answer is true: `{"alone": [True]}`. Without any, it is always true.
    under: Annotated[Mapping[str, tuple[Any, ...]], BeforeValidator(_as_lists)] = field(default_factory=dict)

    def valid(self, options: Mapping[str, Any]) -> bool:
        """Return whether the answer is true under these options."""
        return all(options.get(name) in values for name, values in self.under.items())


@STRICT
@dataclass(frozen=True, slots=True)
class ShortAnswer:
    """A question about an article, in several wordings, and its answers."""

    # Its name in `topics.toml`.
    key: str
    article: ArticleNumber
    # Whether a source answers, or only the usual practice.
    basis: Basis
    # By language; the first one is the question as pages show it.
    wordings: Mapping[str, Annotated[Sentences, Field(min_length=3)]]
    # The first one that is valid under the house rules is right.
    answers: Annotated[tuple[Annotated[AnswerVariant, by_language("texts")], ...], Field(min_length=1)]

    def under(self, options: Mapping[str, Any]) -> AnswerVariant | None:
        """Return the first answer that is true under these options, None if the question does not arise under them."""
        return next((variant for variant in self.answers if variant.valid(options)), None)


@cache
def read_short_answers(package: str, *shared: str) -> dict[str, ShortAnswer]:
    """Read the short answers of the package by key; a package without the file has none."""
    data = read_data(package, "short_answers.toml", required=False)
    return parse_short_answers(data, article_numbers(package, *shared))


def parse_short_answers(entries: Mapping[str, object], articles: Collection[str]) -> dict[str, ShortAnswer]:
    """Parse the short answers by key. Raises `RulebookError`."""
    return parse_entries(Annotated[ShortAnswer, by_language("wordings")], "key", entries, article=articles)


def _check_length(text: str) -> str:
    if word_count(text) > _MOST_WORDS:
        problem = f"more than {_MOST_WORDS} words: {text}"
        raise ValueError(problem)
    return text


# By language, texts of at most six words.
_Labels = Mapping[str, Annotated[Sentence, AfterValidator(_check_length)]]


@STRICT
@dataclass(frozen=True, slots=True)
class TopicRow:
    """A question in at most six words, and the keys of its disputed cases and short answers.

    The first of these entries that arises at a table answers the question.
    """

    # At least one key.
    entries: Annotated[tuple[Annotated[str, known_name("entry")], ...], Field(min_length=1)]
    texts: _Labels


@STRICT
@dataclass(frozen=True, slots=True)
class RulesTopic:
    """The questions about one thing, such as the lead."""

    texts: _Labels
    # One row to twelve.
    rows: Annotated[tuple[Annotated[TopicRow, by_language("texts")], ...], Field(min_length=1, max_length=12)]


@STRICT
@dataclass(frozen=True, slots=True)
class RulesMoment:
    """A moment of a manche, such as the bids."""

    # One of `MOMENTS`; it is also the name of its picture.
    key: Annotated[str, known_name("moment")]
    texts: _Labels
    # Two topics to four.
    topics: Annotated[tuple[Annotated[RulesTopic, by_language("texts")], ...], Field(min_length=2, max_length=4)]


# The file is a table with only the key `moments`.
_Topics = dict[Literal["moments"], tuple[Annotated[RulesMoment, by_language("texts")], ...]]


def read_moments(package: str, own: Collection[str], shared: Collection[str]) -> tuple[RulesMoment, ...]:
    """Read the moments of the package in order, as `parse_moments` does; a package without the file has none."""
    data = read_data(package, "topics.toml", required=False)
    if not data:
        return ()
    return parse_moments(data, own, shared)


def parse_moments(
    data: Mapping[str, object], own: Collection[str], shared: Collection[str] = ()
) -> tuple[RulesMoment, ...]:
    """Parse the moments. Raises `RulebookError`, also for an entry of the game that is in no row.

    An entry is a disputed case or a short answer. `own` are the keys of the game's entries, `shared` those that rows
    may name too.
    """
    # `moment` and `entry` are the names that `known_name` accepts.
    moments: tuple[RulesMoment, ...] = parse(_Topics, data, moment=MOMENTS, entry={*own, *shared}).get("moments", ())
    # The keys in any row of any topic of any moment.
    listed = {key for moment in moments for topic in moment.topics for row in topic.rows for key in row.entries}
    for key in own:
        if key not in listed:
            raise RulebookError(key, "in no row of topics.toml")
    return moments
