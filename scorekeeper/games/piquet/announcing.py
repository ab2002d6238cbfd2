"""Announcements in the public formats: what a seat says of its point, its sequences and its sets.

`{"point": {"cards": 5, "pips": 49}, "sequences": [{"length": 4, "top": "Q"}], "sets": [{"rank": "K", "size": 3}]}`,
each key left out when nothing was announced, `pips` and `top` when nobody asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.cards.cards import Rank
from scorekeeper.games.piquet.declarations import (
    ARTICLES,
    BRELAN,
    LONGEST,
    PIPS,
    QUATORZE,
    RANKS,
    SET_RANKS,
    SHORTEST,
    Answer,
    Category,
    Declarations,
    Point,
    Run,
    SetOf,
    possible_pips,
    sort,
)
from scorekeeper.games.piquet.options import SEATS
from scorekeeper.games.shape import ImpossibleFactsError, quotable, read_whole

ITEMS = 12
_QUOTED = 40
_BY_CODE = {rank.code: rank for rank in RANKS}
_SETS = {rank.code: rank for rank in SET_RANKS}


def read_declarations(seat: int, json: object) -> Declarations:
    """What a seat announces, from its JSON form. Raises `ImpossibleFactsError`."""
    if not isinstance(json, Mapping):
        raise ImpossibleFactsError("declared_shape", field="declared", article="PI-13", seat=seat)
    refuse_unknown(json, {category.value for category in Category})
    point = None if json.get("point") is None else _read_point(seat, json["point"])
    runs = [_read_run(seat, item) for item in _items(seat, json.get("sequences"))]
    return sort(point, runs, read_sets(seat, json.get("sets")))


def write_declarations(declared: Declarations) -> dict[str, Any]:
    """The JSON form of what a seat announces, only what was said."""
    written: dict[str, Any] = {}
    if declared.point is not None:
        written["point"] = _said(cards=declared.point.cards, pips=declared.point.pips)
    if declared.runs:
        tops = [(run.length, None if run.top is None else run.top.code) for run in declared.runs]
        written["sequences"] = [_said(length=length, top=top) for length, top in tops]
    if declared.sets:
        written["sets"] = [{"rank": one.rank.code, "size": one.size} for one in declared.sets]
    return written


def read_declared(json: object) -> tuple[Declarations | None, Declarations | None] | None:
    """What both seats announce, None for a seat that said nothing. Raises `ImpossibleFactsError`."""
    if json is None:
        return None
    if not isinstance(json, Sequence) or isinstance(json, str) or len(json) != SEATS:
        raise ImpossibleFactsError("declared_shape", field="declared", article="PI-13")
    one, other = (None if item is None else read_declarations(seat, item) for seat, item in enumerate(json))
    return None if one is None and other is None else (one, other)


def write_declared(declared: Sequence[Declarations | None]) -> list[dict[str, Any] | None]:
    """The JSON form of what both seats announce."""
    return [None if one is None else write_declarations(one) for one in declared]


def read_answers(json: object) -> dict[Category, Answer]:
    """What the dealer answered, or the table settled, by category (PI-13). Raises `ImpossibleFactsError`."""
    if json is None:
        return {}
    if not isinstance(json, Mapping):
        raise ImpossibleFactsError("not_an_object", field="answers", article="PI-13")
    refuse_unknown(json, {category.value for category in Category})
    found = {}
    for category in Category:
        value = json.get(category.value)
        if value is None:
            continue
        if not isinstance(value, str) or value not in {answer.value for answer in Answer}:
            raise ImpossibleFactsError("answer_value", field=category.value, article="PI-13", value=quotable(value))
        found[category] = Answer(value)
    return found


def write_answers(answers: Mapping[Category, Answer]) -> dict[str, str]:
    """The JSON form of the answers, in the order of announcing."""
    return {category.value: answers[category].value for category in Category if category in answers}


def read_sets(seat: int, json: object) -> list[SetOf]:
    """Quatorzes and brelans, each rank once, `[{"rank": "K", "size": 3}]` (PI-11). Raises `ImpossibleFactsError`."""
    found: list[SetOf] = []
    for item in _items(seat, json):
        refuse_unknown(item, {"rank", "size"})
        found.append(SetOf(read_set_rank(item.get("rank")), read_set_size(item.get("size"))))
    refuse_twice([one.rank for one in found])
    return found


def refuse_twice(ranks: Sequence[Rank]) -> None:
    """A seat holds one set of a rank: four aces are no two brelans (PI-11). Raises `ImpossibleFactsError`."""
    for index, rank in enumerate(ranks):
        if rank in ranks[:index]:
            raise ImpossibleFactsError("set_twice", field="sets", article="PI-11", rank=rank.code)


def read_set_rank(value: object) -> Rank:
    """A rank of which a set scores: A K Q J 10 (PI-11). Raises `ImpossibleFactsError`."""
    rank = _SETS.get(value) if isinstance(value, str) else None
    if rank is None:
        raise ImpossibleFactsError("set_rank", field="sets", article="PI-11", value=quotable(value))
    return rank


def read_set_size(value: object) -> int:
    """The size of a set: 4 or 3 (PI-11). Raises `ImpossibleFactsError`."""
    if type(value) is not int or not BRELAN <= value <= QUATORZE:
        raise ImpossibleFactsError("set_size", field="sets", article="PI-11", value=quotable(value))
    return value


def read_length(value: object, category: Category) -> int:
    """The cards of a point or of a sequence: 3 to 8 (PI-9, PI-10). Raises `ImpossibleFactsError`."""
    article = ARTICLES[category]
    if type(value) is not int:
        raise ImpossibleFactsError("not_whole", field=category.value, article=article, value=quotable(value))
    if not SHORTEST <= value <= LONGEST:
        raise ImpossibleFactsError(
            "point_range" if category is Category.POINT else "sequence_range",
            field=category.value,
            article=article,
            lowest=SHORTEST,
            highest=LONGEST,
            value=quotable(value),
        )
    return value


def _read_point(seat: int, json: object) -> Point:
    item = _item(seat, json)
    refuse_unknown(item, {"cards", "pips"})
    if item.get("cards") is None:
        raise ImpossibleFactsError("point_missing", field="point", article="PI-9", seat=seat)
    cards = read_length(item["cards"], Category.POINT)
    if item.get("pips") is None:
        return Point(cards)
    value = read_whole(item["pips"], 0, sum(PIPS.values()), "point", "PI-2")
    if value not in possible_pips(cards):
        raise ImpossibleFactsError("pips_impossible", field="point", article="PI-2", cards=cards, pips=value)
    return Point(cards, value)


def _read_run(seat: int, item: Mapping[str, Any]) -> Run:
    refuse_unknown(item, {"length", "top"})
    if item.get("length") is None:
        raise ImpossibleFactsError("sequence_missing", field="sequences", article="PI-10", seat=seat)
    length, value = read_length(item["length"], Category.SEQUENCES), item.get("top")
    if value is None:
        return Run(length)
    top = _BY_CODE.get(value) if isinstance(value, str) else None
    if top is None:
        raise ImpossibleFactsError("sequence_top", field="sequences", article="PI-10", value=quotable(value))
    if top - length + 1 < RANKS[0]:
        raise ImpossibleFactsError("sequence_top_low", field="sequences", article="PI-10", length=length, top=top.code)
    return Run(length, top)


def _items(seat: int, json: object) -> list[Mapping[str, Any]]:
    if json is None:
        return []
    if not isinstance(json, Sequence) or isinstance(json, str) or len(json) > ITEMS:
        raise ImpossibleFactsError("declared_shape", field="declared", article="PI-13", seat=seat)
    return [_item(seat, item) for item in json]


def _item(seat: int, json: object) -> Mapping[str, Any]:
    if not isinstance(json, Mapping):
        raise ImpossibleFactsError("declared_shape", field="declared", article="PI-13", seat=seat)
    return json


def refuse_unknown(json: Mapping[str, Any], known: set[str]) -> None:
    """Refuse keys of the facts that nothing is known by. Raises `ImpossibleFactsError`."""
    unknown = set(json) - known
    if unknown:
        raise ImpossibleFactsError("unknown_fact", field=min(map(str, unknown))[:_QUOTED])


def _said(**values: object) -> dict[str, object]:
    """What was said, without what was not."""
    return {name: value for name, value in values.items() if value is not None}
