"""The players of a seat in which one player replaced another during a partie."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.record.models import Partie, Player, Replacement, Seat


def player_id_at(replacements: Sequence[Replacement], position: int) -> int:
    """Return the id of the player of the manche of this position, from the replacements of the seat (at least one)."""
    ids = (replacement.player_id for replacement in reversed(replacements) if replacement.position <= position)
    return next(ids, replacements[0].former_id)


def players_of_seat(seat: Seat) -> tuple[Player, ...]:
    """Return the players who had this seat, the first one first, each once."""
    if not seat.replacements:
        return (seat.player,)
    players = [seat.replacements[0].former, *(replacement.player for replacement in seat.replacements)]
    return tuple({player.id: player for player in players}.values())


def known_players(partie: Partie) -> tuple[Player, ...]:
    """Return all who have or had a seat, by seat; the player for whom the partie counts is the first of the seat."""
    return tuple(player for seat in partie.seats for player in (seat.player, *players_of_seat(seat)))


def seated_player(seat: Seat) -> Player:
    """Return the player who has this seat in the current or next manche."""
    return player_at(seat, seat.partie.next_position) if seat.replacements else seat.player


def latest_player(seat: Seat) -> Player:
    """Return the player of the latest replacement in this seat, which may begin with a later manche."""
    return seat.replacements[-1].player if seat.replacements else seat.player


def player_at(seat: Seat, position: int) -> Player:
    """Return the player who had this seat in the manche of this position."""
    if not seat.replacements:
        return seat.player
    player_id = player_id_at(seat.replacements, position)
    return next(player for player in players_of_seat(seat) if player.id == player_id)
