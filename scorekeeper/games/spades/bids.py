"""The bids of Atout Pique: their values, their order, and the contract of each team.

Bids are stored by seat. A bid of 0 is a nil (AP-5) and is written back as "nil".
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from scorekeeper.games.contract import Moment, Table
from scorekeeper.games.shape import ImpossibleFactsError, Json, quotable, read_list
from scorekeeper.games.spades.options import SEATS, TEAMS, SpadesOptions
from scorekeeper.games.spades.play import leader

TRICKS = 13
BLIND_NIL_DEFICIT = 100


class Zero(enum.StrEnum):
    """A bid to take no trick: after seeing one's cards (AP-5), or before (AP-6)."""

    NIL = "nil"
    BLIND_NIL = "blind_nil"


Bid: TypeAlias = int | Zero
_ZEROS: dict[object, Zero] = {zero.value: zero for zero in Zero}
_LEGAL_BIDS = {"lowest": 0, "highest": TRICKS, "values": [zero.value for zero in Zero]}


@dataclass(frozen=True, slots=True)
class ForbiddenBlindNil:
    """A blind nil of a team less than 100 points behind (AP-7): the index of the manche, the seat, the deficit."""

    manche: int
    seat: int
    deficit: int


def read_bid(options: SpadesOptions, seat: int, value: object) -> Bid:
    """Read one bid from JSON: 1 to 13, "nil" (or 0), or "blind_nil" if the options allow it (AP-3, AP-5, AP-6).

    Raises `ImpossibleFactsError` with the seat.
    """
    if type(value) is int:
        if not 0 <= value <= TRICKS:
            raise ImpossibleFactsError(
                "bid_range", field="bids", article="AP-3", seat=seat, value=quotable(value), **_LEGAL_BIDS
            )
        return value or Zero.NIL
    zero = _ZEROS.get(value) if isinstance(value, str) else None
    if zero is None:
        raise ImpossibleFactsError(
            "bid_value", field="bids", article="AP-3", seat=seat, value=quotable(value), **_LEGAL_BIDS
        )
    if zero is Zero.BLIND_NIL and not options.blind_nil:
        raise ImpossibleFactsError("blind_nil_off", field="bids", article="AP-6", seat=seat, values=[Zero.NIL.value])
    return zero


def write_bid(bid: Bid) -> int | str:
    """Return a bid as JSON."""
    return bid.value if isinstance(bid, Zero) else bid


def read_bids(
    options: SpadesOptions,
    table: Table,
    totals: Sequence[int],
    json: object,
    stored: Sequence[object] = (None,) * SEATS,
) -> tuple[Bid | None, ...]:
    """Read the bids so far by seat, None for a seat that has not bid; `totals` are the totals before the manche.

    Bids must be in turn from the dealer's left (AP-3). A blind nil is allowed for a team at least 100 points behind
    (AP-7); one that is already among the `stored` bids is not checked again. Raises `ImpossibleFactsError`.
    """
    values = bid_list(json)
    bids = tuple(None if value is None else read_bid(options, seat, value) for seat, value in enumerate(values))
    order = bidding_order(table)
    expected = next_bidder(table, bids)
    for seat in () if expected is None else order[order.index(expected) :]:
        if bids[seat] is not None:
            raise ImpossibleFactsError("bid_early", field="bids", article="AP-3", seat=seat, expected=expected)
    for seat in order:
        if bids[seat] is Zero.BLIND_NIL and stored[seat] != Zero.BLIND_NIL.value:
            _refuse_small_deficit(seat, totals)
    return bids


def begin(options: SpadesOptions, moment: Moment, json: Json) -> dict[str, Any]:
    """Check the bids of the current manche as `read_bids` does; return the context to store: `{"bids": […]}`.

    A stored blind nil is not checked again, because the totals allowed it when it was bid (AP-7).
    """
    if set(json) != {"bids"}:
        raise ImpossibleFactsError("no_bids", field="bids", article="AP-3")
    stored = (moment.context or {}).get("bids", [None] * SEATS)
    bids = read_bids(options, moment.table, moment.totals, json["bids"], stored)
    return {"bids": [None if bid is None else write_bid(bid) for bid in bids]}


def add_bid(  # noqa: PLR0913, PLR0917 - checking a bid needs all of these
    options: SpadesOptions, table: Table, totals: Sequence[int], bids: Sequence[Bid | None], seat: int, json: object
) -> tuple[Bid | None, ...]:
    """Add the bid of `seat`; each player bids once, in turn (AP-3). Raises `ImpossibleFactsError`."""
    if bids[seat] is not None:
        raise ImpossibleFactsError("bid_twice", field="bids", article="AP-3", seat=seat)
    stored = [None if bid is None else write_bid(bid) for bid in bids]
    new_bids = [*stored[:seat], write_bid(read_bid(options, seat, json)), *stored[seat + 1 :]]
    return read_bids(options, table, totals, new_bids, stored)


def bid_list(json: object) -> Sequence[object]:
    """Return a JSON list of four bids. Raises `ImpossibleFactsError`."""
    values: Sequence[object] = read_list(json, "bids", "AP-3")
    if len(values) != SEATS:
        raise ImpossibleFactsError("wrong_length", field="bids", article="AP-3", expected=SEATS, found=len(values))
    return values


def bidding_order(table: Table) -> tuple[int, ...]:
    """Return the seats in bidding order, the dealer last (AP-3)."""
    return tuple(table.after(leader(table), turns) for turns in range(SEATS))


def next_bidder(table: Table, bids: Sequence[Bid | None]) -> int | None:
    """Return the seat to bid next, None when all have bid (AP-3)."""
    return next((seat for seat in bidding_order(table) if bids[seat] is None), None)


def last_bidder(table: Table, bids: Sequence[Bid | None]) -> int | None:
    """Return the seat that bid last, whose bid can be undone, or None."""
    return next((seat for seat in reversed(bidding_order(table)) if bids[seat] is not None), None)


def contracts(bids: Sequence[Bid | None]) -> tuple[int, ...]:
    """Return the contract of each team: the sum of its bids without zeros (AP-4), 0 when both bid zero (AP-21)."""
    return tuple(sum(bid for bid in bids[side::TEAMS] if isinstance(bid, int)) for side in range(TEAMS))


def deficit(side: int, totals: Sequence[int]) -> int:
    """Return the number of points that a team is behind the other team, negative when it is ahead."""
    return totals[1 - side] - totals[side]


def may_bid_blind_nil(options: SpadesOptions, seat: int, totals: Sequence[int]) -> bool:
    """Return whether this player may bid a blind nil now (AP-6, AP-7)."""
    return options.blind_nil and deficit(seat % TEAMS, totals) >= BLIND_NIL_DEFICIT


def _refuse_small_deficit(seat: int, totals: Sequence[int]) -> None:
    behind = deficit(seat % TEAMS, totals)
    if behind < BLIND_NIL_DEFICIT:
        raise ImpossibleFactsError(
            "blind_nil_close", field="bids", article="AP-7", seat=seat, deficit=behind, needed=BLIND_NIL_DEFICIT
        )
