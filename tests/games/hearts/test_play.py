"""The card that leads the first trick (DP-11)."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.games.contract import Table
from scorekeeper.games.hearts import HEARTS


@pytest.mark.parametrize(
    ("chosen", "seats", "opening"),
    [
        pytest.param({}, 4, "2C", id="DP-11 the 2♣ leads the classic game"),
        pytest.param({"deck": "54"}, 6, "2C", id="DP-11 jokers change nothing to the lead"),
        pytest.param({"deck": "36"}, 4, "6C", id="DP-3 a jass deck has no 2♣, its lowest club is the 6♣"),
        pytest.param({}, 3, "2C", id="DP-8 three players drop the 2♦ and keep the 2♣"),
        pytest.param({}, 5, "3C", id="DP-8 five players drop the 2♣, so the 3♣ leads"),
        pytest.param({"deck": "belmont"}, 6, "2C", id="DP-11 Belmont with six has one 2♣"),
        pytest.param({"deck": "belmont"}, 8, "2C", id="DP-11 Belmont with eight leads one of its two"),
    ],
)
def test_the_lowest_club_dealt_leads_the_first_trick(chosen: dict[str, Any], seats: int, opening: str) -> None:
    options = HEARTS.read_options(chosen, seats)
    assert HEARTS.deal(options, Table(seats, 0), ()).opening == opening
