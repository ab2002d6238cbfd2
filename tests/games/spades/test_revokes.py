"""The price of a revoke at Atout Pique is what the manche would have scored otherwise (T-5).

Single cases are in data/spades/scoring.toml.
"""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from support.selection import examples

from scorekeeper.games.contract import Sheet
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.spades import SPADES
from scorekeeper.games.spades.scoring import current_sacs

Facts = dict[str, Any]


def manche(bids: list[int], tricks: int, *revokes: int) -> Facts:
    """A manche by the bids of the four seats, the tricks of seats 0 and 2, and who revoked."""
    return {"bids": bids, "tricks": [tricks, 13 - tricks], "revokes": list(revokes)}


def scored(price: str, *manches: Facts) -> tuple[Sheet, tuple[int, ...]]:
    """The sheet, and the sacs of each team at its end."""
    options = SPADES.read_options({"revoke": price, "target": 10_000}, 4)
    read = [read_manche(SPADES, options, 4, facts) for facts in manches]
    return SPADES.score(options, 4, read), current_sacs(options, 4, read)


bid_by_all = st.lists(st.integers(1, 5), min_size=4, max_size=4)
offenders = st.lists(st.integers(0, 3), unique=True, max_size=4)
deals = st.lists(st.tuples(bid_by_all, st.integers(0, 13), offenders), max_size=6)
steadily = settings(deadline=None, max_examples=examples(100))


def moved(tricks: int, seats: list[int]) -> int:
    """The tricks of seats 0 and 2 once each revoke has cost three of its own team's, as far as it took any."""
    ours, theirs = (3 * sum(seat % 2 == side for seat in seats) for side in (0, 1))
    return tricks - min(ours, tricks) + min(theirs, 13 - tricks)


@steadily
@given(deals)
def test_three_tricks_moved_before_the_count_are_as_good_as_taken_t_5(
    drawn: list[tuple[list[int], int, list[int]]],
) -> None:
    priced = [manche(bids, tricks, *seats) for bids, tricks, seats in drawn]
    plain = [manche(bids, moved(tricks, seats)) for bids, tricks, seats in drawn]
    (found, found_sacs), (expected, expected_sacs) = scored("three_tricks", *priced), scored("three_tricks", *plain)
    assert [row.points for row in found.manches] == [row.points for row in expected.manches]
    assert found_sacs == expected_sacs


@steadily
@given(deals)
def test_a_contract_made_to_fail_brings_what_a_failed_one_does_t_5(
    drawn: list[tuple[list[int], int, list[int]]],
) -> None:
    for bids, tricks, seats in drawn:
        both = [10 * (bids[side] + bids[side + 2]) for side in (0, 1)]
        honest = scored("contract_failed", manche(bids, tricks))[0].totals
        lost = [side in {seat % 2 for seat in seats} for side in (0, 1)]
        expected = tuple(-both[side] if lost[side] else honest[side] for side in (0, 1))
        assert scored("contract_failed", manche(bids, tricks, *seats))[0].totals == expected
