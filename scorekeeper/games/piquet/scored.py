"""What each category of declarations gave, and to whom: as the scribe entered it, or as the announcements decide it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.cards.cards import Rank
from scorekeeper.games.piquet.announcing import (
    ITEMS,
    read_length,
    read_set_rank,
    read_set_size,
    refuse_twice,
    refuse_unknown,
)
from scorekeeper.games.piquet.declarations import (
    ARTICLES,
    Answer,
    Category,
    Declarations,
    announces,
    answer_to,
    points_of_run,
    points_of_set,
)
from scorekeeper.games.piquet.options import SEATS
from scorekeeper.games.piquet.play import dealer_of
from scorekeeper.games.shape import ImpossibleFactsError, quotable


@dataclass(frozen=True, slots=True)
class PointScore:
    """Who scores the point, and how many cards it has (PI-9)."""

    winner: int
    cards: int

    @property
    def points(self) -> int:
        """What it is worth: one a card (PI-9)."""
        return self.cards


@dataclass(frozen=True, slots=True)
class SequencesScore:
    """Who scores sequences, and their lengths, the longest first (PI-10)."""

    winner: int
    lengths: tuple[int, ...]

    @property
    def points(self) -> int:
        """What they are worth together (PI-10)."""
        return sum(map(points_of_run, self.lengths))


@dataclass(frozen=True, slots=True)
class SetsScore:
    """Who scores quatorzes and brelans, their sizes (4 or 3, the best first) and, if they were said, their ranks."""

    winner: int
    sizes: tuple[int, ...]
    ranks: tuple[Rank, ...] | None = None

    @property
    def points(self) -> int:
        """What they are worth together (PI-11)."""
        return sum(map(points_of_set, self.sizes))


@dataclass(frozen=True, slots=True)
class Scored:
    """What each category gave, and to whom; None when nobody scored it."""

    point: PointScore | None = None
    sequences: SequencesScore | None = None
    sets: SetsScore | None = None


def points_of(scored: Scored, seat: int) -> int:
    """What the declarations give a seat, a carte blanche apart (PI-9, PI-10, PI-11)."""
    return sum(points_in(scored, category, seat) for category in Category)


def points_in(scored: Scored, category: Category, seat: int) -> int:
    """What one category gives a seat (PI-9, PI-10, PI-11)."""
    one = _by_category(scored).get(category)
    return one.points if one is not None and one.winner == seat else 0


def winners_of(scored: Scored) -> dict[Category, int]:
    """Who scored each category; a category nobody scored is left out."""
    return {category: one.winner for category, one in _by_category(scored).items()}


def read_scored(json: Mapping[str, Any]) -> Scored:
    """What was entered as scored, category by category (PI-9, PI-10, PI-11). Raises `ImpossibleFactsError`."""
    return Scored(
        _read_point(json.get(Category.POINT.value)),
        _read_sequences(json.get(Category.SEQUENCES.value)),
        _read_sets(json.get(Category.SETS.value)),
    )


def write_scored(scored: Scored) -> dict[str, Any]:
    """The JSON form of what was entered as scored; what nobody scored is left out."""
    written: dict[str, Any] = {}
    if scored.point is not None:
        written["point"] = {"winner": scored.point.winner, "cards": scored.point.cards}
    if scored.sequences is not None:
        written["sequences"] = {"winner": scored.sequences.winner, "lengths": list(scored.sequences.lengths)}
    if scored.sets is not None:
        written["sets"] = {"winner": scored.sets.winner, "sizes": list(scored.sets.sizes)}
        if scored.sets.ranks is not None:
            written["sets"]["ranks"] = [rank.code for rank in scored.sets.ranks]
    return written


def settle(
    elder: int,
    announced: tuple[Declarations, Declarations],
    answers: Mapping[Category, Answer],
    offender: int | None = None,
) -> Scored:
    """What the announcements of both seats give, the answers at the table overruling them (PI-9 to PI-13).

    After a false declaration the offender scores nothing, and the other everything it announced, good or not (PI-37).
    Raises `UndecidedError` when equality hangs on what was not said, `ImpossibleFactsError` when an answer gives a
    category to a seat that announced nothing in it.
    """
    won: dict[Category, Declarations | None] = {}
    seats: dict[Category, int] = {}
    for category in Category:
        winner = _winner(category, elder, announced, answers) if offender is None else (offender + 1) % SEATS
        good = winner is not None and announces(category, announced[winner])
        won[category] = announced[winner] if winner is not None and good else None
        seats[category] = winner or 0
    point, runs, sets = won[Category.POINT], won[Category.SEQUENCES], won[Category.SETS]
    return Scored(
        PointScore(seats[Category.POINT], point.point.cards) if point is not None and point.point is not None else None,
        SequencesScore(seats[Category.SEQUENCES], tuple(run.length for run in runs.runs)) if runs is not None else None,
        _sets_score(seats[Category.SETS], sets) if sets is not None else None,
    )


def _by_category(scored: Scored) -> dict[Category, PointScore | SequencesScore | SetsScore]:
    found = {Category.POINT: scored.point, Category.SEQUENCES: scored.sequences, Category.SETS: scored.sets}
    return {category: one for category, one in found.items() if one is not None}


def _sets_score(winner: int, declared: Declarations) -> SetsScore:
    return SetsScore(winner, tuple(one.size for one in declared.sets), tuple(one.rank for one in declared.sets))


def _winner(
    category: Category, elder: int, announced: tuple[Declarations, Declarations], answers: Mapping[Category, Answer]
) -> int | None:
    """Who scores a category: as the table answered (PI-13), or by comparison."""
    dealer = dealer_of(elder)
    answer = answers.get(category)
    seats = {Answer.GOOD: elder, Answer.NOT_GOOD: dealer}
    if answer is None:
        answer = answer_to(category, announced[elder], announced[dealer])
    elif answer in seats and not announces(category, announced[seats[answer]]):
        raise ImpossibleFactsError("answer_empty", field=category.value, article="PI-13", seat=seats[answer])
    return None if answer is None else seats.get(answer)


def _read_point(json: object) -> PointScore | None:
    item, winner = _read_winner(Category.POINT, json, {"cards"})
    if winner is None:
        return None
    if item.get("cards") is None:
        raise ImpossibleFactsError("point_missing", field="point", article="PI-9", seat=winner)
    return PointScore(winner, read_length(item["cards"], Category.POINT))


def _read_sequences(json: object) -> SequencesScore | None:
    item, winner = _read_winner(Category.SEQUENCES, json, {"lengths"})
    if winner is None:
        return None
    lengths = [read_length(value, Category.SEQUENCES) for value in _list(Category.SEQUENCES, item.get("lengths"))]
    if not lengths:
        raise ImpossibleFactsError("sequence_missing", field="sequences", article="PI-10", seat=winner)
    return SequencesScore(winner, tuple(sorted(lengths, reverse=True)))


def _read_sets(json: object) -> SetsScore | None:
    item, winner = _read_winner(Category.SETS, json, {"sizes", "ranks"})
    if winner is None:
        return None
    sizes = [read_set_size(value) for value in _list(Category.SETS, item.get("sizes"))]
    if not sizes:
        raise ImpossibleFactsError("set_missing", field="sets", article="PI-11", seat=winner)
    if item.get("ranks") is None:
        return SetsScore(winner, tuple(sorted(sizes, reverse=True)))
    ranks = [read_set_rank(value) for value in _list(Category.SETS, item["ranks"])]
    if len(ranks) != len(sizes):
        raise ImpossibleFactsError("ranks_length", field="sets", article="PI-11", expected=len(sizes), found=len(ranks))
    refuse_twice(ranks)
    paired = sorted(zip(sizes, ranks, strict=True), reverse=True)
    return SetsScore(winner, tuple(size for size, _ in paired), tuple(rank for _, rank in paired))


def _read_winner(category: Category, json: object, keys: set[str]) -> tuple[Mapping[str, Any], int | None]:
    """A category as entered, and who scored it; nothing may be said of one that nobody scored."""
    name, article = category.value, ARTICLES[category]
    if json is None:
        return {}, None
    if not isinstance(json, Mapping):
        raise ImpossibleFactsError("not_an_object", field=name, article=article)
    refuse_unknown(json, {"winner", *keys})
    winner = json.get("winner")
    if winner in ([0, 1], [1, 0]):
        raise ImpossibleFactsError("both_score", field=name, article=article)
    if winner is None:
        if any(json.get(key) not in (None, [], ()) for key in keys):
            raise ImpossibleFactsError("scored_by_nobody", field=name, article=article)
        return {}, None
    if type(winner) is not int or not 0 <= winner < SEATS:
        raise ImpossibleFactsError("seat_value", field=name, article=article, value=quotable(winner))
    return json, winner


def _list(category: Category, json: object) -> Sequence[object]:
    if json is None:
        return ()
    if not isinstance(json, Sequence) or isinstance(json, str):
        raise ImpossibleFactsError("not_a_list", field=category.value, article=ARTICLES[category])
    if len(json) > ITEMS:
        raise ImpossibleFactsError("wrong_length", field=category.value, expected=ITEMS, found=len(json))
    return json
