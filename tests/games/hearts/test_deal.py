from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from scorekeeper.games.contract import MancheFacts, Preset, Table
from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.hearts.facts import TakenCards
from scorekeeper.games.hearts.scoring import DIRECTIONS

if TYPE_CHECKING:
    from scorekeeper.games.hearts.scoring import PassingDeal

LEFT, RIGHT, ACROSS, NONE = "left", "right", "across", "none"


def deals(seats: int, first_dealer: int, manches: int, chosen: dict[str, Any]) -> list[PassingDeal]:
    options = HEARTS.read_options(chosen, seats)
    played = [MancheFacts(TakenCards({}, None))] * manches
    return [HEARTS.deal(options, Table(seats, first_dealer), played[:count]) for count in range(manches)]


@pytest.mark.parametrize(
    ("seats", "chosen", "first_dealer", "dealers"),
    [
        pytest.param(4, {}, 0, [0, 1, 2, 3, 0, 1], id="DP-7 clockwise around four"),
        pytest.param(4, {}, 3, [3, 0, 1, 2, 3, 0], id="DP-7 from the last seat back to the first"),
        pytest.param(3, {}, 1, [1, 2, 0, 1, 2, 0], id="DP-7 clockwise around three"),
        pytest.param(5, {}, 4, [4, 0, 1, 2, 3, 4], id="DP-7 clockwise around five"),
        pytest.param(6, {"deck": "54"}, 2, [2, 3, 4, 5, 0, 1], id="DP-7 clockwise around six"),
        pytest.param(8, {"deck": "belmont"}, 6, [6, 7, 0, 1, 2, 3], id="DP-7 clockwise around eight"),
    ],
)
def test_the_deal_goes_round_the_table(
    seats: int, chosen: dict[str, Any], first_dealer: int, dealers: list[int]
) -> None:
    assert [deal.dealer for deal in deals(seats, first_dealer, 6, chosen)] == dealers


@pytest.mark.parametrize("preset", HEARTS.presets, ids=lambda preset: preset.slug)
def test_everyone_receives_what_one_seat_passes(preset: Preset) -> None:
    for seats in preset.seats:
        for deal in deals(seats, 0, 2 * len(DIRECTIONS) + 2, dict(preset.options)):
            assert (deal.passes is None) == (deal.direction == NONE)
            if deal.passes is not None:
                assert sorted(deal.passes) == list(range(seats))
                assert all(giver != taker for giver, taker in enumerate(deal.passes))


FOUR = [(LEFT, (1, 2, 3, 0)), (RIGHT, (3, 0, 1, 2)), (ACROSS, (2, 3, 0, 1)), (NONE, None)]
THREE = [(LEFT, (1, 2, 0)), (RIGHT, (2, 0, 1)), (NONE, None)]
FIVE = [(LEFT, (1, 2, 3, 4, 0)), (RIGHT, (4, 0, 1, 2, 3)), (NONE, None)]
SIX = [(LEFT, (1, 2, 3, 4, 5, 0)), (RIGHT, (5, 0, 1, 2, 3, 4)), (ACROSS, (3, 4, 5, 0, 1, 2)), (NONE, None)]
EIGHT = [
    (LEFT, (1, 2, 3, 4, 5, 6, 7, 0)),
    (RIGHT, (7, 0, 1, 2, 3, 4, 5, 6)),
    (ACROSS, (4, 5, 6, 7, 0, 1, 2, 3)),
    (NONE, None),
]


@pytest.mark.parametrize("first_dealer", [0, 2])
@pytest.mark.parametrize(
    ("seats", "chosen", "cycle"),
    [
        pytest.param(4, {}, FOUR, id="DP-9 four players: left, right, across, none"),
        pytest.param(4, {"deck": "36"}, FOUR, id="DP-9 four players with 36 cards: the same"),
        pytest.param(4, {"teams": True}, FOUR, id="DP-4 teams pass as in DP-9"),
        pytest.param(3, {}, THREE, id="DP-9 three players: left, right, none"),
        pytest.param(5, {}, FIVE, id="DP-9 five players: left, right, none"),
        pytest.param(6, {"deck": "54"}, SIX, id="DP-9 six players: left, right, across, none"),
        pytest.param(6, {"deck": "belmont"}, SIX, id="DP-9 Belmont with six"),
        pytest.param(8, {"deck": "belmont"}, EIGHT, id="DP-9 Belmont with eight"),
    ],
)
def test_the_pass_turns_and_begins_again_and_names_each_taker(
    seats: int, chosen: dict[str, Any], cycle: list[tuple[str, tuple[int, ...] | None]], first_dealer: int
) -> None:
    shown = [(deal.direction, deal.passes) for deal in deals(seats, first_dealer, 2 * len(cycle) + 1, chosen)]
    assert shown == cycle + cycle + cycle[:1]


@pytest.mark.parametrize(
    ("seats", "chosen"),
    [
        pytest.param(4, {"teams": True}, id="DP-4 two teams"),
        pytest.param(6, {"deck": "belmont"}, id="DP-9 Belmont with six"),
        pytest.param(8, {"deck": "belmont"}, id="DP-9 Belmont with eight"),
    ],
)
def test_across_is_the_partner_and_no_other_pass_reaches_the_partner(seats: int, chosen: dict[str, Any]) -> None:
    side_of = HEARTS.sides(HEARTS.read_options(chosen, seats), seats)
    left, right, across = (deal.passes for deal in deals(seats, 0, 3, chosen))
    assert [side_of[taker] for taker in across or ()] == list(side_of)
    for passes in (left, right):
        assert all(side_of[giver] != side_of[taker] for giver, taker in enumerate(passes or ()))
