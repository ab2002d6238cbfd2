from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.games.contract import MancheFacts, Penalty
from scorekeeper.games.manche_json import read_manche, write_manche
from scorekeeper.games.shape import ImpossibleFactsError
from scorekeeper.games.spades import SPADES
from scorekeeper.games.spades.bids import Zero
from scorekeeper.games.spades.facts import SpadesFacts, complete_nil_tricks

ORDINARY = {"bids": [4, 3, 1, 4], "tricks": [7, 6]}
NIL = {"bids": ["nil", 3, 4, 4], "tricks": [7, 6]}
NILS = {"bids": ["nil", 3, "nil", 4], "tricks": [7, 6]}


def read(facts: Any, **chosen: Any) -> MancheFacts[Any]:  # noqa: ANN401 - facts may be any junk
    return read_manche(SPADES, SPADES.read_options(chosen, 4), 4, facts)


def refusal_of(facts: Any, **chosen: Any) -> ImpossibleFactsError:  # noqa: ANN401 - facts may be any junk
    with pytest.raises(ImpossibleFactsError) as refusal:
        read(facts, **chosen)
    return refusal.value


def test_ap_4_an_ordinary_manche_needs_bids_and_tricks_only() -> None:
    assert read(ORDINARY).facts == SpadesFacts((4, 3, 1, 4), (7, 6), (None,) * 4)
    assert write_manche(SPADES, read(ORDINARY)) == {**ORDINARY, "nil_tricks": {}}


def test_the_public_format_is_read_and_written_back() -> None:
    facts = {"bids": [3, 1, "nil", "blind_nil"], "tricks": [7, 6], "nil_tricks": {"2": 0, "3": 2}}
    manche = read(facts)
    assert manche.facts == SpadesFacts((3, 1, Zero.NIL, Zero.BLIND_NIL), (7, 6), (None, None, 0, 2))
    assert write_manche(SPADES, manche) == facts


def test_ap_5_a_bid_of_0_is_the_zero() -> None:
    written = write_manche(SPADES, read({"bids": [0, 3, 4, 4], "tricks": [7, 6], "nil_tricks": {"0": 0}}))
    assert written["bids"] == ["nil", 3, 4, 4]


@pytest.mark.parametrize(
    ("facts", "nil_tricks"),
    [
        pytest.param({**NIL, "nil_tricks": {"0": 0}}, {"0": 0}, id="AP-16 the zero took none"),
        pytest.param({**NIL, "nil_tricks": {"0": 7}}, {"0": 7}, id="AP-20 the zero took all of the team's"),
        pytest.param({**NIL, "tricks": [0, 13]}, {"0": 0}, id="AP-20 the team took nothing: left out"),
        pytest.param({**NIL, "tricks": [0, 13], "nil_tricks": {}}, {"0": 0}, id="AP-20 the same, empty"),
        pytest.param({**NIL, "tricks": [0, 13], "nil_tricks": None}, {"0": 0}, id="AP-20 the same, null"),
        pytest.param({**NILS, "nil_tricks": {"0": 3, "2": 4}}, {"0": 3, "2": 4}, id="AP-21 two zeros share 7"),
        pytest.param({**NILS, "nil_tricks": {"0": 3}}, {"0": 3, "2": 4}, id="AP-21 the partner has the rest"),
        pytest.param({**NILS, "nil_tricks": {"2": 7}}, {"0": 0, "2": 7}, id="AP-21 the partner has nothing"),
        pytest.param({**NILS, "tricks": [0, 13]}, {"0": 0, "2": 0}, id="AP-21 two zeros, no trick: left out"),
    ],
)
def test_a_zeros_tricks_are_read_or_deduced(facts: dict[str, Any], nil_tricks: dict[str, int]) -> None:
    manche = read(facts)
    written = write_manche(SPADES, manche)
    assert written["nil_tricks"] == nil_tricks
    assert read(written) == manche


