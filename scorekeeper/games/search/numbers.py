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
    parts = _WITHIN.findall(question)
    if whole:
        parts = [whole.groups()]
    return tuple(dict.fromkeys(number for number in map(_number, parts) if number in known))


def is_number(question: str) -> bool:
    """Return whether the whole question has the form of an article number."""
    return _ALONE.fullmatch(question.strip()) is not None


def _number(parts: Sequence[str]) -> str:
    return f"{parts[0].upper()}-{int(parts[1])}"
