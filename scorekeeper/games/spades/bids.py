"""The bids of Atout Pique (Spades): their values, their order, and the contract of each side.

A *manche* is one deal; a *side* is a team, or a seat if each plays alone (AP-24). A bid is a number of tricks, and bids
are stored by seat. A bid of 0 is a *zero* or *nil*, to take no trick (AP-5), and is written back as "nil"; it is
*blind* if it was bid before seeing the cards (AP-6). The *contract* of a side is the sum of its other bids.

A *context* is the JSON that is stored of the current manche before its first card: here `{"bids": […]}`. AP-1 to AP-25
are the articles of the rulebook. The first argument of an error is the key of its sentence; `field` is the wrong fact,
the other arguments are details.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from scorekeeper.games.contract import MancheStart, Table
from scorekeeper.games.shape import ImpossibleFactsError, Json, quotable, read_list
from scorekeeper.games.spades.options import SpadesOptions, hand_tricks, side_count, side_of
from scorekeeper.games.spades.play import leader

BLIND_NIL_DEFICIT = 100  # the points that a side must be behind to bid a blind nil (AP-7)


class Zero(enum.StrEnum):
    """A bid to take no trick: after seeing one's cards (AP-5), or before (AP-6). It is its own JSON."""

    NIL = "nil"
    BLIND_NIL = "blind_nil"


Bid: TypeAlias = int | Zero


@dataclass(frozen=True, slots=True)
class ForbiddenBlindNil:
    """A recorded blind nil of a side that was less than 100 points behind (AP-7)."""

    # The index of the manche.
    manche: int

    # The bidder.
    seat: int

    # The number of points that the side was behind.
    deficit: int


def read_bid(options: SpadesOptions, seats: int, seat: int, value: object) -> Bid:
    """Read one bid from JSON: 1 to 13, "nil" (or 0), or "blind_nil" if the options allow it (AP-3, AP-5, AP-6).

    Three players may bid up to 17 (AP-24). Raises `ImpossibleFactsError` with the seat.
    """
    # The number of tricks in a manche.
    highest = hand_tricks(seats)
    # The details of an error. `quotable` below shortens a value for the message.
    legal_bids = {"lowest": 0, "highest": highest, "values": [*Zero]}
    # For Python `true` is an int; it is no bid.
    if type(value) is int:
        if not 0 <= value <= highest:
            raise ImpossibleFactsError(
                "bid_range", field="bids", article="AP-3", seat=seat, value=quotable(value), **legal_bids
            )
        # 0 is a nil.
        return value or Zero.NIL
    if not isinstance(value, str) or value not in {*Zero}:
        raise ImpossibleFactsError(
            "bid_value", field="bids", article="AP-3", seat=seat, value=quotable(value), **legal_bids
        )
    zero = Zero(value)
    if zero is Zero.BLIND_NIL and not options.blind_nil:
        raise ImpossibleFactsError("blind_nil_off", field="bids", article="AP-6", seat=seat, values=[Zero.NIL])
    return zero


def read_bids(
    options: SpadesOptions,
    table: Table,
    totals: Sequence[int],
    json: object,
    stored: Sequence[object] | None = None,
) -> tuple[Bid | None, ...]:
    """Read the bids so far by seat, None for a seat that has not bid; `totals` are by side, before the manche.

    Bids must be in turn from the dealer's left (AP-3). A blind nil is allowed for a side at least 100 points behind
    (AP-7); one that is already among the `stored` bids is not checked again. Raises `ImpossibleFactsError`.
    """
    seats = table.seats
    # Raises unless there is one value for each seat.
    values = read_list(json, "bids", "AP-3", count=seats)
    bids: list[Bid | None] = [None] * seats
    for seat, value in enumerate(values):
        if value is not None:
            bids[seat] = read_bid(options, seats, seat, value)
    order = bidding_order(table)
    expected = next_bidder(table, bids)
    # No seat after the first one that has not bid may have a bid.
    if expected is not None:
        for seat in order[order.index(expected) :]:
            if bids[seat] is not None:
                raise ImpossibleFactsError("bid_early", field="bids", article="AP-3", seat=seat, expected=expected)
    for seat in order:
        # The totals may have changed since by a correction; they allowed a stored blind nil when it was bid.
        already_bid = stored is not None and stored[seat] == Zero.BLIND_NIL
        # A side at least this far behind may bid a blind nil (AP-7).
        behind = deficit(side_of(options, seat), totals)
        if bids[seat] is Zero.BLIND_NIL and not already_bid and behind < BLIND_NIL_DEFICIT:
            # A player alone is compared with the leader, a team with the other one (AP-24).
            key = "alone_blind_nil_close" if options.alone else "blind_nil_close"
            raise ImpossibleFactsError(
                key, field="bids", article="AP-7", seat=seat, deficit=behind, needed=BLIND_NIL_DEFICIT
            )
    return tuple(bids)


