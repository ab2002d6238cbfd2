"""House rules and manches of Atout Pique for properties: any options, random tricks."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

Table = tuple[int, dict[str, Any]]
Facts = dict[str, Any]
ZEROS = ("nil", "blind_nil")


@st.composite
def tables(draw: st.DrawFn) -> Table:
    return 4, {
        "target": draw(st.integers(1, 10_000) | st.sampled_from([500, 300, 700])),
        "nil": draw(st.sampled_from([100, 50])),
        "blind_nil": draw(st.booleans()),
        "blind_nil_exchange": draw(st.booleans()),
        "first_trick_spades": draw(st.sampled_from(["ruff_allowed", "none"])),
        "failed_nil_tricks": draw(st.sampled_from(["sacs_only", "help_contract", "ignored"])),
        "floor": draw(st.none() | st.integers(1, 10_000) | st.sampled_from([100, 200])),
        "revoke": draw(st.sampled_from(["nothing", "contract_failed", "three_tricks"])),
        "sacs_limit": draw(st.sampled_from([10, 5, 7, None])),
        "alone": False,  # test_referee.py has tables where each plays alone
        "deck": draw(st.sampled_from(["standard", "jokers", "jokers_deuces"])),
    }


@st.composite
def manches(draw: st.DrawFn, table: Table) -> Facts:
    """Facts with thirteen tricks distributed at random, and low bids more likely than high ones."""
    _, chosen = table
    zeros = ZEROS if chosen["blind_nil"] else ZEROS[:1]
    bids = draw(st.lists(st.integers(1, 4) | st.integers(1, 13) | st.sampled_from(zeros), min_size=4, max_size=4))
    takers = draw(st.lists(st.integers(0, 3), min_size=13, max_size=13))
    by_seat = [takers.count(seat) for seat in range(4)]
    nil_tricks = {str(seat): by_seat[seat] for seat in range(4) if bids[seat] in ZEROS}
    facts: Facts = {
        "bids": bids,
        "tricks": [by_seat[0] + by_seat[2], by_seat[1] + by_seat[3]],
        "nil_tricks": nil_tricks,
    }
    if draw(st.integers(0, 3)) == 0:
        side, points = st.integers(0, 1), st.integers(-50, 50)
        penalty = st.fixed_dictionaries({"side": side, "points": points, "reason": st.just("renonce")})
        facts["penalties"] = draw(st.lists(penalty, min_size=1, max_size=2))
    return facts


WORDS = (
    *("bids", "tricks", "nil_tricks", "penalties", "side", "points", "reason", "plays", "nil", "blind_nil"),
    *("revokes", "0", "1", "2", "3", "4", "target", "floor", "blind_nil_exchange", "failed_nil_tricks", "sacs_only"),
)
FIGURES = (0, 1, 6, 7, 13, 14, -1, 50, 100, 10_000, 10_001)
