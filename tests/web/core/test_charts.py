"""A line chart: the coordinates of its points, its grid lines, and labels that do not overlap."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.web.core.charts import (
    BOTTOM,
    LEFT,
    LINE_HEIGHT,
    MAX_WIDTH,
    TOP,
    WIDTH,
    Series,
    break_lines,
    line_chart,
    place_labels,
    text_width,
)
from scorekeeper.web.core.charts.signs import SIGNS, distinct_signs

NARROW = ("Anne",)


def test_points_go_from_the_left_to_where_the_labels_begin_and_from_the_least_to_the_most() -> None:
    chart = line_chart([Series(("A",), (0, 50, 100), 0), Series(("B",), (0, 20, 20), 1, strong=True)])
    first, second = chart.lines
    middle = LEFT + (chart.right - LEFT) // 2
    half = (BOTTOM - TOP) // 2
    assert first.path == f"m{LEFT} {BOTTOM} {middle - LEFT}-{half} {chart.right - middle}-{half}"
    assert (first.value, first.end, second.value, second.end) == (100, TOP, 20, BOTTOM - (BOTTOM - TOP) // 5)
    assert chart.right < chart.values_end < chart.labels_start < WIDTH
    assert (first.strong, second.strong) == (False, True)


@pytest.mark.parametrize(
    ("last", "values"),
    [
        (100, [0, 50, 100]),
        (113, [0, 50, 100]),
        (99, [0, 20, 40, 60, 80]),
        (560, [0, 200, 400]),
        (-120, [-100, -50, 0]),
        (3, [0, 1, 2, 3]),
        (0, [0, 1]),
    ],
)
def test_grid_lines_are_at_round_values(last: int, values: list[int]) -> None:
    assert [value for _, value in line_chart([Series(NARROW, (0, last), 0)]).grid] == values


@pytest.mark.parametrize(
    ("manches", "numbers"),
    [(1, [1]), (8, [1, 2, 3, 4, 5, 6, 7, 8]), (13, [2, 4, 6, 8, 10, 12]), (30, [5, 10, 15, 20, 25, 30])],
)
def test_a_few_numbers_are_on_the_x_axis(manches: int, numbers: list[int]) -> None:
    chart = line_chart([Series(NARROW, tuple(range(manches + 1)), 0)])
    assert [number for _, number in chart.numbers] == numbers
    assert chart.marked is (manches < 20)


def test_no_two_lines_have_the_same_style() -> None:
    chart = line_chart([Series((f"J{seat}",), (0, seat), seat, strong=seat == 3) for seat in range(8)])
    assert len({line.sign for line in chart.lines}) == 8
    assert len({line.dash for line in chart.lines}) == 4


def test_two_players_of_a_partie_never_have_the_same_sign() -> None:
    assert distinct_signs([0, 1, 2, 3]) == (0, 1, 2, 3)
    assert distinct_signs([11, 3, 2]) == (4, 3, 2)  # 11 came later to the carnet than 3
    assert distinct_signs([15, 7, 23]) == (0, 7, 1)


@given(st.sets(st.integers(0, 2000), min_size=1, max_size=8))
def test_a_sign_is_the_usual_one_unless_an_earlier_player_has_it(numbers: set[int]) -> None:
    signs = dict(zip(numbers, distinct_signs(list(numbers)), strict=True))
    assert len(set(signs.values())) == len(numbers)
    assert signs[min(numbers)] == min(numbers) % SIGNS


def test_a_long_name_wraps_at_its_hyphen_and_is_squeezed_without_one() -> None:
    wide_name = "W" * 24
    chart = line_chart([Series(("Maximilienne-Alexandrine",), (0, 5), 0), Series((wide_name,), (0, 9), 1)])
    first, second = chart.lines
    assert [(one.text, one.width) for one in first.label] == [("Maximilienne-", None), ("Alexandrine", None)]
    assert [(one.text, one.width) for one in second.label] == [(wide_name, MAX_WIDTH)]
    assert first.label[1].y - first.label[0].y == LINE_HEIGHT


def test_the_players_of_a_team_share_a_line_if_they_fit() -> None:
    assert break_lines([("Anne &", "Zoé"), ("Bartholomé &", "Maxence-Henri")]) == [
        ("Anne & Zoé",),
        ("Bartholomé &", "Maxence-Henri"),
    ]


def test_the_names_of_eight_sides_have_one_line_each_for_lack_of_height() -> None:
    labels = [("Maximilienne-Alexandrine",)] * 8
    assert break_lines(labels) == labels


def test_labels_without_overlap_are_at_the_ends_of_their_lines() -> None:
    assert place_labels([20, 100, 60], [NARROW] * 3, TOP, BOTTOM) == [20, 100, 60]


def test_labels_that_would_touch_are_moved_together() -> None:
    """Two at 60 are moved seven units above and below it."""
    assert place_labels([60, 60], [NARROW] * 2, TOP, BOTTOM) == [53, 67]


def test_labels_never_leave_the_chart() -> None:
    assert place_labels([TOP, TOP], [NARROW] * 2, TOP, BOTTOM) == [TOP, TOP + LINE_HEIGHT]
    assert place_labels([BOTTOM, BOTTOM], [NARROW] * 2, TOP, BOTTOM) == [BOTTOM - LINE_HEIGHT, BOTTOM]


@given(st.lists(st.tuples(st.integers(TOP, BOTTOM), st.integers(1, 2)), min_size=1, max_size=6))
def test_no_label_overlaps_another(ends: list[tuple[int, int]]) -> None:
    labels = [("Anne",) * lines for _, lines in ends]
    places = place_labels([end for end, _ in ends], labels, TOP, BOTTOM)
    tops = sorted((place, len(label)) for place, label in zip(places, labels, strict=True))
    assert all(below - above >= LINE_HEIGHT * lines for (above, lines), (below, _) in pairwise(tops))
    assert tops[0][0] >= TOP
    assert tops[-1][0] + LINE_HEIGHT * (tops[-1][1] - 1) <= BOTTOM


def test_a_wide_letter_takes_more_width_than_a_narrow_one() -> None:
    assert text_width("iii") < text_width("aaa") < text_width("AAA") < text_width("MMM")
