"""A property of many cases is one test: it checks every case, and its failure names those that fail."""

from __future__ import annotations

import pytest
from support.deals import for_every


def test_every_case_is_checked_and_those_that_fail_are_named() -> None:
    seen: list[int] = []

    def small_and_no_divisor(case: int) -> None:
        seen.append(case)
        assert 12 % case, f"{case} divides 12"

    small = for_every({"one": 5, "two": 3, "three": 7, "four": 0, "five": 6})(small_and_no_divisor)
    with pytest.raises(AssertionError) as failure:
        small()
    assert seen == [5, 3, 7, 0, 6]
    first, *details = str(failure.value).splitlines()
    assert first == "3 of 5 fail: two, four, five"
    assert [line.split(":")[0] for line in details if ": " in line][:3] == ["two", "four", "five"]
    assert small.__name__ == "small_and_no_divisor"


def test_nothing_to_check_is_no_success() -> None:
    with pytest.raises(AssertionError, match="nothing to check"):
        for_every({})(lambda case: case)()
