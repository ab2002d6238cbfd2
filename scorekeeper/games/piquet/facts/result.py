"""The scored form of a coup: the seat that scored each category, and its combinations. It is read like declarations.

In this example seat 0 scores a point of five cards and two sequences, of four and three cards; seat 1 scores four tens.
A category that no seat scored is omitted, and so are `ranks` if they are unknown.

    {
        "point": {"winner": 0, "cards": 5},
        "sequences": {"winner": 0, "lengths": [4, 3]},
        "sets": {"winner": 1, "sizes": [4], "ranks": ["10"]}
    }

A *coup* is one deal of Piquet. The *winner* of a category is the seat that scored it; the categories are the point (its
number of cards), sequences (their lengths) and sets (three or four cards of a rank). PI-10 and the like are numbered
rules.
"""

from __future__ import annotations

from typing import Any

from scorekeeper.games.piquet.declarations import ARTICLES, Category
from scorekeeper.games.piquet.facts.amounts import read_items, read_seat
from scorekeeper.games.piquet.options import SEATS
from scorekeeper.games.shape import ImpossibleFactsError, Json, read_object

# By category, the keys of its combinations.
_KEYS = {Category.POINT: ("cards",), Category.SEQUENCES: ("lengths",), Category.SETS: ("sizes", "ranks")}


def result_as_declared(json: Json) -> list[dict[str, Any]]:
    """Return by seat the combinations that it scored, in the JSON of declarations, which `read_declarations` reads.

    If seat 0 scored a point of five cards and seat 1 nothing, the result is `[{"point": {"cards": 5}}, {}]`. Raises
    `ImpossibleFactsError` for a category without one winner or without combinations.
    """
    # By seat, its combinations by category.
    declared: list[dict[str, Any]] = [{} for _ in range(SEATS)]
    for category in Category:
        if json.get(category.value) is None:
            continue
        item = read_object(json[category.value], ("winner", *_KEYS[category]), category.value, ARTICLES[category])
        winner = _read_winner(category, item)
        # No seat scored this category.
        if winner is None:
            continue
        if category is Category.POINT:
            combinations: Any = {"cards": item.get("cards")}
        elif category is Category.SEQUENCES:
            # Without lengths, one sequence of the length None is returned, which `read_declarations` refuses.
            lengths = read_items(item.get("lengths"), "sequences", "PI-10") or [None]
            combinations = [{"length": length} for length in lengths]
        else:
            combinations = _sets_as_declared(item, winner)
        declared[winner][category.value] = combinations
    return declared


def _read_winner(category: Category, item: Json) -> int | None:
    """Read the seat that scored a category, None if no seat did; the category must then have no combinations."""
    winner = item.get("winner")
    name = category.value
    article = ARTICLES[category]
    # A request may name both seats; only one can score a category.
    if winner in ([0, 1], [1, 0]):
        raise ImpossibleFactsError("both_score", field=name, article=article)
    if winner is not None:
        return read_seat(winner, name, article)
    # No winner: there may be no combinations, which are missing or an empty list.
    if any(item.get(key) not in (None, [], ()) for key in _KEYS[category]):
        raise ImpossibleFactsError("scored_by_nobody", field=name, article=article)
    return None


def _sets_as_declared(item: Json, winner: int) -> list[dict[str, Any]]:
    """Return the scored sets as declarations, each with its size and, if entered, its rank (PI-11)."""
    sizes = read_items(item.get("sizes"), "sets", "PI-11")
    if not sizes:
        raise ImpossibleFactsError("set_missing", field="sets", article="PI-11", seat=winner)
    if item.get("ranks") is None:
        return [{"size": size} for size in sizes]
    ranks = read_items(item["ranks"], "sets", "PI-11")
    if len(ranks) != len(sizes):
        raise ImpossibleFactsError("ranks_length", field="sets", article="PI-11", expected=len(sizes), found=len(ranks))
    return [{"size": size, "rank": rank} for size, rank in zip(sizes, ranks, strict=True)]
