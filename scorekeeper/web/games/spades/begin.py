"""The bids of a manche of Atout Pique, saved one by one as they are made (AP-3, AP-7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import request

from scorekeeper.games.shape import Json
from scorekeeper.games.spades import bids as calls
from scorekeeper.games.spades.bids import TRICKS, Bid, Zero
from scorekeeper.games.spades.options import SEATS
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.games.spades.text import say_bid


@dataclass(frozen=True)
class Bidding:
    """The bids so far by seat, the seat to bid, and whether it may bid a double zero (AP-3, AP-7)."""

    bids: tuple[Bid | None, ...]
    bidder: int | None
    blind: bool

    @property
    def total(self) -> int:
        """The sum of the bids, to compare with the 13 tricks."""
        return sum(calls.contracts(self.bids))


def bidding(scored: ScoredPartie) -> Bidding:
    """Return the bids of the current manche as saved."""
    bids = saved_bids(scored)
    bidder = calls.next_bidder(scored.deal.dealer, bids)
    blind = bidder is not None and calls.may_bid_blind_nil(scored.options, bidder, scored.sheet.totals)
    return Bidding(bids, bidder, blind)


def pending_entry(scored: ScoredPartie) -> Bidding | None:
    """Return the bidding, None once all four players have bid."""
    now = bidding(scored)
    return now if now.bidder is not None else None


def read_sent_context(scored: ScoredPartie) -> Json:
    """Return the bids with the bid sent added, or with the latest one taken back.

    Raises `ImpossibleFactsError` for a bid that cannot be.
    """
    bids, dealer = saved_bids(scored), scored.deal.dealer
    if "back" in request.form:
        last = calls.last_bidder(dealer, bids)
        remaining = [None if seat == last else bid for seat, bid in enumerate(bids)]
        return written_bids(remaining) if any(bid is not None for bid in remaining) else {}
    seat, value = _bidder(calls.next_bidder(dealer, bids)), _bid()
    return written_bids(calls.add_bid(scored.options, dealer, scored.sheet.totals, bids, seat, value))


def _bidder(expected: int | None) -> int:
    """The seat whose button was pressed, else the seat to bid."""
    pressed = request.form.get("seat", "")
    return int(pressed) if pressed in {str(seat) for seat in range(SEATS)} else expected or 0


def _bid() -> object:
    """The bid sent: an int for a number of tricks, else the text."""
    called = request.form.get("bid", "")
    tricks = whole_number(called)
    return called if tricks is None else tricks


def saved_bids(scored: ScoredPartie) -> tuple[Bid | None, ...]:
    """Return the bids saved with the partie, until its manche is recorded."""
    saved = (scored.current.context or {}).get("bids", [None] * SEATS)
    return tuple(None if bid is None else calls.read_bid(scored.options, seat, bid) for seat, bid in enumerate(saved))


def bid_choices() -> list[tuple[str, str]]:
    """Return every bid as (value sent, label)."""
    bids: list[Bid] = [*range(1, TRICKS + 1), *Zero]
    return [(str(calls.write_bid(bid)), say_bid(bid)) for bid in bids]


def written_bids(bids: Sequence[Bid | None]) -> dict[str, Any]:
    """Return the bids as JSON."""
    return {"bids": [None if bid is None else calls.write_bid(bid) for bid in bids]}
