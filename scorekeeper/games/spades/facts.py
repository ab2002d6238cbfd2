"""The facts of a manche of Atout Pique: the four bids, the tricks of each team and of each nil bidder.

The tricks of a nil bidder may be omitted when they follow from the other facts: the team took none, or the partner bid
zero too and the partner's tricks are known. Whether a blind nil was allowed (AP-7) depends on the totals, which are not
facts: `spades/bids.py` checks the bids before the play, `spades/scoring.py` those of recorded manches.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.contract import Table
from scorekeeper.games.shape import ImpossibleFactsError, Json, quotable, read_object, read_whole, read_wholes
from scorekeeper.games.spades.bids import TRICKS, Bid, Zero, bid_list, read_bid, write_bid
from scorekeeper.games.spades.options import SEATS, TEAMS, SpadesOptions

_SEAT_NAMES = tuple(str(seat) for seat in range(SEATS))
_KEYS = ("bids", "tricks", "nil_tricks")


@dataclass(frozen=True, slots=True)
class SpadesFacts:
    """Bids by seat, tricks by team, and by seat the tricks of each nil bidder, None for the others."""

    bids: tuple[Bid, ...]
    tricks: tuple[int, ...]
    nil_tricks: tuple[int | None, ...]


def read_facts(options: SpadesOptions, _seats: int, json: Json) -> SpadesFacts:
    """Read and check the facts of one manche from JSON (AP-3, AP-20). Raises `ImpossibleFactsError`."""
    read_object(json, _KEYS)
    bids = _read_bids(options, json.get("bids"))
    tricks = _read_tricks(json.get("tricks"))
    return SpadesFacts(bids, tricks, _read_nil_tricks(bids, tricks, json.get("nil_tricks")))


def write_facts(facts: SpadesFacts) -> dict[str, Any]:
    """Return the facts as JSON with the tricks of every nil bidder, which `read_facts` reads back."""
    nil_tricks = {str(seat): count for seat, count in enumerate(facts.nil_tricks) if count is not None}
    return {"bids": [write_bid(bid) for bid in facts.bids], "tricks": list(facts.tricks), "nil_tricks": nil_tricks}


def tricks_by_seat(tricks: Sequence[Trick]) -> list[int]:
    """Return the number of tricks that each seat has taken."""
    return [sum(trick.winner == seat for trick in tricks) for seat in range(SEATS)]


def facts_of_tricks(
    options: SpadesOptions, _table: Table, tricks: Sequence[Trick], context: Json
) -> dict[str, Any] | None:
    """Return as JSON facts the tricks of the teams (T-7); for a finished manche, all facts, or None without bids."""
    by_seat = tricks_by_seat(tricks)
    by_team = tuple(sum(by_seat[side::TEAMS]) for side in range(TEAMS))
    if len(tricks) < TRICKS:
        return {"tricks": list(by_team)}
    if context.get("bids") is None:
        return None
    bids = _read_bids(options, context["bids"])
    taken = tuple(by_seat[seat] if isinstance(bid, Zero) else None for seat, bid in enumerate(bids))
    return write_facts(SpadesFacts(bids, by_team, taken))


def read_context(options: SpadesOptions, json: Json) -> Json | None:
    """Read the four bids from an object of the judge format, None without bids. Raises `ImpossibleFactsError`."""
    if json.get("bids") is None:
        return None
    return {"bids": [write_bid(bid) for bid in _read_bids(options, json["bids"])]}


def write_context(facts: Json) -> dict[str, Any]:
    """Return the context of the judge format: the bids."""
    return {"bids": facts["bids"]}


def nil_seats(bids: tuple[Bid | None, ...], side: int) -> list[int]:
    """Return the seats of a team that bid a zero (AP-5, AP-6)."""
    return [seat for seat in range(side, SEATS, TEAMS) if isinstance(bids[seat], Zero)]


def complete_nil_tricks(
    bids: tuple[Bid | None, ...], tricks: tuple[int, ...], entered: Mapping[int, int]
) -> tuple[int | None, ...]:
    """Return by seat the tricks of each nil bidder, entered or deduced; None if unknown or for other bidders."""
    known = dict(entered)
    for side, total in enumerate(tricks):
        bidders = nil_seats(bids, side)
        missing = [seat for seat in bidders if seat not in known]
        remaining = total - sum(known[seat] for seat in bidders if seat in known)
        if total == 0:
            known.update(dict.fromkeys(missing, 0))
        elif len(bidders) == TEAMS and len(missing) == 1 and remaining >= 0:
            known[missing[0]] = remaining
    return tuple(known.get(seat) for seat in range(SEATS))


def _read_bids(options: SpadesOptions, json: object) -> tuple[Bid, ...]:
    if json is None:
        raise ImpossibleFactsError("no_bids", field="bids", article="AP-3")
    values = bid_list(json)
    for seat, value in enumerate(values):
        if value is None:
            raise ImpossibleFactsError("bid_missing", field="bids", article="AP-3", seat=seat)
    return tuple(read_bid(options, seat, value) for seat, value in enumerate(values))


def _read_tricks(json: object) -> tuple[int, ...]:
    if json is None:
        raise ImpossibleFactsError("no_tricks", field="tricks", article="AP-20")
    tricks = read_wholes(json, TEAMS, 0, TRICKS, "tricks")
    taken = sum(tricks)
    if taken != TRICKS:
        error = "tricks_short" if taken < TRICKS else "tricks_over"
        raise ImpossibleFactsError(error, field="tricks", article="AP-20", by=abs(TRICKS - taken), total=TRICKS)
    return tricks


def _read_nil_tricks(bids: tuple[Bid, ...], tricks: tuple[int, ...], json: object) -> tuple[int | None, ...]:
    entered: dict[int, int] = {}
    if json is not None and not isinstance(json, Mapping):
        raise ImpossibleFactsError("not_an_object", field="nil_tricks")
    for name, value in (json or {}).items():
        seat = _nil_seat(bids, name)
        entered[seat] = read_whole(value, 0, TRICKS, "nil_tricks", "AP-20")
        _refuse_more_than_team(seat, entered[seat], tricks[seat % TEAMS])
    completed = complete_nil_tricks(bids, tricks, entered)
    for side in range(TEAMS):
        _refuse_zeros_of_team(bids, side, tricks[side], completed)
    return completed


def _nil_seat(bids: tuple[Bid, ...], name: object) -> int:
    if not isinstance(name, str) or name not in _SEAT_NAMES:
        raise ImpossibleFactsError("nil_tricks_seat", field="nil_tricks", value=quotable(name), keys=[*_SEAT_NAMES])
    seat = int(name)
    if not isinstance(bids[seat], Zero):
        raise ImpossibleFactsError("no_nil_bid", field="nil_tricks", article="AP-5", seat=seat)
    return seat


def _refuse_more_than_team(seat: int, count: int, total: int) -> None:
    """Refuse more tricks for a nil bidder than for the team (AP-20)."""
    if count > total:
        raise ImpossibleFactsError(
            "nil_over_team", field="nil_tricks", article="AP-20", seat=seat, found=count, total=total
        )


def _refuse_zeros_of_team(bids: tuple[Bid, ...], side: int, total: int, completed: tuple[int | None, ...]) -> None:
    """Refuse a zero without its tricks, and two zeros that do not add up to the team's tricks (AP-16, AP-20, AP-21)."""
    bidders = nil_seats(bids, side)
    for seat in bidders:
        if completed[seat] is None:
            raise ImpossibleFactsError("nil_tricks_missing", field="nil_tricks", article="AP-16", seat=seat)
    shared = sum(completed[seat] or 0 for seat in bidders)
    if len(bidders) == TEAMS and shared != total:
        raise ImpossibleFactsError(
            "nils_unshared", field="nil_tricks", article="AP-21", side=side, found=shared, total=total
        )
