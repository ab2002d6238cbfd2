"""The facts of a manche (one deal) of Atout Pique (Spades): the bids, the tricks of each side and of each nil bidder.

A *side* is a team, or a seat if each plays alone (AP-24). A *nil* or *zero* is a bid to take no trick; it is *blind* if
it was bid before seeing the cards. The *contract* of a side is the sum of its other bids.

The tricks of a nil bidder may be omitted when they follow from the other facts: the side took none, it is one player
(AP-24), or the partner bid zero too and the partner's tricks are known. Whether a blind nil was allowed (AP-7) depends
on the totals, which are not facts: `spades/bids.py` checks the bids before the play, `spades/scoring.py` those of
recorded manches.

AP-1 to AP-25 are the articles of this game's rulebook, T-7 is one of all games. The first argument of an error is the
key of its sentence; `field` is the wrong fact, the other arguments are details.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.contract import Table
from scorekeeper.games.shape import (
    ImpossibleFactsError,
    Json,
    quotable,
    read_list,
    read_object,
    read_whole,
    read_wholes,
)
from scorekeeper.games.spades.bids import Bid, Zero, read_bid
from scorekeeper.games.spades.options import SEATS, SpadesOptions, hand_tricks, side_count, side_of, sides

_KEYS = ("bids", "tricks", "nil_tricks")  # the keys that the facts may have as JSON


@dataclass(frozen=True, slots=True)
class SpadesFacts:
    """The facts of one manche."""

    # By seat.
    bids: tuple[Bid, ...]

    # The number of tricks by side.
    tricks: tuple[int, ...]

    # By seat, the number of tricks of each nil bidder, None for the others.
    nil_tricks: tuple[int | None, ...]


def read_facts(options: SpadesOptions, seats: int, json: Json) -> SpadesFacts:
    """Read and check the facts of one manche from JSON (AP-3, AP-20). Raises `ImpossibleFactsError`."""
    # Raises for another key, or for JSON that is no object.
    read_object(json, _KEYS)
    bids = _read_bids(options, seats, json.get("bids"))
    tricks = _read_tricks(options, seats, json.get("tricks"))
    return SpadesFacts(bids, tricks, _read_nil_tricks(options, bids, tricks, json.get("nil_tricks")))


def write_facts(facts: SpadesFacts) -> dict[str, Any]:
    """Return the facts as JSON with the tricks of every nil bidder, which `read_facts` reads back."""
    nil_tricks = {str(seat): count for seat, count in enumerate(facts.nil_tricks) if count is not None}
    return {"bids": [*facts.bids], "tricks": list(facts.tricks), "nil_tricks": nil_tricks}


def tricks_by_seat(tricks: Sequence[Trick], seats: int) -> list[int]:
    """Return the number of tricks that each seat has taken."""
    return [sum(trick.winner == seat for trick in tricks) for seat in range(seats)]


def facts_of_tricks(
    options: SpadesOptions, table: Table, tricks: Sequence[Trick], context: Json
) -> dict[str, Any] | None:
    """Return the facts that follow from these tricks (T-7), as JSON.

    They are the tricks of the sides; for a finished manche all facts, or None if the bids are not known.
    """
    by_seat = tricks_by_seat(tricks, table.seats)
    by_side = [0] * side_count(options, table.seats)
    for trick in tricks:
        by_side[side_of(options, trick.winner)] += 1
    # `hand_tricks` is the number of tricks in a manche.
    if len(tricks) < hand_tricks(table.seats):
        return {"tricks": by_side}
    # Without the bids it is not known whose tricks are those of a nil bidder.
    if context.get("bids") is None:
        return None
    bids = _read_bids(options, table.seats, context["bids"])
    # By seat, the tricks of each nil bidder.
    taken = tuple(by_seat[seat] if isinstance(bid, Zero) else None for seat, bid in enumerate(bids))
    return write_facts(SpadesFacts(bids, tuple(by_side), taken))


def read_context(options: SpadesOptions, json: Json) -> Json | None:
    """Read the context from an object of the judge format, which `lamarque judge` reads; None without bids.

    A *context* is what is known of a manche before its first card: its bids. Raises `ImpossibleFactsError`.
    """
    if json.get("bids") is None:
        return None
    # Four players, if the object does not give their number.
    return {"bids": [*_read_bids(options, json.get("seats", SEATS), json["bids"])]}


def write_context(facts: Json) -> dict[str, Any]:
    """Return the context of the judge format: the bids."""
    return {"bids": facts["bids"]}


def nil_seats(options: SpadesOptions, bids: Sequence[Bid | None], side: int) -> list[int]:
    """Return the seats of a side that bid a zero (AP-5, AP-6)."""
    return [seat for seat, bid in enumerate(bids) if isinstance(bid, Zero) and side_of(options, seat) == side]


def _read_bids(options: SpadesOptions, seats: int, json: object) -> tuple[Bid, ...]:
    """Read the bid of every seat. Raises `ImpossibleFactsError`, also if one is missing."""
    if json is None:
        raise ImpossibleFactsError("no_bids", field="bids", article="AP-3")
    # Raises unless there is one value for each seat.
    values = read_list(json, "bids", "AP-3", count=seats)
    for seat, value in enumerate(values):
        if value is None:
            raise ImpossibleFactsError("bid_missing", field="bids", article="AP-3", seat=seat)
    return tuple(read_bid(options, seats, seat, value) for seat, value in enumerate(values))


def _read_tricks(options: SpadesOptions, seats: int, json: object) -> tuple[int, ...]:
    """Read the tricks by side. Raises `ImpossibleFactsError` if they do not add up to all tricks (AP-20)."""
    if json is None:
        raise ImpossibleFactsError("no_tricks", field="tricks", article="AP-20")
    all_tricks = hand_tricks(seats)
    # One integer from 0 to all tricks for each side.
    tricks = read_wholes(json, side_count(options, seats), 0, all_tricks, "tricks")
    taken = sum(tricks)
    if taken != all_tricks:
        error = "tricks_short" if taken < all_tricks else "tricks_over"
        by = abs(all_tricks - taken)
        raise ImpossibleFactsError(error, field="tricks", article="AP-20", by=by, total=all_tricks)
    return tricks


def _read_nil_tricks(
    options: SpadesOptions, bids: tuple[Bid, ...], tricks: tuple[int, ...], json: object
) -> tuple[int | None, ...]:
    """Read by seat the tricks of each nil bidder, and deduce those omitted. Raises `ImpossibleFactsError`."""
    entered: dict[int, int] = {}
    if json is not None and not isinstance(json, Mapping):
        raise ImpossibleFactsError("not_an_object", field="nil_tricks")
    # In JSON, the keys are seats: `{"2": 0}` are the tricks of seat 2.
    for name, value in (json or {}).items():
        seat = _nil_seat(bids, name)
        # An integer between these bounds.
        entered[seat] = read_whole(value, 0, hand_tricks(len(bids)), "nil_tricks", "AP-20")
        # No more than all tricks of the side.
        total = tricks[side_of(options, seat)]
        if entered[seat] > total:
            details = {"seat": seat, "found": entered[seat], "total": total}
            raise ImpossibleFactsError("nil_over_team", field="nil_tricks", article="AP-20", **details)
    # The sides are checked only now, because tricks that were not entered may follow from the others.
    for side, total in enumerate(tricks):
        _complete_zeros(options, bids, side, total, entered)
    return tuple(entered.get(seat) for seat in range(len(bids)))


def _nil_seat(bids: tuple[Bid, ...], name: object) -> int:
    """Read the seat of a nil bidder from its number as text. Raises `ImpossibleFactsError` for another seat."""
    seat_names = [str(seat) for seat in range(len(bids))]
    if name not in seat_names:
        # `quotable` shortens the value for the message.
        raise ImpossibleFactsError("nil_tricks_seat", field="nil_tricks", value=quotable(name), keys=seat_names)
    seat = seat_names.index(name)
    if not isinstance(bids[seat], Zero):
        raise ImpossibleFactsError("no_nil_bid", field="nil_tricks", article="AP-5", seat=seat)
    return seat


def _complete_zeros(
    options: SpadesOptions, bids: tuple[Bid, ...], side: int, total: int, entered: dict[int, int]
) -> None:
    """Add the tricks of the zeros of a side that follow from the others to those `entered`, by seat.

    Refuse a zero without its tricks, and zeros that do not add up to the tricks of their side: the tricks of two
    partners who bid zero must add up (AP-16, AP-20, AP-21), and those of one who plays alone (AP-24).
    """
    bidders = nil_seats(options, bids, side)
    # If the partner bid a contract, the other tricks of the side are the partner's, and nothing must add up.
    all_bid_zero = len(bidders) == sides(options, len(bids)).count(side)
    missing = [seat for seat in bidders if seat not in entered]
    shared = sum(entered.get(seat, 0) for seat in bidders)
    if total == 0:
        entered.update(dict.fromkeys(missing, 0))
    elif all_bid_zero and len(missing) == 1:
        # No partner with a contract can have taken some of the remaining tricks.
        entered[missing[0]] = total - shared
        shared = total
    elif missing:
        raise ImpossibleFactsError("nil_tricks_missing", field="nil_tricks", article="AP-16", seat=missing[0])
    if all_bid_zero and shared != total:
        article = "AP-24" if options.alone else "AP-21"
        raise ImpossibleFactsError(
            "nils_unshared", field="nil_tricks", article=article, side=side, found=shared, total=total
        )
