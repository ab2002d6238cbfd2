"""Repair the table of a partie: change the dealer of one manche or of all and the order of play, exchange players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import or_, select

from scorekeeper.games.manche_json import read_order
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.partie.decide.dropping import cards_decide_dealer
from scorekeeper.partie.decide.turn import dealer_in_turn, first_dealer_for, order_before, parts_partners
from scorekeeper.record.database import db
from scorekeeper.record.models import Change, ChangeKind, Manche, Merge, Player, Seat
from scorekeeper.record.partie.journal import changes_since, latest_not_undone
from scorekeeper.record.partie.manche_states import current_or_new, enter_context, enter_turn, remove_cards
from scorekeeper.record.partie.playing import MancheEntry
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.record.partie.seat_players import players_of_seat
from scorekeeper.record.refusals import RefusedError


def are_turns(json: object, seats: int) -> bool:
    """Return whether this JSON of the journal has a first dealer, named dealers and orders of seats of the table."""
    if not isinstance(json, Mapping) or not isinstance(json.get("dealers"), Mapping):
        return False
    orders = json.get("orders", {})
    if not isinstance(orders, Mapping) or not all(is_order(order, seats) for order in orders.values()):
        return False
    return all(dealer in range(seats) for dealer in (json.get("first_dealer"), *json["dealers"].values()))


def is_order(json: object, seats: int) -> bool:
    """Return whether this is a list of all seats, seat 0 first."""
    return isinstance(json, list) and json[:1] == [0] and set(json) == {*range(seats)} and len(json) == seats


class TableRepair(MancheEntry):
    """The use cases that repair the table of a partie."""

    def change_dealer(self, seat: int, *, from_first: bool = False) -> bool:
        """Name the dealer of the current manche; the turn goes on from there. Return whether the dealer was different.

        With `from_first`, change the first dealer, and with it the dealers of all manches. Raises `RefusedError` when a
        recorded manche shows that another seat dealt it, or the current manche has cards that another seat led.
        """
        self._refuse_if_over("over_unchanged")
        self._refuse_unknown_seat(seat)
        before = self._turns_with_context()
        if from_first or not self.scored.manches:
            self._change_first_dealer(seat)
        else:
            self._name_dealer(seat)
        self._drop_context_of_other_dealer()
        return self._note_turns(ChangeKind.DEALER, before)

    def change_order(self, seats: Sequence[int]) -> bool:
        """Change the order of play, of deal and of the pass from the current manche on; return whether it is another.

        Each seat keeps its player and its points. Raises `ImpossibleFactsError` unless every seat is in the order once,
        and `RefusedError` for an order that parts partners, or when the current manche has cards.
        """
        self._refuse_if_over("over_unchanged")
        entered, partie = read_order([*seats], self.scored.seats), self.partie
        if parts_partners(self.scored, entered or range(self.scored.seats)):
            raise RefusedError("partners_parted", field="order")
        if entered == self.scored.order:
            return False
        before, current = self._turns_with_context(), partie.current
        if current is not None and (current.cards or {}).get("plays"):
            raise RefusedError("cards_under_way", game=partie.game)
        current = current_or_new(partie)
        order = entered or tuple(range(self.scored.seats))
        enter_turn(current, current.dealer, None if entered == order_before(self.scored) else order)
        self._drop_entry_of_other_order()
        return self._note_turns(ChangeKind.ORDER, before)

    def undo_repair(self) -> ChangeKind:
        """Undo the change of the dealer or of the order that is the latest change of the partie; return its kind.

        The context that it removed is entered again.
        """
        latest = self.latest_change()
        repair = latest if latest is not None and latest.kind in {ChangeKind.DEALER, ChangeKind.ORDER} else None
        facts = (None if repair is None else repair.facts) or {}
        before: dict[str, Any] = facts.get("before") or {}
        if repair is None or not are_turns(before, self.scored.seats):
            raise RefusedError("nothing_to_undo", game=self.partie.game)
        now = self._turns_with_context()
        self._restore_turns(before)
        if repair.kind is ChangeKind.DEALER:
            self._drop_context_of_other_dealer()
        else:
            self._drop_entry_of_other_order()
        self._restore_context(before.get("context"))
        self._note_turns(repair.kind, now, undone=not facts.get("undone"))
        return repair.kind

    def exchange_names(self, first: int, second: int) -> None:
        """Let the players of two seats change places, with those they replaced; the points stay with the seats.

        Raises `RefusedError` for a seat that is not at the table, and when both seats are the same.
        """
        for seat in (first, second):
            self._refuse_unknown_seat(seat)
        if first == second:
            raise RefusedError("same_seat", field="seats")
        seats = self._lock_seats()
        self._exchange_in_merges(
            {
                player.id: pair
                for pair in ((first, second), (second, first))
                for player in players_of_seat(seats[pair[0]])
            }
        )
        seats[second].player, seats[first].player = seats[first].player, seats[second].player
        for old, new in ((first, second), (second, first)):
            for replacement in seats[old].replacements:
                replacement.number = new
        db.session.flush()
        for number in (first, second):
            db.session.expire(seats[number], ["replacements"])
        self._record_change(ChangeKind.SEATS, facts={"seats": sorted((first, second))})

    def _lock_seats(self, coming: int | None = None) -> list[Seat]:
        """Lock the seats, their players and the `coming` player (id), and return the seats."""
        # Lock the players first, as a merge does, so that the two do not block each other.
        of_partie = Seat.partie_id == self.partie.id
        known = select(Seat.player_id).where(of_partie)
        players = select(Player.id).where(or_(Player.id.in_(known), Player.id == coming)).order_by(Player.id)
        db.session.execute(players.with_for_update(read=True, key_share=True))
        seats = select(Seat).where(of_partie).order_by(Seat.number).with_for_update(of=Seat)
        return list(db.session.scalars(seats.execution_options(populate_existing=True)).unique())

    def _exchange_in_merges(self, exchanged: Mapping[int, tuple[int, int]]) -> None:
        """Replace the seats in merges by player id, as (old seat, new seat), so that undoing a merge finds them."""
        for merge in db.session.scalars(select(Merge).where(Merge.player_id.in_(exchanged))):
            old, new = ([self.partie.id, seat] for seat in exchanged[merge.player_id])
            merge.seats = [new if list(seat) == old else seat for seat in merge.seats]

    def _change_first_dealer(self, seat: int) -> None:
        self.partie.first_dealer = first_dealer_for(self.scored, seat)
        for manche in list(self.partie.manches):
            _store_turn(manche, None, manche.order)

    def _name_dealer(self, seat: int) -> None:
        current = self.partie.current
        if seat != dealer_in_turn(self.scored):
            current = current_or_new(self.partie)
            enter_turn(current, seat, current.order)
        elif current is not None:
            enter_turn(current, None, current.order)

    def _undo_turn(self, manche: Manche, kind: ChangeKind) -> None:
        """Enter for the current manche the dealer, or the order of play, that it had before its latest change."""
        before = self._turns_with_context()
        latest = latest_not_undone(self.partie, [kind]).get(kind)
        facts = {} if latest is None else latest.facts or {}
        earlier: Any = facts.get("before")
        turns = earlier if are_turns(earlier, self.scored.seats) else {"dealers": {}}
        position = str(manche.position)
        if kind is ChangeKind.DEALER:
            dealer = turns["dealers"].get(position)
            # The change was of another manche if it did not change this dealer.
            enter_turn(manche, None if dealer == manche.dealer else dealer, manche.order)
        else:
            order = turns.get("orders", {}).get(position)
            enter_turn(manche, manche.dealer, None if order == manche.order else order)
        self._note_turns(kind, before, undone=True)

    def _turns(self) -> dict[str, Any]:
        """The first dealer, and the named dealers and the orders by the position of their manche, as JSON."""
        manches = self.partie.manches
        dealers = {str(manche.position): manche.dealer for manche in manches if manche.dealer is not None}
        orders = {str(manche.position): manche.order for manche in manches if manche.order is not None}
        turns = {"first_dealer": self.partie.first_dealer, "dealers": dealers}
        return {**turns, "orders": orders} if orders else turns

    def _turns_with_context(self) -> dict[str, Any]:
        current = self.partie.current
        context = None if current is None else current.context
        return self._turns() if context is None else {**self._turns(), "context": context}

    def _note_turns(self, kind: ChangeKind, before: dict[str, Any], *, undone: bool = False) -> bool:
        """Record a change of the dealers or of the order, with the values before it; return whether there is one."""
        if before == self._turns_with_context():
            return False
        mark = {"undone": True} if undone else {}
        self._record_change(kind, facts={**self._turns(), "before": before, **mark})
        return True

    def latest_change(self) -> Change | None:
        """Return the change that made the current version of the partie."""
        return next(iter(changes_since(self.partie, self.partie.version - 1)), None)

    def _restore_turns(self, before: Mapping[str, Any]) -> None:
        self.partie.first_dealer = before["first_dealer"]
        dealers, orders = dict(before["dealers"]), dict(before.get("orders", {}))
        for manche in list(self.partie.manches):
            position = str(manche.position)
            _store_turn(manche, dealers.pop(position, None), orders.pop(position, None))
        db.session.flush()  # deletes a row that is now empty before its position is used again
        for position in {*dealers, *orders}:  # of the current manche, whose row was deleted
            enter_turn(current_or_new(self.partie), dealers.get(position), orders.get(position))

    def _restore_context(self, context: dict[str, Any] | None) -> None:
        """Enter this context of the current manche again, if it is possible and the manche has none."""
        scored = score_partie(self.partie)
        if context and scored.game.begin is not None and scored.current.context is None:
            with suppress(ImpossibleError):
                checked = scored.game.begin(scored.options, scored.moment, context)
                enter_context(current_or_new(self.partie), checked)

    def _drop_entry_of_other_order(self) -> None:
        """Remove the card entry and the context of the current manche, as after a change of its dealer."""
        current = self.partie.current
        if current is None:
            return
        if current.cards is not None:
            remove_cards(current)
        if current.is_current and current.context is not None:
            enter_context(current, None)

    def _drop_context_of_other_dealer(self) -> None:
        """Remove the context of the current manche if its dealer has changed.

        In a game whose dealer decides who leads, remove its card entry too, and raise `RefusedError` if a card was
        played.
        """
        current, play = self.partie.current, self.scored.game.play
        if current is None or score_partie(self.partie).deal.dealer == self.scored.deal.dealer:
            return
        if cards_decide_dealer(self.scored):
            raise RefusedError("cards_under_way", game=self.partie.game)
        if current.cards is not None and play is not None and play.leader is not None:
            remove_cards(current)
        if current.is_current and current.context is not None:
            enter_context(current, None)


def _store_turn(manche: Manche, dealer: int | None, order: list[int] | None) -> None:
    if (dealer, order) == (manche.dealer, manche.order):
        return
    if manche.is_current:
        enter_turn(manche, dealer, order)
    else:
        manche.dealer, manche.order = dealer, order
