"""The coups of `data/piquet`: facts that are refused, accepted or scored. `support/case_files.py` explains the keys."""

from __future__ import annotations

from typing import Any

import pytest
from support.case_files import check_manches, describe_line
from support.cases import name_case, read_cases

from scorekeeper.games.contract import Line, MancheFacts
from scorekeeper.games.piquet import PIQUET
from scorekeeper.games.piquet.counting.near_misses import near_misses
from scorekeeper.games.piquet.options import PiquetOptions

Case = dict[str, Any]
Manches = list[MancheFacts[Any]]
PLAY = {"PI-17", "PI-18", "PI-20", "PI-21"}


def check(case: Case, **measures: Any) -> None:  # noqa: ANN401 - measures of options, seats and manches
    check_manches(PIQUET, {name: case[name] for name in case if name not in {"name", "why"}} | {"seats": 2}, **measures)


@pytest.mark.parametrize("case", read_cases("piquet/facts"), ids=name_case)
def test_facts_are_refused_or_accepted(case: Case) -> None:
    check(case, accepted=lambda *_: True)


@pytest.mark.parametrize("case", read_cases("piquet/scoring"), ids=name_case)
def test_a_coup_is_scored(case: Case) -> None:
    check(
        case,
        declared=lambda *coup: [describe_line(line) for line in lines(*coup) if line.article not in PLAY],
        pic=lambda *coup: bonus("pic", *coup),
        repic=lambda *coup: bonus("repic", *coup),
        missed=missed,
    )


def lines(options: PiquetOptions, seats: int, manches: Manches) -> tuple[Line, ...]:
    return PIQUET.score(options, seats, manches).manches[0].lines


def bonus(why: str, *coup: Any) -> str:  # noqa: ANN401 - options, seats and manches
    """The seat, its count before, and what completed it."""
    found = [f"{line.side} at {line.count}, by {line.made_by}" for line in lines(*coup) if line.why == why]
    return found[0] if found else "none"


def missed(options: PiquetOptions, _seats: int, manches: Manches) -> list[str]:
    """The kind, seat and reason of each near miss, with what blocked it or how many points it lacks."""
    misses = near_misses(options, manches[0].facts)
    assert {miss.article for miss in misses} <= {"PI-22", "PI-23"}
    parts = [(miss.kind, miss.seat, miss.why, miss.by, miss.points, miss.missing) for miss in misses]
    return [" ".join(str(part) for part in miss if part is not None) for miss in parts]