@pytest.mark.parametrize(
    ("given", "completed"),
    [
        pytest.param({}, (None, None, None, None), id="AP-21 nothing is known yet"),
        pytest.param({2: 7}, (0, None, 7, None), id="AP-21 the first has nothing left"),
        pytest.param({2: 8}, (None, None, 8, None), id="AP-20 too many already: the blank stays"),
        pytest.param({0: 3, 2: 3}, (3, None, 3, None), id="AP-21 a full team stays although it is short"),
    ],
)
def test_a_blank_is_completed_only_when_it_follows(given: dict[int, int], completed: tuple[int | None, ...]) -> None:
    assert complete_nil_tricks((Zero.NIL, 3, Zero.NIL, 4), (7, 6), given) == completed


@pytest.mark.parametrize(
    ("tricks", "key", "by"),
    [
        pytest.param([7, 5], "tricks_short", 1, id="AP-20 one is missing"),
        pytest.param([0, 0], "tricks_short", 13, id="AP-20 all are missing"),
        pytest.param([7, 7], "tricks_over", 1, id="AP-20 one too many"),
        pytest.param([13, 13], "tricks_over", 13, id="AP-20 twice all"),
    ],
)
def test_tricks_that_do_not_total_13_are_refused_by_how_much(tricks: list[int], key: str, by: int) -> None:
    error = refusal_of({**ORDINARY, "tricks": tricks})
    assert (error.key, error.article, error.field) == (key, "AP-20", "tricks")
    assert error.figures == {"by": by, "total": 13}


@pytest.mark.parametrize(
    ("facts", "key", "article", "figures"),
    [
        pytest.param(
            {**NIL, "nil_tricks": {"0": 8}},
            "nil_over_team",
            "AP-20",
            {"seat": 0, "found": 8, "total": 7},
            id="AP-20 a zero with more tricks than the team",
        ),
        pytest.param(
            {**NILS, "nil_tricks": {"0": 3, "2": 3}},
            "nils_unshared",
            "AP-21",
            {"side": 0, "found": 6, "total": 7},
            id="AP-21 two zeros with too few tricks",
        ),
        pytest.param(
            {**NILS, "nil_tricks": {"0": 7, "2": 1}},
            "nils_unshared",
            "AP-21",
            {"side": 0, "found": 8, "total": 7},
            id="AP-21 two zeros with too many tricks",
        ),
        pytest.param(
            {**NILS, "tricks": [0, 13], "nil_tricks": {"0": 1}},
            "nil_over_team",
            "AP-20",
            {"seat": 0, "found": 1, "total": 0},
            id="AP-20 a trick that the team does not have",
        ),
        pytest.param(NIL, "nil_tricks_missing", "AP-16", {"seat": 0}, id="AP-16 the zero's tricks are missing"),
        pytest.param(NILS, "nil_tricks_missing", "AP-16", {"seat": 0}, id="AP-21 both zeros' tricks are missing"),
        pytest.param(
            {**NIL, "nil_tricks": {"0": 0, "1": 3}},
            "no_nil_bid",
            "AP-5",
            {"seat": 1},
            id="AP-5 tricks of one who bid no zero",
        ),
    ],
)
def test_a_zeros_tricks_that_cannot_be_are_refused(
    facts: dict[str, Any], key: str, article: str, figures: dict[str, int]
) -> None:
    error = refusal_of(facts)
    assert (error.key, error.article, error.field, error.figures) == (key, article, "nil_tricks", figures)


@pytest.mark.parametrize("missing", [[0], [3], [0, 1, 2, 3]], ids=str)
def test_ap_3_a_result_before_all_four_bids_is_refused_naming_who_is_missing(missing: list[int]) -> None:
    bids = [None if seat in missing else 3 for seat in range(4)]
    error = refusal_of({"bids": bids, "tricks": [7, 6]})
    assert (error.key, error.article, error.figures) == ("bid_missing", "AP-3", {"seat": missing[0]})


