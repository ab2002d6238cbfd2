"""The conditions that a question names: "first trick", "without", "failed"… They decide which cases it may mean."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from scorekeeper.games.search.spelling import stems_of

# Words that never matter to a condition.
_FILLERS = {
    "fr": "le la les l un une de d des du au aux je j tu il elle on nous vous ils y en a ai as me m se s te lui leur",
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


# Words in order; between two of these parts there may be other words.
_Pattern: TypeAlias = tuple[tuple[str, ...], ...]


def condition_names() -> frozenset[str]:
    """Return the names of every condition."""
    return frozenset(_data())


def conditions_in(words: Sequence[str], language: str) -> frozenset[str]:
    """Return the conditions that the stems of a question name; a negated one that has an opposite counts as that."""
    kept = _without_fillers(words, language)
    patterns, entries = _patterns(language), _data()
    plain, denied = set[str](), set[str]()
    for start, negated in enumerate(_negated(kept, language)):
        found = {name for name, pattern in patterns.get(kept[start], ()) if _starts(pattern, kept, start)}
        (denied if negated else plain).update(found)
    named = plain | {entries[name].get("negated", name) for name in denied - plain}
    return frozenset(name for name in named if named.isdisjoint(entries[name].get("unless", ())))


def _starts(pattern: _Pattern, words: Sequence[str], start: int) -> bool:
    """Return whether a pattern starts there: its parts follow one another with at most `_GAP` words between."""
    place = _end_of(pattern[0], words, range(start, start + 1))
    for part in pattern[1:]:
        place = None if place is None else _end_of(part, words, range(place, place + _GAP + 1))
    return place is not None


def _end_of(part: Sequence[str], words: Sequence[str], starts: Iterable[int]) -> int | None:
    """Return the place after these words where they first begin in `starts`, None if they do not."""
    return next((at + len(part) for at in starts if tuple(words[at : at + len(part)]) == part), None)


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
    return frozenset(stems_of(words, language))


@cache
def _patterns(language: str) -> Mapping[str, list[tuple[str, _Pattern]]]:
    """Return the conditions with their patterns, by the first word of the pattern."""
    patterns: dict[str, list[tuple[str, _Pattern]]] = {}
    for name, entry in _data().items():
        for text in entry[language]:
            pattern = _pattern(text, language)
            patterns.setdefault(pattern[0][0], []).append((name, pattern))
    return patterns


def _pattern(text: str, language: str) -> _Pattern:
    parts = (_without_fillers(stems_of(part, language), language) for part in text.split(_ANY))
    return tuple(tuple(part) for part in parts if part)


@cache
def _data() -> Mapping[str, dict[str, Any]]:
    return tomllib.loads((files(__package__) / "conditions.toml").read_text(encoding="utf-8"))
