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
    """The bids so far by seat, the seats in bidding order, the next one, and whether it may bid a double zero.

    `tricks` is the number of tricks in the manche, which is also the highest bid.
    """

    bids: tuple[Bid | None, ...]
    order: tuple[int, ...]
    bidder: int | None
    may_bid_blind_nil: bool
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


def pending_entry(scored: ScoredPartie) -> Bidding | None:
    """Return the bidding, None once all players have bid."""
    bidding = saved_bidding(scored)
    return bidding if bidding.bidder is not None else None


def blind_nil_sentence(scored: ScoredPartie) -> str:
    """Say which team is behind, by how much, and whether it may bid a double zero (AP-7).

    When each plays alone, say it of the next bidder (AP-24).
    """
    totals = scored.sheet.totals
    bidder = saved_bidding(scored).bidder
    behind = bidder if scored.options.alone and bidder is not None else totals.index(min(totals))
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
        return context_of_bids(remaining) if any(bid is not None for bid in remaining) else {}
    seat = _sent_seat(scored.seats, default=next_bidder(table, bids) or 0)
    return context_of_bids(add_bid(scored.options, table, scored.sheet.totals, bids, seat, _sent_bid()))


def _sent_seat(seats: int, default: int) -> int:
    text = request.form.get("seat", "")
    return int(text) if text in {str(seat) for seat in range(seats)} else default


def _sent_bid() -> object:
    """The bid sent: an int for a number of tricks, else the text."""
    text = request.form.get("bid", "")
    tricks = whole_number(text)
    return text if tricks is None else tricks


def saved_bids(scored: ScoredPartie) -> tuple[Bid | None, ...]:
    """Return the bids of the current manche by seat, None for a seat that has not bid."""
    saved = (scored.current.context or {}).get("bids", [None] * scored.seats)
    return tuple(
        None if bid is None else read_bid(scored.options, scored.seats, seat, bid) for seat, bid in enumerate(saved)
    )


def bid_choices(highest: int) -> list[tuple[str, str]]:
    """Return every bid as (value sent, label)."""
    bids: list[Bid] = [*range(1, highest + 1), *Zero]
    return [(str(write_bid(bid)), say_bid(bid)) for bid in bids]


def context_of_bids(bids: Sequence[Bid | None]) -> dict[str, Any]:
    """Return the context with these bids as JSON."""
    return {"bids": [None if bid is None else write_bid(bid) for bid in bids]}
