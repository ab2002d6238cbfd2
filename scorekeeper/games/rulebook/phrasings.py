"""What people say when they quarrel about an article: the words by which the desk finds it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import TypeAlias

from scorekeeper.games.rulebook.articles import read_articles
from scorekeeper.games.rulebook.reading import RulebookError, in_each_language, read_data, sentences

FEWEST = 4
Phrasings: TypeAlias = Mapping[str, Mapping[str, tuple[str, ...]]]


@cache
def read_phrasings(package: str) -> Phrasings:
    """Read the phrasings of every article of that package, by number and language."""
    return parse_phrasings(read_data(package, "phrasings.toml"), read_articles(package))


def parse_phrasings(entries: Mapping[str, object], articles: Collection[str]) -> Phrasings:
    """Turn the parsed data file into phrasings, or say which article lacks some or is none of the game."""
    unknown = [number for number in entries if number not in articles]
    if unknown:
        raise RulebookError(unknown[0], "no such article")
    return {number: _phrasings(number, entries.get(number)) for number in articles}


def _phrasings(number: str, entry: object) -> Mapping[str, tuple[str, ...]]:
    return in_each_language(lambda language: sentences(number, entry, language, FEWEST))
