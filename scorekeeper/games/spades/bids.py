"""The bids of Atout Pique: what a player may announce, in which order, and the contracts they make.

Bids are kept by seat. A bid of 0 *is* the zero (AP-5): whoever writes `0` has bid a nil, and it is written back so.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from scorekeeper.games.contract import Moment
from scorekeeper.games.shape import ImpossibleFactsError, Json, quotable, read_list
from scorekeeper.games.spades.options import SEATS, TEAMS, SpadesOptions
from scorekeeper.games.spades.play import leader

TRICKS = 13
BLIND_NIL_DEFICIT = 100


class Zero(enum.StrEnum):
    """A bid to take no trick: after looking at one's cards (AP-5), or before (AP-6)."""

    NIL = "nil"
    BLIND_NIL = "blind_nil"


Bid: TypeAlias = int | Zero
_ZEROS: dict[object, Zero] = {zero.value: zero for zero in Zero}


@dataclass(frozen=True, slots=True)
class CloseBlindNil:
    """A blind nil bid by a team less than 100 points behind (AP-7): which manche, from 0, whose, how far behind."""

    manche: int
    seat: int
    deficit: int


def read_bid(options: SpadesOptions, seat: int, value: object) -> Bid:
    """One bid from its JSON form: 1 to 13, "nil" (or 0), or "blind_nil" where it is played (AP-3, AP-5, AP-6).

    Raises `ImpossibleFactsError`, `seat` saying whose bid it is.
    """
    if type(value) is int:
        if not 0 <= value <= TRICKS:
            raise ImpossibleFactsError("bid_range", field="bids", article="AP-3", seat=seat, value=quotable(value))
        return value or Zero.NIL
    zero = _ZEROS.get(value) if isinstance(value, str) else None
    if zero is None:
        raise ImpossibleFactsError("bid_value", field="bids", article="AP-3", seat=seat, value=quotable(value))
    if zero is Zero.BLIND_NIL and not options.blind_nil:
        raise ImpossibleFactsError("blind_nil_off", field="bids", article="AP-6", seat=seat)
    return zero


def write_bid(bid: Bid) -> int | str:
    """The JSON form of a bid."""
    return bid.value if isinstance(bid, Zero) else bid


def read_bids(
    options: SpadesOptions, dealer: int, totals: Sequence[int], json: object, kept: Sequence[object] = (None,) * SEATS
) -> tuple[Bid | None, ...]:
    """The bids heard so far, by seat, None standing for who has not spoken; `totals` are those before the manche.

    They come in turn from the dealer's left (AP-3), and a blind nil only from a team far enough behind (AP-7), unless
    it is already among those `kept`.
    Raises `ImpossibleFactsError`.
    """
    values = bid_list(json)
    bids = tuple(None if value is None else read_bid(options, seat, value) for seat, value in enumerate(values))
    order = bidding_order(dealer)
    expected = next_bidder(dealer, bids)
    for seat in order[0 if expected is None else order.index(expected) :]:
        if expected is not None and bids[seat] is not None:
            raise ImpossibleFactsError("bid_early", field="bids", article="AP-3", seat=seat, expected=expected)
    for seat in order:
        if bids[seat] is Zero.BLIND_NIL and kept[seat] != Zero.BLIND_NIL.value:
            _refuse_close(seat, totals)
    return bids


def begin(options: SpadesOptions, moment: Moment, json: Json) -> dict[str, Any]:
    """The bids of the manche under way, `{"bids": […]}`, checked as `read_bids` does, to be kept until its result.

    A blind nil that was kept before stays: the totals allowed it when it was bid (AP-7).
    """
    if set(json) != {"bids"}:
        raise ImpossibleFactsError("no_bids", field="bids", article="AP-3")
    kept = (moment.context or {}).get("bids", [None] * SEATS)
    bids = read_bids(options, moment.dealer, moment.totals, json["bids"], kept)
    return {"bids": [None if bid is None else write_bid(bid) for bid in bids]}


def add_bid(  # noqa: PLR0913, PLR0917 - a bid falls into the middle of all this
    options: SpadesOptions, dealer: int, totals: Sequence[int], bids: Sequence[Bid | None], seat: int, json: object
) -> tuple[Bid | None, ...]:
    """The bids with one more: each player bids once, in turn (AP-3). Raises `ImpossibleFactsError`."""
    if bids[seat] is not None:
        raise ImpossibleFactsError("bid_twice", field="bids", article="AP-3", seat=seat)
    bid = read_bid(options, seat, json)
    written = [None if known is None else write_bid(known) for known in (*bids[:seat], bid, *bids[seat + 1 :])]
    kept = [*written[:seat], None, *written[seat + 1 :]]
    return read_bids(options, dealer, totals, written, kept)


def bid_list(json: object) -> Sequence[object]:
    """The four places of a JSON list of bids. Raises `ImpossibleFactsError`."""
    values: Sequence[object] = read_list(json, "bids", "AP-3")
    if len(values) != SEATS:
        raise ImpossibleFactsError("wrong_length", field="bids", article="AP-3", expected=SEATS, found=len(values))
    return values


def bidding_order(dealer: int) -> tuple[int, ...]:
    """The seats in the order in which they bid, the dealer last (AP-3)."""
    return tuple((leader(dealer) + turn) % SEATS for turn in range(SEATS))


def next_bidder(dealer: int, bids: Sequence[Bid | None]) -> int | None:
    """The seat whose turn it is to bid, or None when all have (AP-3)."""
    return next((seat for seat in bidding_order(dealer) if bids[seat] is None), None)


def last_bidder(dealer: int, bids: Sequence[Bid | None]) -> int | None:
    """The seat that bid last and may take its bid back, or None when nobody has bid."""
    return next((seat for seat in reversed(bidding_order(dealer)) if bids[seat] is not None), None)


def contracts(bids: Sequence[Bid | None]) -> tuple[int, ...]:
    """The contract of each team: the sum of its bids, zeros adding nothing (AP-4); 0 when both bid zero (AP-21)."""
    return tuple(sum(bid for bid in bids[side::TEAMS] if isinstance(bid, int)) for side in range(TEAMS))


def deficit(side: int, totals: Sequence[int]) -> int:
    """How many points a team is behind the other; below 0 when it is ahead."""
    return totals[1 - side] - totals[side]


def may_blind_nil(options: SpadesOptions, seat: int, totals: Sequence[int]) -> bool:
    """Whether this player may bid a blind nil now (AP-6, AP-7)."""
    return options.blind_nil and deficit(seat % TEAMS, totals) >= BLIND_NIL_DEFICIT


def _refuse_close(seat: int, totals: Sequence[int]) -> None:
    behind = deficit(seat % TEAMS, totals)
    if behind < BLIND_NIL_DEFICIT:
        raise ImpossibleFactsError(
            "blind_nil_close", field="bids", article="AP-7", seat=seat, deficit=behind, needed=BLIND_NIL_DEFICIT
        )
