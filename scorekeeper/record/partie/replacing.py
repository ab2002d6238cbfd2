"""Replace the player of a seat from a manche on, undo it, and choose for which of the two the partie counts."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.record.database import db
from scorekeeper.record.models import ChangeKind, Partie, Player, Replacement, Seat
from scorekeeper.record.partie.journal import latest_not_undone
from scorekeeper.record.partie.manche_states import set_aside
from scorekeeper.record.partie.repairs import TableRepair
from scorekeeper.record.partie.scored_partie import recorded_manches
from scorekeeper.record.partie.seat_players import latest_player, players_of_seat, seated_player
from scorekeeper.record.refusals import RefusedError


@dataclass(frozen=True, slots=True)
class Undoable:
    """A repair that `OpenTable.undo` undoes; `seat` is that of a replacement."""

    kind: ChangeKind
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class UndoneReplacement:
    """The values that make an undone replacement again: `counted` tells whether the partie counted for its player."""

    seat: int
    position: int
    player_id: int
    counted: bool


def undoable_repair(partie: Partie) -> Undoable | None:
    """Return the latest change of dealer, order or player from the current or next manche on, None without one.

    Return None too when the current manche has a context or cards, which are undone before.
    """
    current = partie.current
    if current is not None and (current.context is not None or current.cards is not None):
        return None
    last = max((manche.position for manche in recorded_manches(partie)), default=0)
    versions = {
        one.version: Undoable(ChangeKind.REPLACED, one.number)
        for seat in partie.seats
        for one in seat.replacements
        if one.position > last
    }
    turns = {} if current is None else {ChangeKind.DEALER: current.dealer, ChangeKind.ORDER: current.order}
    named = [kind for kind, value in turns.items() if value is not None]
    if len(named) + len(versions) > 1:
        latest = latest_not_undone(partie, named)
        versions |= {latest[kind].version if kind in latest else 0: Undoable(kind) for kind in named}
    elif named:
        return Undoable(named[0])
    return versions[max(versions)] if versions else None


class Replacing(TableRepair):
    """The use cases that replace a player during a partie. The points stay with the seat."""

    def replace_player(
        self, number: int, coming: Player, *, counts_for_former: bool = False, position: int | None = None
    ) -> None:
        """Seat another player from the current manche on; the partie counts for that player, or for the former one.

        With a `position`, make an undone replacement again, from that manche on; this is possible too when the partie
        is over. Raises `RefusedError` when the partie is over, and for a player who is not of this carnet, who has a
        seat at this table, or who had another seat in this partie.
        """
        if position is None:
            self._refuse_if_over("over_unchanged")
        self._refuse_unknown_seat(number)
        seats = self._lock_seats(coming.id)
        self._refuse_unseatable(seats, number, coming)
        former, seat = latest_player(seats[number]), seats[number]
        again = position is not None
        if position is None:
            position = self._first_position()
        else:
            self._check_position(seat, position)
        self._record_change(ChangeKind.REPLACED, facts={"seat": number, "position": position})
        values = {"partie_id": self.partie.id, "version": self.partie.version, "number": number, "position": position}
        db.session.add(Replacement(**values, former=former, player=coming))
        if not counts_for_former:
            seat.player = coming if seat.player is former else seat.player
        elif not again:
            seat.player = former
        self._reload(seat)

    def undo_replacement(self, number: int) -> UndoneReplacement:
        """Undo the latest replacement in a seat: its player takes the seat back for all manches since.

        Raises `RefusedError` when no player was replaced in that seat.
        """
        self._refuse_unknown_seat(number)
        seat = self._lock_seats()[number]
        if not seat.replacements:
            raise RefusedError("no_replacement")
        latest = seat.replacements[-1]
        undone = UndoneReplacement(number, latest.position, latest.player_id, seat.player is latest.player)
        if seat.player is latest.player:
            seat.player = latest.former
        db.session.delete(latest)
        self._reload(seat)
        self._record_change(ChangeKind.RETURNED, facts={"seat": number})
        return undone

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

    def _first_position(self) -> int:
        """Return the position of the current or next manche, which a player who comes now is the first to play."""
        undone = self.scored.undone_manche
        if undone is not None:
            set_aside(undone)
        current = self.partie.current
        return self.partie.new_position if current is None else current.position

    def _check_position(self, seat: Seat, position: int) -> None:
        """Raise `RefusedError` unless a replacement that was undone can begin with this position."""
        first = seat.replacements[-1].position if seat.replacements else 1
        past = max((manche.position for manche in self.partie.manches), default=0)
        if not first <= position <= (past if self.scored.over else max(past, self.partie.next_position)):
            raise RefusedError("over_unchanged" if self.scored.over else "no_replacement")

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
