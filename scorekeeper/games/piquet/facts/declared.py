"""Declarations in the public formats: the point, sequences and sets of a seat, and the answers.

Example of the declarations of one seat; a category, `pips` or `top` that was not declared is omitted:

    {
        "point": {"cards": 5, "pips": 49},
        "sequences": [{"length": 4, "top": "Q"}],
        "sets": [{"size": 3, "rank": "K"}]
    }

A *point* is cards of one suit, its *pips* the sum of their values; a *sequence* is consecutive cards of one suit, its
*top* the highest of them; a *set* is four cards of a rank (a *quatorze*) or three (a *brelan*). In a `Combination`, the
*amount* is the number of cards, the *height* the pips, top or rank. The *answers* are those of the dealer to the other
seat's declarations, by category: `{"point": "good", "sets": "equal"}`. PI-9 and the like are numbered rules of Piquet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.cards.cards import Rank
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
    Combination,
    Declarations,
    possible_pips,
    sort_declarations,
)
from scorekeeper.games.piquet.facts.amounts import read_by_seat, read_items
from scorekeeper.games.piquet.options import SEATS
from scorekeeper.games.shape import (
    ImpossibleFactsError,
    quotable,
    read_choice,
    read_object,
    read_whole,
)

_CATEGORIES = tuple(category.value for category in Category)
# By category, the keys of the amount and of the height of a combination in JSON.
_NAMES = {
    Category.POINT: ("cards", "pips"),
    Category.SEQUENCES: ("length", "top"),
    Category.SETS: ("size", "rank"),
}
# The answers, tops of sequences and ranks of sets, each by its text in JSON: "Q" for the queen.
_ANSWERS = {answer.value: answer for answer in Answer}
_TOPS = {rank.code: rank for rank in RANKS}
_SET_RANKS = {rank.code: rank for rank in SET_RANKS}


def read_declared(json: object) -> tuple[Declarations | None, Declarations | None]:
    """Read the declarations by seat, None where none were entered. Raises `ImpossibleFactsError`."""
    # The error for anything but a list of two.
    error = ImpossibleFactsError("declared_shape", field="declared", article="PI-13", expected=SEATS)
    return read_by_seat(json, error, read_declarations)


def read_declarations(seat: int, json: object, *, ranks_needed: bool = True) -> Declarations:
    """Read the declarations of one seat. Raises `ImpossibleFactsError`.

    Without `ranks_needed`, a set may have no rank: it was entered as scored, by its size only.
    """
    declarations = read_object(json, _CATEGORIES, "declared", "PI-13")
    points = []
    if declarations.get("point") is not None:
        points.append(_read_length_and_height(seat, Category.POINT, declarations["point"]))
    runs = [
        _read_length_and_height(seat, Category.SEQUENCES, item)
        for item in read_items(declarations.get("sequences"), "declared", "PI-13")
    ]
    sets = [
        _read_set(item, rank_needed=ranks_needed) for item in read_items(declarations.get("sets"), "declared", "PI-13")
    ]
    # The known ranks of the sets.
    ranks = [rank_set.height for rank_set in sets if rank_set.height]
    for index, rank in enumerate(ranks):
        # Four aces are not two brelans.
        if rank in ranks[:index]:
            raise ImpossibleFactsError("set_twice", field="sets", article="PI-11", rank=Rank(rank).code)
    return sort_declarations(points, runs, sets)


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


def _read_length_and_height(seat: int, category: Category, json: object) -> Combination:
    """Read a point with its pips (PI-9) or a sequence with its highest card (PI-10); pips or card may be missing."""
    amount_name, height_name = _NAMES[category]
    field, article = category.value, ARTICLES[category]
    # The keys of the errors.
    missing, out_of_range = "sequence_missing", "sequence_range"
    if category is Category.POINT:
        missing, out_of_range = "point_missing", "point_range"
    item = read_object(json, _NAMES[category], "declared", "PI-13")
    value = item.get(amount_name)
    if value is None:
        raise ImpossibleFactsError(missing, field=field, article=article, seat=seat)
    details: dict[str, Any] = {"lowest": MIN_LENGTH, "highest": MAX_LENGTH, "value": quotable(value)}
    if type(value) is not int:
        raise ImpossibleFactsError("not_whole", field=field, article=article, **details)
    if not MIN_LENGTH <= value <= MAX_LENGTH:
        raise ImpossibleFactsError(out_of_range, field=field, article=article, **details)
    height = item.get(height_name)
    if height is None:
        return Combination(value)
    # The pips must be a sum that this number of cards of one suit can have.
    if category is Category.POINT:
        height = read_whole(height, 0, sum(PIPS.values()), field, "PI-2")
        if height not in possible_pips(value):
            raise ImpossibleFactsError("pips_impossible", field=field, article="PI-2", cards=value, pips=height)
        return Combination(value, height)
    top = read_choice(height, _TOPS, "sequence_top", field, article)
    # The lowest card of the sequence would be below the 7, the lowest one of the deck.
    if top - value + 1 < RANKS[0]:
        raise ImpossibleFactsError("sequence_top_low", field=field, article=article, length=value, top=top.code)
    return Combination(value, top)


def _read_set(json: object, *, rank_needed: bool) -> Combination:
    """Read a set: four or three cards of one rank from the ten to the ace (PI-11)."""
    # The keys are reversed because the error for an unknown key lists them, the rank first.
    item = read_object(json, _NAMES[Category.SETS][::-1], "declared", "PI-13")
    rank = None
    if rank_needed or "rank" in item:
        rank = read_choice(item.get("rank"), _SET_RANKS, "set_rank", "sets", "PI-11")
    size = item.get("size")
    if type(size) is not int or not BRELAN <= size <= QUATORZE:
        details = {"value": quotable(size), "values": [BRELAN, QUATORZE]}
        raise ImpossibleFactsError("set_size", field="sets", article="PI-11", **details)
    return Combination(size, rank)


def write_item(category: Category, item: Combination) -> dict[str, Any]:
    """Return one declaration as JSON, without pips, top or rank if they are unknown."""
    amount_name, height_name = _NAMES[category]
    written: dict[str, Any] = {amount_name: item.amount}
    if item.height is not None:
        # Pips are a number; a top or rank is a letter of the public formats, such as `K`.
        written[height_name] = item.height if category is Category.POINT else Rank(item.height).code
    return written


def _write_declarations(declared: Declarations) -> dict[str, Any]:
    written: dict[str, Any] = {
        category.value: [write_item(category, item) for item in items] for category, items in declared.items() if items
    }
    # A seat has at most one point, which is not in a list: replace the list of one item by its item.
    if "point" in written:
        (written["point"],) = written["point"]
    return written
