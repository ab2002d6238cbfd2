"""Manches of Petite Belote for its tests."""

from __future__ import annotations

from typing import Any

Facts = dict[str, Any]


def manche(taker: int, first: int, second: int, **more: Any) -> Facts:  # noqa: ANN401 - other facts
    """Return the facts of a manche with hearts as trump: the taker and the points of each team."""
    return {"trump": "H", "taker": taker, "points": [first, second], **more}


def litige(taker: int) -> Facts:
    return manche(taker, 81, 81)


# Manches with hearts as trump. Seat 3 leads the hearts, the others play the same rank, so seat 3 takes every trick.
# (The discards break the rules, and remain played.)
RANKS = ("8", "9", "10", "J", "Q", "K", "A")
SWEEP = [f"{rank}{letter}" for rank in RANKS for letter in "HCDS"]
ALL_EIGHT: Facts = {"trump": "H", "leader": 3, "plays": [*SWEEP, "7H", "7C", "7D", "7S"]}
# The last trick is a seven of clubs that seat 0 trumps.
ALL_BUT_LAST: Facts = {"trump": "H", "leader": 3, "plays": [*SWEEP, "7C", "7H", "7D", "7S"]}
# The first trick is, and is worth nothing; seat 3 trumps the ace that seat 0 leads, and takes the rest.
ALL_BUT_FIRST: Facts = {
    "trump": "H",
    "leader": 3,
    "plays": ["7C", "7H", "7D", "7S", "AC", "AD", "AS", "AH", *SWEEP[:24]],
}