def test_ap_3_a_bid_of_14_is_refused() -> None:
    error = refusal_of({"bids": [4, 3, 14, 4], "tricks": [7, 6]})
    assert (error.key, error.article, error.field) == ("bid_range", "AP-3", "bids")
    legal = {"lowest": 0, "highest": 13, "values": ["nil", "blind_nil"]}
    assert error.figures == {"seat": 2, "value": "14", **legal}


def test_ap_6_a_double_zero_is_refused_where_it_is_not_played() -> None:
    facts = {"bids": [4, 3, "blind_nil", 4], "tricks": [7, 6], "nil_tricks": {"2": 0}}
    error = refusal_of(facts, blind_nil=False)
    assert (error.key, error.article, error.figures["seat"]) == ("blind_nil_off", "AP-6", 2)
    assert read(facts).facts.bids[2] is Zero.BLIND_NIL


def test_t_5_penalties_are_for_a_team() -> None:
    facts = {**ORDINARY, "penalties": [{"side": 1, "points": -10, "reason": " renonce "}]}
    manche = read(facts)
    assert manche.penalties == (Penalty(1, -10, "renonce"),)
    assert read(write_manche(SPADES, manche)) == manche
    refusal_of({**ORDINARY, "penalties": [{"side": 2, "points": -10, "reason": "renonce"}]})


NONSENSE: list[object] = [
    None,
    [],
    True,
    {},
    {"bids": [4, 3, 1, 4]},
    {"tricks": [7, 6]},
    {**ORDINARY, "taken": {}},
    {**ORDINARY, "bids": None},
    {**ORDINARY, "bids": [4, 3, 1]},
    {**ORDINARY, "bids": [4, 3, 1, True]},
    {**ORDINARY, "bids": [4, 3, 1, 4.0]},
    {**ORDINARY, "bids": [4, 3, 1, "4"]},
    {**ORDINARY, "bids": [4, 3, 1, -1]},
    {**ORDINARY, "bids": [4, 3, 1, 10**40]},
    {**ORDINARY, "tricks": None},
    {**ORDINARY, "tricks": [7, 6, 0]},
    {**ORDINARY, "tricks": [14, -1]},
    {**ORDINARY, "tricks": [7.0, 6]},
    {**ORDINARY, "tricks": [12, True]},
    {**ORDINARY, "tricks": [7, None]},
    {**ORDINARY, "tricks": [10**40, -(10**40)]},
    {**ORDINARY, "nil_tricks": []},
    {**ORDINARY, "nil_tricks": {"0": 0}},
    {**NIL, "nil_tricks": {"0": -1}},
    {**NIL, "nil_tricks": {"0": 14}},
    {**NIL, "nil_tricks": {"0": True}},
    {**NIL, "nil_tricks": {"0": 0.0}},
    {**NIL, "nil_tricks": {"4": 0}},
    {**NIL, "nil_tricks": {"00": 0}},
    {**NIL, "nil_tricks": {"\u0660": 0}},
    {**NIL, "nil_tricks": {0: 0}},
    {**ORDINARY, "penalties": 3},
]


@pytest.mark.parametrize("facts", NONSENSE, ids=lambda facts: repr(facts)[:90])
def test_invalid_json_values_are_refused_as_impossible_facts(facts: object) -> None:
    refusal_of(facts)


@pytest.mark.parametrize("place", ["bids", "tricks", "nil_tricks"])
def test_junk_nested_too_deep_to_be_shown_is_refused_as_impossible_facts(place: str) -> None:
    nested: list[Any] = []
    for _ in range(5_000):
        nested = [nested]
    refusal_of({**NIL, place: nested})
    refusal_of({**NIL, place: [nested, 6] if place == "tricks" else [nested, 3, 1, 4]})
    refusal_of({**NIL, "nil_tricks": {"0": nested}})
