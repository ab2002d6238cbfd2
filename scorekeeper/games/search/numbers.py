"""Articles asked for by their number, however it is written: “DP-14”, “dp14”, “article dp 14”."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

_DASHES = "\\-\u2010-\u2014"
_ALONE = re.compile(rf"(?:art(?:icle|\.)?\s*)?([a-z]{{1,3}})[\s.{_DASHES}]*(\d{{1,3}})\W*", re.IGNORECASE)
_WITHIN = re.compile(rf"(?<![\w{_DASHES}])([a-z]{{1,3}})[{_DASHES}](\d{{1,3}})(?![\w{_DASHES}])", re.IGNORECASE)


def named(question: str, known: Collection[str]) -> tuple[str, ...]:
    """The known articles that a question names, in its order: all of it is a number, or some stand in it."""
    alone = _ALONE.fullmatch(question.strip())
    parts = [alone.groups()] if alone else _WITHIN.findall(question)
    return tuple(dict.fromkeys(number for number in map(_number, parts) if number in known))


def unknown(question: str, kinds: Collection[str]) -> str | None:
    """The number that is all of a question, where it is of a kind of article (`DP`, `T`) and names none known."""
    alone = _ALONE.fullmatch(question.strip())
    return _number(alone.groups()) if alone and alone[1].upper() in kinds else None


def kind(number: str) -> str:
    """What comes before the figures of a number: that of the game, or of any table."""
    return number.partition("-")[0]


def by_distance(number: str, known: Sequence[str]) -> list[str]:
    """The known numbers, the nearest to this one first, those of its kind before any other."""
    return sorted(known, key=lambda one: (kind(one) != kind(number), abs(_figures(one) - _figures(number))))


def _number(parts: Sequence[str]) -> str:
    return f"{parts[0].upper()}-{int(parts[1])}"


def _figures(number: str) -> int:
    return int(number.partition("-")[2])
