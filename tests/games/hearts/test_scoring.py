"""The facts of Dame de Pique and their points: each case of the files in data/hearts."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from support.case_files import Case, check_manches, each

from scorekeeper.games.contract import MancheFacts
from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.hearts.facts import (
    HeartsFacts,
    TakenCards,
    TypedPoints,
    complete_points,
    possible_volte_side,
)
from scorekeeper.games.shape import ImpossibleFactsError, IncompleteFactsError

if TYPE_CHECKING:
    from collections.abc import Iterator

JACK = {"jack_of_diamonds": -10}
SEVEN = {"seven_of_clubs": 7}
SWEPT = {"H": (0, 0, 0, 13), "QS": (0, 0, 0, 1)}


@each("hearts/scoring")
def test_the_points_and_their_lines(case: Case) -> None:
    check_manches(HEARTS, case)


@each("hearts/facts")
def test_facts_are_read_or_refused(case: Case) -> None:
    check_manches(HEARTS, case)


@each("hearts/ending")
def test_how_a_partie_ends(case: Case) -> None:
    manches = [{"points": manche} if isinstance(manche, list) else manche for manche in case["manches"]]
    check_manches(HEARTS, {**case, "manches": manches})


@each("hearts/completion")
def test_a_row_is_completed_only_when_its_blanks_follow(case: Case) -> None:
    typed, completed = (
        tuple(None if part == "_" else int(part) for part in case[row].split()) for row in ("typed", "completed")
    )
    assert complete_points(HEARTS.read_options(case.get("options", {}), 4), 4, typed) == completed


@pytest.mark.parametrize(
    ("chosen", "facts", "side"),
    [
        pytest.param({"teams": True}, TypedPoints((26, 0)), 0, id="DP-24 one team has all of it"),
        pytest.param({"teams": True}, TypedPoints((25, 1)), None, id="DP-24 the other team has a heart"),
        pytest.param(JACK, TypedPoints((0, 16, 0, 0)), 1, id="DP-23 one seat has what all the cards are worth"),
        pytest.param({"moon": "off"}, TypedPoints((26, 0, 0, 0)), None, id="DP-24 there is no volte here"),
        pytest.param({}, TypedPoints((5, 4, 16, 1)), None, id="DP-17 an ordinary manche"),
        pytest.param({"teams": True}, TakenCards(SWEPT, None), 1, id="DP-24 seat 3 took every card that counts"),
        pytest.param({}, TakenCards({**SWEPT, "QS": (1, 0, 0, 0)}, None), None, id="DP-21 all hearts, no queen"),
    ],
)
def test_a_side_with_every_point_may_have_a_volte(chosen: dict[str, Any], facts: HeartsFacts, side: int | None) -> None:
    assert possible_volte_side(HEARTS.read_options(chosen, 4), 4, facts) == side


def shares(total: int, seats: int) -> Iterator[tuple[int, ...]]:
    """Every distribution of `total` equal cards."""
    if seats == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in shares(total - first, seats - 1):
            yield (first, *rest)


def plus(counts: tuple[int, ...], *gains: tuple[int, int]) -> tuple[int, ...]:
    """The counts after each seat received its number in `gains`."""
    points = list(counts)
    for seat, gain in gains:
        points[seat] += gain
    return tuple(points)


def verdict(typed: tuple[int, ...], chosen: dict[str, Any], seats: int) -> str:
    options = HEARTS.read_options(chosen, seats)
    try:
        facts = HEARTS.read_facts(options, seats, {"points": list(typed)})
    except IncompleteFactsError:
        return "undecided"
    except ImpossibleFactsError:
        return "refused"
    scored = HEARTS.score(options, seats, [MancheFacts(facts)]).manches[0].points
    return "as typed" if scored == typed else "rewritten"


@pytest.mark.sweep("every row of points is holder_of against every sharing of the hearts")
@pytest.mark.parametrize(
    ("moon", "voltes"),
    [
        ("others_plus", {(0, 26, 26, 26), (26, 0, 26, 26), (26, 26, 0, 26), (26, 26, 26, 0)}),
        ("self_minus", {(-26, 0, 0, 0), (0, -26, 0, 0), (0, 0, -26, 0), (0, 0, 0, -26)}),
    ],
)
def test_exactly_the_rows_of_points_that_some_distribution_gives_are_accepted(
    moon: str, voltes: set[tuple[int, ...]]
) -> None:
    hands = [(hearts, queen) for hearts in shares(13, 4) for queen in range(4)]
    assert len(hands) == 2240
    ordinary = {plus(hearts, (queen, 13)) for hearts, queen in hands if hearts[queen] != 13}
    raw = {plus(hearts, (queen, 13)) for hearts, queen in hands if hearts[queen] == 13}
    rows = {row for total in (25, 26, 27) for row in shares(total, 4)} | set(product((-26, -1, 0, 13, 26), repeat=4))
    wrong = {
        row: (found, expected)
        for row in rows
        if (found := verdict(row, {"moon": moon}, 4))
        != (expected := "as typed" if row in ordinary | voltes else "undecided" if row in raw else "refused")
    }
    assert wrong == {}


SHARINGS = [
    pytest.param(3, {}, {"Q": 13}, 13, id="DP-8 three players"),
    pytest.param(4, {"queen_points": 12}, {"Q": 12}, 13, id="DP-18 the queen at 12"),
    pytest.param(3, JACK, {"Q": 13, "J": -10}, 13, id="DP-19 three with the jack"),
    pytest.param(4, SEVEN, {"Q": 13, "7": 7}, 13, id="DP-20 with the seven"),
    pytest.param(3, {**JACK, **SEVEN}, {"Q": 13, "J": -10, "7": 7}, 13, id="DP-19 and DP-20 three with both"),
    pytest.param(4, {"deck": "36"}, {"Q": 5, "last": 1}, 9, id="DP-3 with 36 cards"),
]


@pytest.mark.sweep("every row of points is holder_of against every sharing of the cards")
@pytest.mark.parametrize(("seats", "chosen", "worth", "hearts"), SHARINGS)
def test_with_other_cards_too_exactly_the_possible_rows_are_accepted(
    seats: int, chosen: dict[str, Any], worth: dict[str, int], hearts: int
) -> None:
    ordinary, raw = set(), set()
    for counts, holders in product(shares(hearts, seats), product(range(seats), repeat=len(worth))):
        holder_of = dict(zip(worth, holders, strict=True))
        alone = {holder for card, holder in holder_of.items() if card != "last"}
        row = plus(counts, *((holder_of[card], points) for card, points in worth.items()))
        (raw if len(alone) == 1 and counts[holder_of["Q"]] == hearts else ordinary).add(row)
    total = hearts + sum(worth.values())
    lowest = min(0, *worth.values())
    rows = [tuple(part + lowest for part in parts) for parts in shares(total - seats * lowest, seats)]
    wrong = Counter(
        (row, found)
        for row in rows
        if (found := verdict(row, chosen, seats))
        != ("as typed" if row in ordinary else "undecided" if row in raw else "refused")
    )
    assert not wrong
    assert ordinary <= set(rows)
