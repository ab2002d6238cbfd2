"""The moments of a manche, each with its topics and their questions, which the rules search lists."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from scorekeeper.games.rulebook.reading import (
    STRICT,
    RulebookError,
    Sentence,
    by_language,
    has_data,
    known_name,
    parse,
    read_data,
    word_count,
)

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
_MOST_WORDS = 6


def _check_length(text: str) -> str:
    if word_count(text) > _MOST_WORDS:
        problem = f"more than {_MOST_WORDS} words: {text}"
        raise ValueError(problem)
    return text


_Labels = Mapping[str, Annotated[Sentence, AfterValidator(_check_length)]]


@STRICT
@dataclass(frozen=True, slots=True)
class TopicRow:
    """A question in at most six words, and the keys of its disputed cases and short answers.

    The first of these entries that arises at a table answers the question.
    """

    entries: Annotated[tuple[Annotated[str, known_name("entry")], ...], Field(min_length=1)]
    texts: _Labels


@STRICT
@dataclass(frozen=True, slots=True)
class RulesTopic:
    """The questions about one thing, such as the lead."""

    texts: _Labels
    rows: Annotated[tuple[Annotated[TopicRow, by_language("texts")], ...], Field(min_length=1, max_length=12)]


@STRICT
@dataclass(frozen=True, slots=True)
class RulesMoment:
    """A moment of a manche, such as the bids; `key` names its picture."""

    key: Annotated[str, known_name("moment")]
    texts: _Labels
    topics: Annotated[tuple[Annotated[RulesTopic, by_language("texts")], ...], Field(min_length=2, max_length=4)]


# The file is a table of one key.
_Topics = dict[Literal["moments"], tuple[Annotated[RulesMoment, by_language("texts")], ...]]


def read_moments(package: str, own: Collection[str], shared: Collection[str]) -> tuple[RulesMoment, ...]:
    """Read the moments of the package in order, as `parse_moments` does; a package without the file has none."""
    if not has_data(package, "topics.toml"):
        return ()
    return parse_moments(read_data(package, "topics.toml"), own, shared)


def parse_moments(
    data: Mapping[str, object], own: Collection[str], shared: Collection[str] = ()
) -> tuple[RulesMoment, ...]:
    """Parse the moments; `own` are the keys of the game's entries, `shared` those that rows may also name.

    Raises `RulebookError`, also for an entry of the game in no row.
    """
    moments: tuple[RulesMoment, ...] = parse(_Topics, data, moment=MOMENTS, entry={*own, *shared}).get("moments", ())
    listed = {key for moment in moments for topic in moment.topics for row in topic.rows for key in row.entries}
    for key in own:
        if key not in listed:
            raise RulebookError(key, "in no row of topics.toml")
    return moments
