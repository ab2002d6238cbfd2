"""Questions that name the number of an article, in any spelling: “DP-14”, “dp14”, “article dp 14”."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

_DASHES = "\\-\u2010-\u2014"
_ALONE = re.compile(rf"(?:art(?:icle|\.)?\s*)?([a-z]{{1,3}})[\s.{_DASHES}]*(\d{{1,3}})\W*", re.IGNORECASE)
_WITHIN = re.compile(rf"(?<![\w{_DASHES}])([a-z]{{1,3}})[{_DASHES}](\d{{1,3}})(?![\w{_DASHES}])", re.IGNORECASE)


def named(question: str, known: Collection[str]) -> tuple[str, ...]:
    """Return the known article numbers in a question, in order; the question is one number or contains some."""
    whole = _ALONE.fullmatch(question.strip())
    parts = [whole.groups()] if whole else _WITHIN.findall(question)
    return tuple(dict.fromkeys(number for number in map(_number, parts) if number in known))


def unknown(question: str, kinds: Collection[str]) -> str | None:
    """Return the article number if the whole question is one with a known prefix (`DP`, `T`), else None."""
    whole = _ALONE.fullmatch(question.strip())
    return _number(whole.groups()) if whole and whole[1].upper() in kinds else None


def kind(number: str) -> str:
    """Return the prefix of an article number, which names its game."""
    return number.partition("-")[0]


def by_distance(number: str, known: Sequence[str]) -> list[str]:
    """Sort the known numbers by their distance to this one, those of the same prefix first."""
    return sorted(known, key=lambda one: (kind(one) != kind(number), abs(_serial(one) - _serial(number))))


def _number(parts: Sequence[str]) -> str:
    return f"{parts[0].upper()}-{int(parts[1])}"


def _serial(number: str) -> int:
    return int(number.partition("-")[2])
