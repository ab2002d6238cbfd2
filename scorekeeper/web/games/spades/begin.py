"""The bids of a manche of Atout Pique, kept one by one as they are called (AP-3, AP-7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import request

from scorekeeper.games.shape import Json
from scorekeeper.games.spades import bids as calls
from scorekeeper.games.spades.bids import TRICKS, Bid, Zero
from scorekeeper.games.spades.options import SEATS
from scorekeeper.record.standings import Standing
from scorekeeper.web.games.spades.words import say_bid
from scorekeeper.web.numbers import whole_number


@dataclass(frozen=True)
class Bidding:
    """The bids so far, by seat; whose turn it is, and what that player may bid (AP-3, AP-7)."""

    bids: tuple[Bid | None, ...]
    bidder: int | None
    blind: bool

    @property
    def total(self) -> int:
        """The sum of the bids, against the 13 tricks."""
        return sum(calls.contracts(self.bids))


def bidding(standing: Standing) -> Bidding:
    """The bids of the manche under way, as they were saved."""
    bids = saved_bids(standing)
    bidder = calls.next_bidder(standing.deal.dealer, bids)
    blind = bidder is not None and calls.may_blind_nil(standing.options, bidder, standing.sheet.totals)
    return Bidding(bids, bidder, blind)


def pending(standing: Standing) -> Bidding | None:
    """The bidding while somebody still has to bid, else None."""
    now = bidding(standing)
    return now if now.bidder is not None else None


def entered(standing: Standing) -> Json:
    """The bids with the one just called, or without the latest, which was taken back.

    Raises `ImpossibleFactsError` for a bid that cannot be.
    """
    bids, dealer = saved_bids(standing), standing.deal.dealer
    if "back" in request.form:
        last = calls.last_bidder(dealer, bids)
        left = [None if seat == last else bid for seat, bid in enumerate(bids)]
        return written_bids(left) if any(bid is not None for bid in left) else {}
    seat, value = _bidder(calls.next_bidder(dealer, bids)), _bid()
    return written_bids(calls.add_bid(standing.options, dealer, standing.sheet.totals, bids, seat, value))


def _bidder(expected: int | None) -> int:
    """The seat whose key was pressed, else the one whose turn it is."""
    pressed = request.form.get("seat", "")
    return int(pressed) if pressed in {str(seat) for seat in range(SEATS)} else expected or 0


def _bid() -> object:
    """The bid as it was sent, a number of tricks as one."""
    called = request.form.get("bid", "")
    tricks = whole_number(called)
    return called if tricks is None else tricks


def saved_bids(standing: Standing) -> tuple[Bid | None, ...]:
    """The bids kept with the partie until its manche is recorded."""
    kept = (standing.context or {}).get("bids", [None] * SEATS)
    return tuple(None if bid is None else calls.read_bid(standing.options, seat, bid) for seat, bid in enumerate(kept))


def bid_choices() -> list[tuple[str, str]]:
    """Every bid as a correction sends it, and as it is said."""
    bids: list[Bid] = [*range(1, TRICKS + 1), *Zero]
    return [(str(calls.write_bid(bid)), say_bid(bid)) for bid in bids]


def written_bids(bids: Sequence[Bid | None]) -> dict[str, Any]:
    """The bids as JSON keeps them."""
    return {"bids": [None if bid is None else calls.write_bid(bid) for bid in bids]}
