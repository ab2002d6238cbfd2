"""The conditions that a question names, such as "first trick" or "failed": they decide which cases it may mean."""

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
NEGATIONS = {
    "fr": "ne n pas sans jamais aucun aucune",
    "en": "not no never without nt t don didn doesn isn wasn cannot",
}
# With one of these words after it, a negation means “only”: “ne … que”, “nothing but”.
_ONLY = {"fr": "que qu", "en": "but except"}
# The most words between two parts of a pattern, and the number of words that a negation affects.
_GAP, _NEGATED_WORDS = 3, 2
_GAP_MARK = "…"


# The parts of a pattern in order, each a sequence of words; other words may be between two parts.
_Pattern: TypeAlias = tuple[tuple[str, ...], ...]


def condition_names() -> frozenset[str]:
    """Return the names of every condition."""
    return frozenset(_data())


def conditions_in(words: Sequence[str], language: str) -> frozenset[str]:
    """Return the conditions that stems name; a negated condition becomes its opposite, if it has one."""
    content = _without_fillers(words, language)
    patterns, entries = _patterns(language), _data()
    affirmed, negated_names = set[str](), set[str]()
    for start, is_negated in enumerate(_negated_flags(content, language)):
        found = {name for name, pattern in patterns.get(content[start], ()) if _matches_at(pattern, content, start)}
        (negated_names if is_negated else affirmed).update(found)
    named = affirmed | {entries[name].get("negated", name) for name in negated_names - affirmed}
    return frozenset(name for name in named if named.isdisjoint(entries[name].get("unless", ())))


def _matches_at(pattern: _Pattern, words: Sequence[str], start: int) -> bool:
    """Return whether the words from `start` on match a pattern, with at most `_GAP` other words between its parts."""
    index = _end_of(pattern[0], words, range(start, start + 1))
    for part in pattern[1:]:
        index = None if index is None else _end_of(part, words, range(index, index + _GAP + 1))
    return index is not None


def _end_of(part: Sequence[str], words: Sequence[str], starts: Iterable[int]) -> int | None:
    """Return the index after `part`, which begins at the first possible index of `starts`; None if it is at none."""
    return next((start + len(part) for start in starts if tuple(words[start : start + len(part)]) == part), None)


def _negated_flags(words: Sequence[str], language: str) -> Iterator[bool]:
    """Yield for each word whether a negation before it affects it."""
    negations, only = (_stems(words_of[language], language) for words_of in (NEGATIONS, _ONLY))
    for index in range(len(words)):
        before = words[max(0, index - _NEGATED_WORDS) : index]
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
    parts = (_without_fillers(stems_of(part, language), language) for part in text.split(_GAP_MARK))
    return tuple(tuple(part) for part in parts if part)


@cache
def _data() -> Mapping[str, dict[str, Any]]:
    return tomllib.loads((files(__package__) / "conditions.toml").read_text(encoding="utf-8"))
