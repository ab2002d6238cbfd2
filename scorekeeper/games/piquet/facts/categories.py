"""The score of each category in the public formats: its winner and the combinations of that seat.

Example: `{"point": {"winner": 0, "cards": 5}, "sequences": {"winner": 0, "lengths": [4, 3]},
"sets": {"winner": 1, "sizes": [4], "ranks": ["10"]}}`. A category without a winner is omitted, and so are `ranks` if
they are unknown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.games.piquet.declarations import ARTICLES, Category, CategoryScore
from scorekeeper.games.piquet.facts.amounts import (
    read_items,
    read_length,
    read_seat,
    read_set_rank,
    read_set_size,
    refuse_duplicate_sets,
)
from scorekeeper.games.shape import ImpossibleFactsError, Json, read_object

_AMOUNT_KEYS = {Category.POINT: "cards", Category.SEQUENCES: "lengths", Category.SETS: "sizes"}


def read_scored(json: Json) -> dict[Category, CategoryScore]:
    """Read the scores by category (PI-9, PI-10, PI-11). Raises `ImpossibleFactsError`."""
    scores = {category: _read_score(category, json.get(category.value)) for category in Category}
    return {category: score for category, score in scores.items() if score is not None}


def write_scored(scored: Mapping[Category, CategoryScore]) -> dict[str, Any]:
    """Return the scores as JSON, without categories that no seat scored."""
    written: dict[str, Any] = {}
    for category, score in scored.items():
        amounts = score.amounts[0] if category is Category.POINT else list(score.amounts)
        ranks = {} if score.ranks is None else {"ranks": [rank.code for rank in score.ranks]}
        written[category.value] = {"winner": score.winner, _AMOUNT_KEYS[category]: amounts, **ranks}
    return written


def _read_score(category: Category, json: object) -> CategoryScore | None:
    if json is None:
        return None
    item = read_object(json, ("winner", *_keys(category)), category.value, ARTICLES[category])
    winner = _read_winner(category, item)
    if winner is None:
        return None
    if category is Category.SETS:
        return _read_sets(winner, item)
    values: Sequence[object]
    if category is Category.POINT:
        key, values = "point_missing", () if item.get("cards") is None else (item["cards"],)
    else:
        key, values = "sequence_missing", read_items(item.get("lengths"), category.value, ARTICLES[category])
    lengths = [read_length(value, category) for value in values]
    if not lengths:
        raise ImpossibleFactsError(key, field=category.value, article=ARTICLES[category], seat=winner)
    return CategoryScore(winner, tuple(sorted(lengths, reverse=True)))


def _read_sets(winner: int, item: Json) -> CategoryScore:
    """The sizes of the sets and, if entered, the rank of each (PI-11)."""
    sizes = [read_set_size(value) for value in read_items(item.get("sizes"), "sets", "PI-11")]
    if not sizes:
        raise ImpossibleFactsError("set_missing", field="sets", article="PI-11", seat=winner)
    if item.get("ranks") is None:
        return CategoryScore(winner, tuple(sorted(sizes, reverse=True)))
    ranks = [read_set_rank(value) for value in read_items(item["ranks"], "sets", "PI-11")]
    if len(ranks) != len(sizes):
        raise ImpossibleFactsError("ranks_length", field="sets", article="PI-11", expected=len(sizes), found=len(ranks))
    refuse_duplicate_sets(ranks)
    paired = sorted(zip(sizes, ranks, strict=True), reverse=True)
    return CategoryScore(winner, tuple(size for size, _ in paired), tuple(rank for _, rank in paired))


def _read_winner(category: Category, item: Json) -> int | None:
    """The seat that scored a category, None if no seat did; the category must then have no combinations."""
    winner, name, article = item.get("winner"), category.value, ARTICLES[category]
    if winner in ([0, 1], [1, 0]):
        raise ImpossibleFactsError("both_score", field=name, article=article)
    if winner is not None:
        return read_seat(winner, name, article)
    if any(item.get(key) not in (None, [], ()) for key in _keys(category)):
        raise ImpossibleFactsError("scored_by_nobody", field=name, article=article)
    return None


def _keys(category: Category) -> tuple[str, ...]:
    return ("sizes", "ranks") if category is Category.SETS else (_AMOUNT_KEYS[category],)
