"""Announcements in the public formats: the point, sequences and sets of a seat, and the answers.

Example: `{"point": {"cards": 5, "pips": 49}, "sequences": [{"length": 4, "top": "Q"}],
"sets": [{"rank": "K", "size": 3}]}`. A category, `pips` or `top` that was not announced is omitted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.games.piquet.declarations import (
    PIPS,
    RANKS,
    Answer,
    Category,
    Declarations,
    Point,
    RankSet,
    Run,
    possible_pips,
    sort_declarations,
)
from scorekeeper.games.piquet.facts.amounts import (
    read_items,
    read_length,
    read_set_rank,
    read_set_size,
    refuse_duplicate_sets,
)
from scorekeeper.games.piquet.options import SEATS
from scorekeeper.games.shape import (
    ImpossibleFactsError,
    is_list,
    read_choice,
    read_object,
    read_whole,
)

_CATEGORIES = tuple(category.value for category in Category)
_ANSWERS = {answer.value: answer for answer in Answer}
_TOPS = {rank.code: rank for rank in RANKS}


def read_declared(json: object) -> tuple[Declarations | None, Declarations | None] | None:
    """Read the announcements by seat, None where none were entered. Raises `ImpossibleFactsError`."""
    if json is None:
        return None
    if not is_list(json) or len(json) != SEATS:
        raise ImpossibleFactsError("declared_shape", field="declared", article="PI-13", expected=SEATS)
    first, second = (None if item is None else _read_declarations(seat, item) for seat, item in enumerate(json))
    return None if first is None and second is None else (first, second)


def write_declared(declared: Sequence[Declarations | None]) -> list[dict[str, Any] | None]:
    """Return the announcements of both seats as JSON, without missing values."""
    return [None if announced is None else _write_declarations(announced) for announced in declared]


def read_answers(json: object) -> dict[Category, Answer]:
    """Read the answers by category (PI-13). Raises `ImpossibleFactsError`."""
    if json is None:
        return {}
    answers = read_object(json, _CATEGORIES, "answers", "PI-13")
    return {
        category: read_choice(answers[category.value], _ANSWERS, "answer_value", category.value, "PI-13")
        for category in Category
        if answers.get(category.value) is not None
    }


def write_answers(answers: Mapping[Category, Answer]) -> dict[str, str]:
    """Return the answers as JSON, in the order of announcing."""
    return {category.value: answers[category].value for category in Category if category in answers}


def _read_declarations(seat: int, json: object) -> Declarations:
    announced = read_object(json, _CATEGORIES, "declared", "PI-13")
    point = None if announced.get("point") is None else _read_point(seat, announced["point"])
    runs = [_read_run(seat, item) for item in read_items(announced.get("sequences"), "declared", "PI-13")]
    sets = [_read_set(item) for item in read_items(announced.get("sets"), "declared", "PI-13")]
    refuse_duplicate_sets([rank_set.rank for rank_set in sets])
    return sort_declarations(point, runs, sets)


def _read_point(seat: int, json: object) -> Point:
    item = read_object(json, ("cards", "pips"), "declared", "PI-13")
    if item.get("cards") is None:
        raise ImpossibleFactsError("point_missing", field="point", article="PI-9", seat=seat)
    cards = read_length(item["cards"], Category.POINT)
    if item.get("pips") is None:
        return Point(cards)
    value = read_whole(item["pips"], 0, sum(PIPS.values()), "point", "PI-2")
    if value not in possible_pips(cards):
        raise ImpossibleFactsError("pips_impossible", field="point", article="PI-2", cards=cards, pips=value)
    return Point(cards, value)


def _read_run(seat: int, json: object) -> Run:
    item = read_object(json, ("length", "top"), "declared", "PI-13")
    if item.get("length") is None:
        raise ImpossibleFactsError("sequence_missing", field="sequences", article="PI-10", seat=seat)
    length = read_length(item["length"], Category.SEQUENCES)
    if item.get("top") is None:
        return Run(length)
    top = read_choice(item["top"], _TOPS, "sequence_top", "sequences", "PI-10")
    if top - length + 1 < RANKS[0]:
        raise ImpossibleFactsError("sequence_top_low", field="sequences", article="PI-10", length=length, top=top.code)
    return Run(length, top)


def _read_set(json: object) -> RankSet:
    item = read_object(json, ("rank", "size"), "declared", "PI-13")
    return RankSet(read_set_rank(item.get("rank")), read_set_size(item.get("size")))


def _write_declarations(declared: Declarations) -> dict[str, Any]:
    written: dict[str, Any] = {}
    if declared.point is not None:
        written["point"] = _without_none(cards=declared.point.cards, pips=declared.point.pips)
    if declared.runs:
        written["sequences"] = [_without_none(length=run.length, top=run.top and run.top.code) for run in declared.runs]
    if declared.sets:
        written["sets"] = [{"rank": rank_set.rank.code, "size": rank_set.size} for rank_set in declared.sets]
    return written


def _without_none(**values: object) -> dict[str, object]:
    return {name: value for name, value in values.items() if value is not None}
