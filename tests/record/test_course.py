"""The course that a summary keeps: every total of an ordinary partie, a bounded number of those of an endless one."""

from __future__ import annotations

import pytest

from scorekeeper.record.summaries.course import KEPT, kept_numbers, kept_totals


@pytest.mark.parametrize(
    ("count", "kept", "first", "last"),
    [
        pytest.param(0, 0, [], [], id="not a manche yet"),
        pytest.param(1, 1, [1], [1], id="one"),
        pytest.param(200, 200, [1, 2, 3], [199, 200], id="as many as are kept"),
        pytest.param(201, 101, [2, 4, 6], [200, 201], id="every second of one more, and the last"),
        pytest.param(400, 200, [2, 4, 6], [398, 400], id="every second of twice as many"),
        pytest.param(1000, 125, [8, 16, 24], [992, 1000], id="a thousand: 250 is too many, every eighth is 125"),
    ],
)
def test_of_a_long_partie_every_so_many_are_kept_and_the_last(
    count: int, kept: int, first: list[int], last: list[int]
) -> None:
    numbers = kept_numbers(count)
    assert (len(numbers), numbers[:3], numbers[-2:]) == (kept, first, last)


def test_no_partie_is_so_long_that_more_is_kept() -> None:
    assert all(len(kept_numbers(count)) <= KEPT for count in range(0, 5_000, 7))


def test_the_totals_kept_are_those_after_these_manches() -> None:
    totals = [(number, -number) for number in range(1, 302)]
    kept = kept_totals(totals)
    assert (kept[:2], kept[-2:]) == ([[2, -2], [4, -4]], [[300, -300], [301, -301]])
