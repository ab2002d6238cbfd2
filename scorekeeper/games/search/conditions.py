"""The conditions that a question names: "first trick", "without", "failed"… They decide which cases it may mean."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from scorekeeper.games.search.spelling import plain_stems

# Words that never matter to a condition.
_FILLERS = {
    "fr": "le la les l un une de d des du au aux je j tu il elle on nous vous ils y en a ai as me m se s te t lui leur",
    "en": "the a an of to i you he she it we they me him her us them my your his its our their s d ll ve re",
}
_NEGATIONS = {
    "fr": "ne n pas sans jamais aucun aucune",
    "en": "not no never without nt t don didn doesn isn wasn cannot",
}
_ONLY = {"fr": "que qu", "en": "but except"}
# Words that may stand between the parts of a pattern where it has "…", and between a negation and its verb.
_GAP, _REACH = 3, 2
_ANY = "…"


@dataclass(frozen=True, slots=True)
class _Condition:
    patterns: tuple[tuple[tuple[str, ...], ...], ...]
    negated: str


def condition_names() -> frozenset[str]:
    """Return the names of every condition."""
    return frozenset(_data())


def conditions_in(words: Sequence[str], language: str) -> frozenset[str]:
    """Return the conditions that the stems of a question name; a negated one that has an opposite counts as that."""
    kept = _without_fillers(words, language)
    negated = list(_negated(kept, language))
    return frozenset(
        name
        for condition, known in _conditions(language).items()
        if (name := _named(condition, known, kept, negated)) is not None
    )


def _named(name: str, condition: _Condition, words: Sequence[str], negated: Sequence[bool]) -> str | None:
    starts = {start for pattern in condition.patterns for start in _matches(pattern, words)}
    if any(not negated[start] for start in starts):
        return name
    return condition.negated if starts else None


def _matches(pattern: Sequence[Sequence[str]], words: Sequence[str]) -> Iterator[int]:
    """Yield where a pattern starts: its parts follow one another with at most `_GAP` words between."""
    for start in range(len(words)):
        place = _end_of(pattern[0], words, range(start, start + 1))
        for part in pattern[1:]:
            place = None if place is None else _end_of(part, words, range(place, place + _GAP + 1))
        if place is not None:
            yield start


def _end_of(part: Sequence[str], words: Sequence[str], starts: Iterable[int]) -> int | None:
    """Return the place after these words where they first begin in `starts`, None if they do not."""
    return next((at + len(part) for at in starts if tuple(words[at : at + len(part)]) == tuple(part)), None)


def _negated(words: Sequence[str], language: str) -> Iterator[bool]:
    negations, only = (_stems(words_of[language], language) for words_of in (_NEGATIONS, _ONLY))
    for place in range(len(words)):
        before = words[max(0, place - _REACH) : place]
        yield any(word in negations for word in before) and not any(word in only for word in before)


def _without_fillers(words: Sequence[str], language: str) -> list[str]:
    fillers = _stems(_FILLERS[language], language)
    return [word for word in words if word not in fillers]


@cache
def _stems(words: str, language: str) -> frozenset[str]:
    return frozenset(plain_stems(words, language))


@cache
def _conditions(language: str) -> Mapping[str, _Condition]:
    return {
        name: _Condition(tuple(_pattern(text, language) for text in entry[language]), entry.get("negated", name))
        for name, entry in _data().items()
    }


def _pattern(text: str, language: str) -> tuple[tuple[str, ...], ...]:
    parts = (_without_fillers(plain_stems(part, language), language) for part in text.split(_ANY))
    return tuple(tuple(part) for part in parts if part)


@cache
def _data() -> Mapping[str, dict[str, Any]]:
    return tomllib.loads((files(__package__) / "conditions.toml").read_text(encoding="utf-8"))
