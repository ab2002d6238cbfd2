"""Count the taps of actions on a phone, check their limits, and print a table at the end of a run."""

from collections.abc import Callable

import pytest

CheckTaps = Callable[[str, int, int], None]
_NAME = "taps"


def taps_checker(record_property: Callable[[str, object], None]) -> CheckTaps:
    """Return a function that records the taps of an action, and fails above the limit."""

    def check_taps(what: str, taps: int, most: int) -> None:
        record_property(_NAME, (what, taps, most))
        assert taps <= most, f"{what}: {taps} taps, more than {most}"

    return check_taps


def lines(reports: list[pytest.TestReport]) -> list[str]:
    """Return the rows of the table, from the tests that passed: action, taps, limit."""
    rows = sorted({tuple(value) for report in reports for name, value in report.user_properties if name == _NAME})
    return [f"{what:<56} {taps:>3} of {most}" for what, taps, most in rows]
