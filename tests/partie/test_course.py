"""The course of a partie: its largest gap in a manche, a lead throughout or a comeback, a close finish.

Of two sides, the first wins; rows are the points of each manche. A comeback and a close finish are relative to the
mean gap of the manches: with gaps of 30, 0 and 50 it is 80 / 3.
"""

from __future__ import annotations

import pytest

from scorekeeper.games.contract import Line, add_up
from scorekeeper.partie.course import Comeback, Course, Margin, Swing

HIGH, LOW = 1, -1


def course(sign: int, *rows: tuple[int, ...], winners: tuple[int, ...] = (0,)) -> Course:
    lines = [[Line(side, "points", points, "T-1") for side, points in enumerate(row)] for row in rows]
    return Course(add_up(len(rows[0]), lines), sign, winners)


def test_the_first_of_the_widest_manches_has_its_best_and_worst_sides() -> None:
    assert course(HIGH, (10, 20), (40, 0), (0, 40)).swing() == Swing(2, 40, (0,), 0, (1,))
    assert course(LOW, (5, 4, 16, 1), (26, 0, 26, 26)).swing() == Swing(2, 0, (1,), 26, (0, 2, 3))


def test_a_partie_of_one_manche_or_without_gaps_has_no_swing() -> None:
    assert course(HIGH, (40, 0)).swing() is None
    assert course(HIGH, (10, 10), (0, 0), winners=(0, 1)).swing() is None


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        # Spreads of the first, 0 and 50: three times how far behind against their sum.
        pytest.param(30, Comeback(1, 30), id="90 is more than 80"),
        pytest.param(26, Comeback(1, 26), id="78 is more than 76"),
        pytest.param(25, None, id="75 is no more than 75"),
    ],
)
def test_a_lead_is_made_up_if_it_was_more_than_the_mean_spread(first: int, expected: Comeback | None) -> None:
    assert course(HIGH, (0, first), (10, 10), (50, 0)).comeback() == expected


def test_sides_with_more_points_are_behind_if_fewer_are_better() -> None:
    """20 and 0, 20 and 10, 20 and 30: the winner was 20 behind; three times 20 is more than 20 + 10 + 20."""
    went = course(LOW, (20, 0), (0, 10), (0, 20))
    assert went.comeback() == Comeback(1, 20)
    assert not went.led_throughout()


def test_a_partie_is_decided_where_the_winner_took_the_lead_for_good() -> None:
    """10 20, 40 30, 40 40, 60 50: equal after the third."""
    assert course(HIGH, (10, 20), (30, 10), (0, 10), (20, 10)).deciding_manche() == 4
    assert course(HIGH, (10, 0), (10, 10)).deciding_manche() is None
    assert course(HIGH, (10, 10), winners=(0, 1)).deciding_manche() is None


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        # 40 and 40 before it, of spreads 10 and 10: six times the lead against 20 and the lead.
        pytest.param(4, Margin(4, (1,)), id="24 is no more than 24"),
        pytest.param(5, None, id="30 is more than 25"),
    ],
)
def test_a_finish_is_close_within_half_of_the_mean_spread(last: int, expected: Margin | None) -> None:
    assert course(HIGH, (25, 15), (15, 25), (last, 0)).close_finish() == expected


def test_all_sides_in_second_place_are_in_a_close_finish() -> None:
    assert course(LOW, (0, 20, 10, 10), (9, 0, 2, 0)).close_finish() == Margin(1, (3,))
    assert course(LOW, (0, 20, 10, 10), (9, 0, 0, 0)).close_finish() == Margin(1, (2, 3))


def test_a_winner_with_the_smaller_total_was_in_no_close_finish() -> None:
    """A partie may be lost outright by the side that leads."""
    assert course(HIGH, (10, 12), (10, 12)).close_finish() is None


def test_a_side_ahead_after_every_manche_led_throughout() -> None:
    assert course(HIGH, (10, 0), (0, 5), (10, 0)).led_throughout()
    assert not course(HIGH, (10, 0), (0, 10), (10, 0)).led_throughout()
    assert not course(HIGH, (10, 0), (0, 5)).led_throughout()


def test_two_winners_have_no_comeback_and_no_lead() -> None:
    went = course(HIGH, (0, 40, 0), (40, 0, 0), (5, 5, 0), winners=(0, 1))
    assert (went.comeback(), went.close_finish(), went.led_throughout()) == (None, None, False)