def check_context(options: SpadesOptions, start: MancheStart, json: Json) -> dict[str, Any]:
    """Check the bids of the current manche as `read_bids` does; return the context to store: `{"bids": […]}`.

    A stored blind nil is not checked again, because the totals allowed it when it was bid (AP-7).
    """
    if set(json) != {"bids"}:
        raise ImpossibleFactsError("no_bids", field="bids", article="AP-3")
    # `start` has the table, the totals before the manche and the context stored so far, None before the first bid.
    stored = (start.context or {}).get("bids")
    bids = read_bids(options, start.table, start.totals, json["bids"], stored)
    return {"bids": [*bids]}


def add_bid(bids: Sequence[Bid | None], seat: int, json: object) -> dict[str, Any]:
    """Return the context with one more bid; `check_context` checks it. Each player bids once (AP-3).

    Raises `ImpossibleFactsError`.
    """
    if bids[seat] is not None:
        raise ImpossibleFactsError("bid_twice", field="bids", article="AP-3", seat=seat)
    # The bids so far as JSON, with the new one, which is JSON already.
    new_bids: list[object] = [*bids]
    new_bids[seat] = json
    return {"bids": new_bids}


def bidding_order(table: Table) -> tuple[int, ...]:
    """Return the seats in bidding order, the dealer last (AP-3)."""
    # `leader` is the seat on the dealer's left; `after` gives the seat that plays `turns` after it.
    return tuple(table.after(leader(table), turns) for turns in range(table.seats))


def next_bidder(table: Table, bids: Sequence[Bid | None]) -> int | None:
    """Return the seat to bid next, None when all have bid (AP-3)."""
    return next((seat for seat in bidding_order(table) if bids[seat] is None), None)


def last_bidder(table: Table, bids: Sequence[Bid | None]) -> int | None:
    """Return the seat that bid last, whose bid can be undone, or None."""
    return next((seat for seat in reversed(bidding_order(table)) if bids[seat] is not None), None)


def contracts(options: SpadesOptions, bids: Sequence[Bid | None]) -> tuple[int, ...]:
    """Return the contract of each side: the sum of its bids that are no zeros (AP-4, AP-24), 0 if it has none.

    With two teams, the bids 3, nil, 4 and 2 are the contracts `(7, 2)`.
    """
    contract_of = [0] * side_count(options, len(bids))
    for seat, bid in enumerate(bids):
        # Neither a zero nor None, which is a bid still to come.
        if isinstance(bid, int):
            contract_of[side_of(options, seat)] += bid
    return tuple(contract_of)


def deficit(side: int, totals: Sequence[int]) -> int:
    """Return the number of points that a side is behind the best other one, negative when it is ahead (AP-7, AP-24)."""
    return max(total for other, total in enumerate(totals) if other != side) - totals[side]


def may_bid_blind_nil(options: SpadesOptions, seat: int, totals: Sequence[int]) -> bool:
    """Return whether this player may bid a blind nil now (AP-6, AP-7)."""
    return options.blind_nil and deficit(side_of(options, seat), totals) >= BLIND_NIL_DEFICIT
