"""Exchange the players of two seats, replace one from a manche on, and choose for whom a partie counts.

A *participant* is a player of one partie, by number; a *stay* is a participant in a seat from a manche on. Statistics
count a partie for one participant of each seat (`counts_for`).
"""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.partie.changes import NamesExchanged, PlayerReplaced, SeatCredited, SeatReturned
from scorekeeper.partie.decide.entry import refuse_if_over, require_seat
from scorekeeper.partie.refusals import RefusedError
from scorekeeper.partie.scored import ScoredState


def exchange_names(scored: ScoredState, first: int, second: int) -> NamesExchanged:
    """Let the players of two seats change places for the whole partie; the points stay with the seats.

    Raises `RefusedError` for a seat that is not at the table, and when both seats are the same.
    """
    for seat in (first, second):
        require_seat(scored, seat)
    if first == second:
        raise RefusedError("same_seat", field="seats")
    return NamesExchanged(seats=(min(first, second), max(first, second)))


def replace_player(
    scored: ScoredState, seat: int, who: int, players: Sequence[int], *, counts_for_former: bool = False
) -> PlayerReplaced:
    """Seat another participant from the current manche on; the points stay with the seat.

    `players` has for each participant the id of the player: two participants may be one player, after a merge of
    players. Raises `RefusedError` when the partie is over, and for a player who has a seat at this table or had another
    seat in this partie.
    """
    refuse_if_over(scored, "over_unchanged")
    # Players are compared, not participants: two of these are one player after a merge.
    coming = players[who]
    seating = require_seat(scored, seat)
    for number, other in enumerate(scored.state.seats):
        # The player already has a seat here: that of the partner, another one, or this one.
        if coming == players[other.latest]:
            raise RefusedError("is_seated", field="player", seat=seat)
        if number != seat and coming in {players[stay.who] for stay in other.stays}:
            raise RefusedError("had_other_seat", field="player", seat=seat)
    # It counts for the newcomer, unless the table says otherwise or has credited an earlier player.
    counts_for = seating.counts_for
    if counts_for_former:
        counts_for = seating.latest
    elif counts_for == seating.latest:
        counts_for = who
    return PlayerReplaced(seat=seat, who=who, counts_for=counts_for)


def give_back(scored: ScoredState, seat: int) -> SeatReturned:
    """Let the player before the latest one in a seat have all manches since. Raises `RefusedError` without one."""
    seating = require_seat(scored, seat)
    if len(seating.stays) == 1:
        raise RefusedError("no_replacement")
    counts_for = seating.counts_for
    if counts_for == seating.latest:
        counts_for = seating.stays[-2].who
    return SeatReturned(seat=seat, counts_for=counts_for)


def credit(scored: ScoredState, seat: int, who: int | None) -> SeatCredited:
    """Count the partie for this participant of a seat. Raises `RefusedError` for one who did not have the seat."""
    seating = require_seat(scored, seat)
    if who is None or who not in {stay.who for stay in seating.stays}:
        raise RefusedError("not_in_seat", field="player")
    return SeatCredited(seat=seat, counts_for=who)
