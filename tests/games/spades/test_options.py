from __future__ import annotations

import json
from typing import Any

import pytest

from scorekeeper.games.contract import Deal, MancheFacts, Table
from scorekeeper.games.shape import ImpossibleOptionsError
from scorekeeper.games.spades import SPADES
from scorekeeper.games.spades.facts import SpadesFacts
from scorekeeper.games.spades.play import leader

DEFAULTS = {
    "target": 500,
    "nil": 100,
    "blind_nil": True,
    "blind_nil_exchange": False,
    "first_trick_spades": "ruff_allowed",
    "failed_nil_tricks": "sacs_only",
    "floor": None,
    "revoke": "nothing",
}


@pytest.mark.parametrize(
    "chosen",
    [
        pytest.param({}, id="the ordinary game"),
        pytest.param({"target": 300}, id="AP-18 to 300"),
        pytest.param({"target": 700}, id="AP-18 to 700"),
        pytest.param({"target": 1}, id="AP-18 the lowest target"),
        pytest.param({"target": 10_000}, id="AP-18 the highest target"),
        pytest.param({"nil": 50}, id="AP-5 the zero at 50"),
        pytest.param({"blind_nil": False}, id="AP-6 no double zero"),
        pytest.param({"blind_nil_exchange": True}, id="AP-8 two cards exchanged"),
        pytest.param({"blind_nil": False, "blind_nil_exchange": True}, id="AP-8 an exchange that never happens"),
        pytest.param({"first_trick_spades": "none"}, id="AP-9 no spade on the first trick"),
        pytest.param({"failed_nil_tricks": "help_contract"}, id="AP-17 they help"),
        pytest.param({"failed_nil_tricks": "ignored"}, id="AP-17 they do not count"),
        pytest.param({"floor": 200}, id="AP-22 a floor"),
        pytest.param({"floor": 1}, id="AP-22 the highest floor"),
        pytest.param({"floor": None}, id="AP-22 no floor, given"),
        pytest.param({"revoke": "contract_failed"}, id="T-5 a revoke fails the contract"),
        pytest.param({"revoke": "three_tricks"}, id="T-5 a revoke costs three tricks"),
    ],
)
def test_missing_options_get_their_default_and_all_survive_json(chosen: dict[str, Any]) -> None:
    options = SPADES.read_options(chosen, 4)
    written = json.loads(json.dumps(SPADES.write_options(options)))
    assert written == {**DEFAULTS, **chosen}
    assert SPADES.read_options(written, 4) == options


def test_the_presets_are_those_of_the_game() -> None:
    assert {preset.slug: dict(preset.options) for preset in SPADES.presets} == {
        "cinq_cents": {},
        "trois_cents": {"target": 300},
        "sept_cents": {"target": 700},
        "zero_cinquante": {"nil": 50},
        "sans_double_zero": {"blind_nil": False},
        "echange_double_zero": {"blind_nil_exchange": True},
    }


@pytest.mark.parametrize("seats", [0, 1, 2, 3, 5, 6, 8])
def test_ap_1_the_table_is_of_four(seats: int) -> None:
    with pytest.raises(ImpossibleOptionsError) as refusal:
        SPADES.read_options({}, seats)
    assert (refusal.value.key, refusal.value.article) == ("four_players", "AP-1")
    assert refusal.value.figures == {"seats": seats, "sizes": [4]}


def test_ap_1_partners_face_each_other() -> None:
    assert SPADES.sides(SPADES.read_options({}, 4), 4) == (0, 1, 0, 1)


def test_the_higher_total_leads() -> None:
    assert not SPADES.lowest_leads


@pytest.mark.parametrize(("first", "dealers"), [(0, [0, 1, 2, 3, 0]), (2, [2, 3, 0, 1, 2]), (3, [3, 0, 1, 2, 3])])
def test_ap_2_the_dealer_rotates_and_there_is_no_pass(first: int, dealers: list[int]) -> None:
    manche = MancheFacts(SpadesFacts((3, 3, 3, 3), (7, 6), (None,) * 4))
    deals = [SPADES.deal(SPADES.read_options({}, 4), Table(4, first), [manche] * count) for count in range(5)]
    assert [deal.dealer for deal in deals] == dealers
    assert {type(deal) for deal in deals} == {Deal}  # only the dealer


def test_ap_9_the_seat_at_the_dealers_left_leads() -> None:
    assert [leader(Table(4, dealer)) for dealer in range(4)] == [1, 2, 3, 0]


BAD_VALUES: list[tuple[str, object]] = [
    ("target", 0),
    ("target", 10_001),
    ("target", 500.0),
    ("target", True),
    ("target", float("nan")),
    ("revoke", "26"),
    ("nil", 75),
    ("nil", 100.0),
    ("blind_nil", 1),
    ("blind_nil", "true"),
    ("blind_nil_exchange", 0),
    ("first_trick_spades", "never"),
    ("failed_nil_tricks", "SACS_ONLY"),
    ("floor", 0),
    ("floor", -200),
    ("floor", False),
    ("floor", 200.0),
]


@pytest.mark.parametrize(("name", "value"), BAD_VALUES, ids=lambda part: str(part)[:20])
def test_a_value_the_option_does_not_have_is_refused_under_its_name(name: str, value: object) -> None:
    with pytest.raises(ImpossibleOptionsError) as refusal:
        SPADES.read_options({name: value}, 4)
    assert refusal.value.field == name
    assert refusal.value.article


@pytest.mark.parametrize("junk", [None, [], "nil", 4, True, 1.5, [["nil", 50]]], ids=repr)
def test_options_that_are_no_object_are_refused(junk: Any) -> None:  # noqa: ANN401 - junk is anything
    with pytest.raises(ImpossibleOptionsError):
        SPADES.read_options(junk, 4)


@pytest.mark.parametrize("name", ["Nil", "", "limit", "sacs", "x" * 10_000])
def test_an_unknown_option_is_refused(name: str) -> None:
    with pytest.raises(ImpossibleOptionsError):
        SPADES.read_options({name: 100}, 4)
