"""The gains of each player by kind of stake, computed by hand; they add up to zero."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.selection import examples

from scorekeeper.record.carnet.debts import PlayedSeat
from scorekeeper.record.models import Stake, StakePer
from scorekeeper.web.history.debts import compute_balances


def seats(  # noqa: PLR0913, PLR0917 - a partie is all of these
    game: str,
    totals: list[int],
    ranks: list[int],
    winners: set[int],
    sides: list[int] | None = None,
    result: Mapping[str, Any] | None = None,
    partie: int = 1,
) -> list[PlayedSeat]:
    """Make the seats of a partie from the results of its sides; player ids are seat numbers from 0."""
    return [
        PlayedSeat(partie, game, result or {}, seat, f"Joueur {seat}", side, totals[side], ranks[side], side in winners)
        for seat, side in enumerate(sides or list(range(len(totals))))
    ]


def gains(per: StakePer, cents: int, played: list[PlayedSeat]) -> list[int]:
    return list(compute_balances(Stake(soiree_id=1, per=per, cents=cents, sign="€"), played).values())


FOUR = seats("hearts", [20, 50, 30, 100], [1, 3, 2, 4], {0})


def test_per_point_each_side_pays_every_better_side_the_difference() -> None:
    """The fewest points win. 20: 30 + 10 + 80; 30: 20 + 70 − 10; 50: 50 − 20 − 30; 100: − 80 − 70 − 50."""
    assert gains(StakePer.POINT, 1, FOUR) == [120, 0, 80, -200]
    assert gains(StakePer.POINT, 10, FOUR) == [1200, 0, 800, -2000]


def test_per_point_each_partner_wins_the_points_of_the_team() -> None:
    teams = seats("spades", [500, 320], [1, 2], {0}, [0, 1, 0, 1])
    assert gains(StakePer.POINT, 1, teams) == [180, -180, 180, -180]


def test_per_point_a_partie_of_piquet_is_worth_its_settlement_pi_26() -> None:
    """A rubicon: 130 and 80 points and 100 for the partie make 310."""
    rubicon = seats("piquet", [130, 80], [1, 2], {0}, result={"points": 310})
    assert gains(StakePer.POINT, 2, rubicon) == [620, -620]
    drawn = seats("piquet", [120, 120], [1, 1], {0, 1}, result={"points": 0})
    assert gains(StakePer.POINT, 2, drawn) == [0, 0]


def test_per_point_a_single_target_at_piquet_is_worth_the_difference_pi_27() -> None:
    assert gains(StakePer.POINT, 2, seats("piquet", [104, 90], [1, 2], {0}, result={"points": None})) == [28, -28]


def test_per_partie_every_loser_pays_and_the_winners_share() -> None:
    assert gains(StakePer.PARTIE, 50, FOUR) == [150, -50, -50, -50]
    assert gains(StakePer.PARTIE, 50, seats("hearts", [20, 20, 30, 100], [1, 1, 3, 4], {0, 1})) == [50, 50, -50, -50]
    five = seats("hearts", [20, 20, 30, 40, 100], [1, 1, 3, 4, 5], {0, 1})
    assert gains(StakePer.PARTIE, 5, five) == [8, 7, -5, -5, -5]


def test_per_rank_each_side_pays_every_side_of_a_better_rank() -> None:
    assert gains(StakePer.RANK, 10, FOUR) == [30, -10, 10, -30]
    assert gains(StakePer.RANK, 10, seats("hearts", [20, 20, 30, 100], [1, 1, 3, 4], {0, 1})) == [20, 20, -10, -30]


def test_a_single_player_against_two_counts_twice() -> None:
    alone = seats("spades", [100, 60], [1, 2], {0}, [0, 1, 1])
    assert gains(StakePer.POINT, 1, alone) == [80, -40, -40]
    assert gains(StakePer.PARTIE, 50, alone) == [100, -50, -50]


def test_the_parties_of_a_soiree_add_up() -> None:
    again = seats("hearts", [100, 20, 30, 50], [4, 1, 2, 3], {1}, partie=2)
    assert gains(StakePer.PARTIE, 50, [*FOUR, *again]) == [100, 100, -100, -100]


@pytest.mark.parametrize("per", StakePer)
@settings(max_examples=examples(20))
@given(
    totals=st.lists(st.integers(-300, 600), min_size=2, max_size=8),
    game=st.sampled_from(["hearts", "spades"]),
    partners=st.integers(0, 3),
    cents=st.integers(1, 500),
)
def test_gains_and_losses_add_up_to_zero(
    per: StakePer, totals: list[int], game: str, partners: int, cents: int
) -> None:
    ranks = [1 + sum(other < total for other in totals) for total in totals]
    winners = {side for side, rank in enumerate(ranks) if rank == 1}
    sides = [*range(len(totals)), *(side % len(totals) for side in range(partners))]
    assert sum(gains(per, cents, seats(game, totals, ranks, winners, sides))) == 0
