"""The facts of Atout Pique and their points: each case of the files in data/spades."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from support.case_files import Case, check_manches, each

from scorekeeper.games.contract import MancheFacts
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import ImpossibleFactsError
from scorekeeper.games.spades import SPADES
from scorekeeper.games.spades.options import SpadesOptions
from scorekeeper.games.spades.scoring import blind_nil_warnings, current_sacs


def sacs(options: SpadesOptions, seats: int, manches: Sequence[MancheFacts[Any]]) -> list[int]:
    return list(current_sacs(options, seats, manches))


def warnings(options: SpadesOptions, seats: int, manches: Sequence[MancheFacts[Any]]) -> list[str]:
    """The double zeros that AP-7 forbids: the manche, the seat, and how many points its team was behind."""
    found = blind_nil_warnings(options, seats, manches)
    return [f"manche {close.manche}, seat {close.seat}: {close.deficit}" for close in found]


@each("spades/scoring")
def test_the_points_and_their_lines(case: Case) -> None:
    if case.get("options", {}).get("sacs_limit") == "off":  # TOML has no null
        case = {**case, "options": {**case["options"], "sacs_limit": None}}
    check_manches(SPADES, case, sacs=sacs, warnings=warnings)


@each("spades/facts")
def test_facts_are_read_or_refused(case: Case) -> None:
    check_manches(SPADES, case)


# By the number of sides: bids, and as many tricks for each contract.
EXACT = {2: ([4, 3, 3, 3], [7, 6]), 3: ([6, 6, 5], [6, 6, 5]), 4: ([4, 3, 3, 3], [4, 3, 3, 3])}


def manche_of(points: list[int]) -> dict[str, Any]:
    """A manche that gives these points, by agreed penalties (T-5) beside contracts made exactly, of 10 a trick."""
    bids, tricks = EXACT[len(points)]
    penalties = [
        {"side": side, "points": given - 10 * taken, "reason": "x"}
        for side, (given, taken) in enumerate(zip(points, tricks, strict=True))
    ]
    return {"bids": bids, "tricks": tricks, "penalties": penalties}


@each("spades/ending")
def test_how_a_partie_ends(case: Case) -> None:
    manches = [manche_of(manche) if isinstance(manche, list) else manche for manche in case["manches"]]
    check_manches(SPADES, {**case, "manches": manches})


def test_a_blank_is_completed_when_it_follows_ap_21() -> None:
    facts = {"bids": ["nil", 3, "nil", 4], "tricks": [7, 6], "nil_tricks": {"2": 7}}
    assert read_manche(SPADES, SPADES.read_options({}, 4), 4, facts).facts.nil_tricks == (0, None, 7, None)


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        pytest.param({}, "nil_tricks_missing", id="AP-21 nothing is known yet"),
        pytest.param({"2": 8}, "nil_over_team", id="AP-20 too many already: the blank stays"),
        pytest.param({"0": 3, "2": 3}, "nils_unshared", id="AP-21 a full team stays although it is short"),
    ],
)
def test_no_other_blank_is_completed(given: dict[str, int], refused: str) -> None:
    facts = {"bids": ["nil", 3, "nil", 4], "tricks": [7, 6], "nil_tricks": given}
    with pytest.raises(ImpossibleFactsError, match=refused):
        read_manche(SPADES, SPADES.read_options({}, 4), 4, facts)


def test_the_tricks_of_zeros_may_be_null_ap_20() -> None:
    options, facts = SPADES.read_options({}, 4), {"bids": ["nil", 3, 4, 4], "tricks": [0, 13]}
    assert read_manche(SPADES, options, 4, {**facts, "nil_tricks": None}) == read_manche(SPADES, options, 4, facts)
