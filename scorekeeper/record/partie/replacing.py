"""Replace the player of a seat from a manche on, undo it, and choose for which of the two the partie counts."""

from __future__ import annotations

from scorekeeper.record.database import db
from scorekeeper.record.models import ChangeKind, Partie, Player, Replacement, Seat
from scorekeeper.record.partie.repairs import TableRepair
from scorekeeper.record.partie.seat_players import latest_player, players_of_seat, seated_player
from scorekeeper.record.refusals import RefusedError


def seat_replaced_from_next(partie: Partie) -> int | None:
    """Return the seat of the latest replacement that begins with the current or next manche, None without one."""
    position = partie.next_position
    replacements = [one for seat in partie.seats for one in seat.replacements if one.position == position]
    return max(replacements, key=lambda one: one.version).number if replacements else None


class Replacing(TableRepair):
    """The use cases that replace a player during a partie. The points stay with the seat."""

    def replace_player(self, number: int, coming: Player, *, counts_for_former: bool = False) -> None:
        """Seat another player from the current manche on; the partie counts for that player, or for the former one.

        Raises `RefusedError` when the partie is over, and for a player who is not of this carnet, who has a seat at
        this table, or who had another seat in this partie.
        """
        self._refuse_if_over()
        self._refuse_unknown_seat(number)
        seats = self._lock_seats(coming.id)
        self._refuse_unseatable(seats, number, coming)
        former, seat = latest_player(seats[number]), seats[number]
        position = self.partie.next_position
        self._record_change(ChangeKind.REPLACED, facts={"seat": number, "position": position})
        values = {"partie_id": self.partie.id, "version": self.partie.version, "number": number, "position": position}
        db.session.add(Replacement(**values, former=former, player=coming))
        if counts_for_former:
            seat.player = former
        elif seat.player is former:
            seat.player = coming
        self._reload(seat)

    def undo_replacement(self, number: int) -> None:
        """Undo the latest replacement in a seat: its player takes the seat back for all manches since.

        Raises `RefusedError` when nobody was replaced in that seat.
        """
        self._refuse_unknown_seat(number)
        seat = self._lock_seats()[number]
        if not seat.replacements:
            raise RefusedError("nothing_to_undo", game=self.partie.game)
        latest = seat.replacements[-1]
        if seat.player is latest.player:
            seat.player = latest.former
        db.session.delete(latest)
        self._reload(seat)
        self._record_change(ChangeKind.RETURNED, facts={"seat": number})

    def credit_partie(self, number: int, player_id: int) -> bool:
        """Count the partie for this player of a seat; return whether it counted for another one.

        Raises `RefusedError` for a player who did not have the seat.
        """
        self._refuse_unknown_seat(number)
        seat = self._lock_seats()[number]
        player = next((one for one in players_of_seat(seat) if one.id == player_id), None)
        if player is None:
            raise RefusedError("not_in_seat", field="player")
        if player is seat.player:
            return False
        seat.player = player
        self._record_change(ChangeKind.CREDITED, facts={"seat": number})
        return True

    def _undo_replacement_of_next(self) -> bool:
        number = seat_replaced_from_next(self.partie)
        if number is not None:
            self.undo_replacement(number)
        return number is not None

    def _refuse_unseatable(self, seats: list[Seat], number: int, coming: Player) -> None:
        """Raise `RefusedError` unless this player may take this seat."""
        if coming.carnet_id != self.partie.soiree.carnet_id:
            raise RefusedError("player_unknown", field="player")
        for seat in seats:
            names = {"name": coming.name, "former": seated_player(seats[number]).name}
            if coming.id in {seated_player(seat).id, latest_player(seat).id}:
                partner = seat.number != number and self.scored.side_of[seat.number] == self.scored.side_of[number]
                raise RefusedError("is_partner" if partner else "is_seated", field="player", **names)
            if seat.number != number and coming in players_of_seat(seat):
                raise RefusedError("had_other_seat", field="player", **names)

    def _reload(self, seat: Seat) -> None:
        db.session.flush()
        db.session.expire(seat, ["replacements"])
