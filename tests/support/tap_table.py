"""How many taps it takes: counted on a phone, held to what was promised, and printed as a table at the end of a run."""

from collections.abc import Callable

import pytest

Counted = Callable[[str, int, int], None]
_NAME = "taps"


def counted_in(record_property: Callable[[str, object], None]) -> Counted:
    """Gives what tells the table that something took so many taps, and fails where that is more than promised."""

    def counted(what: str, taps: int, most: int) -> None:
        record_property(_NAME, (what, taps, most))
        assert taps <= most, f"{what}: {taps} taps, more than {most}"

    return counted


def lines(reports: list[pytest.TestReport]) -> list[str]:
    """The rows of the table, from the tests that passed: what, its taps, the most it may take."""
    rows = sorted({tuple(value) for report in reports for name, value in report.user_properties if name == _NAME})
    return [f"{what:<56} {taps:>3} of {most}" for what, taps, most in rows]
