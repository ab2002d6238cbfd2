"""Declarations in the public formats: the point, sequences and sets of a seat, and the answers.

Example: `{"point": {"cards": 5, "pips": 49}, "sequences": [{"length": 4, "top": "Q"}],
"sets": [{"rank": "K", "size": 3}]}`. A category, `pips` or `top` that was not declared is omitted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.games.piquet.declarations import (
    ARTICLES,
    BRELAN,
    MAX_LENGTH,
    MIN_LENGTH,
    PIPS,
    QUATORZE,
    RANKS,
    SET_RANKS,
    Answer,
    Category,
    Declarations,
    Item,
    Point,
    RankSet,
    Run,
    possible_pips,
    sort_declarations,
)
from scorekeeper.games.piquet.facts.amounts import read_items
from scorekeeper.games.piquet.options import SEATS
from scorekeeper.games.shape import (
    ImpossibleFactsError,
    is_list,
    quotable,
    read_choice,
    read_object,
    read_whole,
)

_CATEGORIES = tuple(category.value for category in Category)
_ANSWERS = {answer.value: answer for answer in Answer}
_TOPS = {rank.code: rank for rank in RANKS}
_SET_RANKS = {rank.code: rank for rank in SET_RANKS}


def read_declared(json: object) -> tuple[Declarations | None, Declarations | None] | None:
    """Read the declarations by seat, None where none were entered. Raises `ImpossibleFactsError`."""
    if json is None:
        return None
    if not is_list(json) or len(json) != SEATS:
        raise ImpossibleFactsError("declared_shape", field="declared", article="PI-13", expected=SEATS)
    declared: list[Declarations | None] = [None, None]
    for seat, item in enumerate(json):
        if item is not None:
            declared[seat] = read_declarations(seat, item)
    first, second = declared
    if first is None and second is None:
        return None
    return first, second


def read_declarations(seat: int, json: object, *, ranks_needed: bool = True) -> Declarations:
    """Read the declarations of one seat. Raises `ImpossibleFactsError`."""
    declarations = read_object(json, _CATEGORIES, "declared", "PI-13")
    point = None
    if declarations.get("point") is not None:
        point = _read_point(seat, declarations["point"])
    runs = [_read_run(seat, item) for item in read_items(declarations.get("sequences"), "declared", "PI-13")]
    sets = [
        _read_set(item, rank_needed=ranks_needed) for item in read_items(declarations.get("sets"), "declared", "PI-13")
    ]
    ranks = [rank_set.rank for rank_set in sets if rank_set.rank]
    for index, rank in enumerate(ranks):
        # Four aces are not two brelans.
        if rank in ranks[:index]:
            raise ImpossibleFactsError("set_twice", field="sets", article="PI-11", rank=rank.code)
    return sort_declarations(point, runs, sets)


def write_declared(declared: Sequence[Declarations | None]) -> list[dict[str, Any] | None]:
    """Return the declarations of both seats as JSON, without missing values."""
    return [None if declarations is None else _write_declarations(declarations) for declarations in declared]


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
    """Return the answers as JSON, in the order of declaring."""
    return {category.value: answers[category].value for category in Category if category in answers}


def _read_point(seat: int, json: object) -> Point:
    item = read_object(json, ("cards", "pips"), "declared", "PI-13")
    if item.get("cards") is None:
        raise ImpossibleFactsError("point_missing", field="point", article="PI-9", seat=seat)
    cards = _read_length(item["cards"], Category.POINT)
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
    length = _read_length(item["length"], Category.SEQUENCES)
    if item.get("top") is None:
        return Run(length)
    top = read_choice(item["top"], _TOPS, "sequence_top", "sequences", "PI-10")
    if top - length + 1 < RANKS[0]:
        raise ImpossibleFactsError("sequence_top_low", field="sequences", article="PI-10", length=length, top=top.code)
    return Run(length, top)


def _read_set(json: object, *, rank_needed: bool) -> RankSet:
    """A set: four or three cards of A K Q J 10 (PI-11)."""
    item = read_object(json, ("rank", "size"), "declared", "PI-13")
    rank = None
    if rank_needed or "rank" in item:
        rank = read_choice(item.get("rank"), _SET_RANKS, "set_rank", "sets", "PI-11")
    size = item.get("size")
    if type(size) is not int or not BRELAN <= size <= QUATORZE:
        details = {"value": quotable(size), "values": [BRELAN, QUATORZE]}
        raise ImpossibleFactsError("set_size", field="sets", article="PI-11", **details)
    return RankSet(rank, size)


def _read_length(value: object, category: Category) -> int:
    """The number of cards of a point or sequence: 3 to 8 (PI-9, PI-10)."""
    field = category.value
    article = ARTICLES[category]
    details: dict[str, Any] = {"lowest": MIN_LENGTH, "highest": MAX_LENGTH, "value": quotable(value)}
    if type(value) is not int:
        raise ImpossibleFactsError("not_whole", field=field, article=article, **details)
    if not MIN_LENGTH <= value <= MAX_LENGTH:
        key = "point_range" if category is Category.POINT else "sequence_range"
        raise ImpossibleFactsError(key, field=field, article=article, **details)
    return value


def write_item(item: Item) -> dict[str, Any]:
    """Return one declaration as JSON, without pips, top or rank if they are unknown."""
    written: dict[str, object]
    if isinstance(item, Point):
        written = {"cards": item.cards, "pips": item.pips}
    elif isinstance(item, Run):
        written = {"length": item.length, "top": item.top and item.top.code}
    else:
        written = {"rank": item.rank and item.rank.code, "size": item.size}
    return {name: value for name, value in written.items() if value is not None}


def _write_declarations(declared: Declarations) -> dict[str, Any]:
    items = {category.value: list(map(write_item, declared.of(category))) for category in Category}
    written: dict[str, Any] = {category: of_category for category, of_category in items.items() if of_category}
    # A seat has at most one point, so it is not in a list.
    if declared.point is not None:
        (written["point"],) = written["point"]
    return written
