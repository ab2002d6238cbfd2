"""The bids of a manche of Atout Pique, saved one by one as they are made (AP-3, AP-7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import request

from scorekeeper.games.shape import Json
from scorekeeper.games.spades.bids import (
    BLIND_NIL_DEFICIT,
    Bid,
    Zero,
    add_bid,
    bidding_order,
    deficit,
    last_bidder,
    may_bid_blind_nil,
    next_bidder,
    read_bid,
    write_bid,
)
from scorekeeper.games.spades.options import hand_tricks
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.games.spades.text import say_bid


@dataclass(frozen=True)
class Bidding:
    """The bids of a manche as far as they are made."""

    # By seat; None for a seat that has not bid.
    bids: tuple[Bid | None, ...]
    # The seats in bidding order.
    order: tuple[int, ...]
    # The seat that bids next; None once all have bid.
    bidder: int | None
    # Whether the next bid may be a double zero.
    may_bid_blind_nil: bool
    # The number of tricks in the manche, which is also the highest bid.
    tricks: int

    @property
    def total(self) -> int:
        """The sum of the bids, to compare with the tricks."""
        return sum(bid for bid in self.bids if isinstance(bid, int))


def saved_bidding(scored: ScoredPartie) -> Bidding:
    """Return the bidding of the current manche as far as it is saved."""
    bids = saved_bids(scored)
    bidder = next_bidder(scored.table, bids)
    blind_nil = bidder is not None and may_bid_blind_nil(scored.options, bidder, scored.sheet.totals)
    return Bidding(bids, bidding_order(scored.table), bidder, blind_nil, hand_tricks(scored.options, scored.seats))


def pending_context(scored: ScoredPartie) -> Bidding | None:
    """Return the bidding, None once all players have bid."""
    bidding = saved_bidding(scored)
    if bidding.bidder is None:
        return None
    return bidding


def blind_nil_sentence(scored: ScoredPartie) -> str:
    """Say which team is behind, by how much, and whether it may bid a double zero (AP-7)."""
    totals, bidder = scored.sheet.totals, saved_bidding(scored).bidder
    behind = totals.index(min(totals))
    # When each plays alone, several may be far enough behind: the sentence is about the next bidder (AP-24).
    if scored.options.alone and bidder is not None:
        behind = bidder
    points = deficit(behind, totals)
    if points <= 0:
        return _("Double zéro : il faut 100 points de retard.")
    team = scored.side_name(behind)
    if points < BLIND_NIL_DEFICIT:
        return _("Double zéro : il faut 100 points de retard (%(team)s : %(points)s).", team=team, points=points)
    return _("Double zéro permis à %(team)s : %(points)s points de retard.", team=team, points=points)


def read_sent_context(scored: ScoredPartie) -> Json:
    """Return the context with the sent bid added or with the latest bid removed; {} if no bid remains.

    Raises `ImpossibleFactsError` for an invalid bid.
    """
    bids, table = saved_bids(scored), scored.table
    if "back" in request.form:
        last_seat = last_bidder(table, bids)
        remaining = [None if seat == last_seat else bid for seat, bid in enumerate(bids)]
        # A manche without a bid has no context: it is not begun.
        if remaining.count(None) == len(remaining):
            return {}
        return context_of_bids(remaining)
    seat = _sent_seat(scored.seats, default=next_bidder(table, bids) or 0)
    return context_of_bids(add_bid(scored.options, table, scored.sheet.totals, bids, seat, _sent_bid()))


def _sent_seat(seats: int, default: int) -> int:
    text = request.form.get("seat", "")
    if text not in {str(seat) for seat in range(seats)}:
        return default
    return int(text)


def _sent_bid() -> object:
    """The bid sent: an int for a number of tricks, else the text."""
    text = request.form.get("bid", "")
    tricks = whole_number(text)
    if tricks is None:
        return text
    return tricks


def saved_bids(scored: ScoredPartie) -> tuple[Bid | None, ...]:
    """Return the bids of the current manche by seat, None for a seat that has not bid."""
    bids: list[Bid | None] = [None] * scored.seats
    for seat, bid in enumerate((scored.current.context or {}).get("bids", ())):
        if bid is not None:
            bids[seat] = read_bid(scored.options, scored.seats, seat, bid)
    return tuple(bids)


def bid_choices(highest: int) -> list[tuple[str, str]]:
    """Return every bid as (value sent, label)."""
    bids: list[Bid] = [*range(1, highest + 1), *Zero]
    return [(str(write_bid(bid)), say_bid(bid)) for bid in bids]


def context_of_bids(bids: Sequence[Bid | None]) -> dict[str, Any]:
    """Return the context with these bids as JSON."""
    return {"bids": [None if bid is None else write_bid(bid) for bid in bids]}
