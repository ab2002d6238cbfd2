"""Repair the table of a partie: change the dealer of one manche or of all, and exchange two players."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from sqlalchemy import or_, select

from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.database import db
from scorekeeper.record.models import Change, ChangeKind, Manche, Merge, Player, Seat
from scorekeeper.record.partie.dealers import deal_after, named_dealers
from scorekeeper.record.partie.journal import changes_since
from scorekeeper.record.partie.manche_states import current_or_new, enter_context, name_dealer, remove_cards
from scorekeeper.record.partie.playing import MancheEntry
from scorekeeper.record.partie.scored_partie import ScoredPartie, score_partie
from scorekeeper.record.partie.seat_players import players_of_seat
from scorekeeper.record.refusals import RefusedError


def fixed_dealers(scored: ScoredPartie) -> list[int]:
    """Return the indexes of the recorded manches whose facts decide who dealt, because they have the first leader."""
    return [index for index in range(len(scored.manches)) if _recorded_leader(scored, index) is not None]


def are_dealers(json: object, seats: int) -> bool:
    """Return whether this JSON of the journal has a first dealer and named dealers that are seats of the table."""
    if not isinstance(json, Mapping) or not isinstance(json.get("dealers"), Mapping):
        return False
    return all(dealer in range(seats) for dealer in (json.get("first_dealer"), *json["dealers"].values()))


class TableRepair(MancheEntry):
    """The use cases that repair the table of a partie."""

    def change_dealer(self, seat: int, *, from_first: bool = False) -> bool:
        """Name the dealer of the current manche; the turn goes on from there. Return whether the dealer was different.

        With `from_first`, change the first dealer, and with it the dealers of all manches. Raises `RefusedError` when a
        recorded manche shows that another seat dealt it, or the current manche has cards that another seat led.
        """
        self._refuse_if_over()
        self._refuse_unknown_seat(seat)
        before = self._dealers_with_context()
        if from_first or not self.scored.manches:
            self._change_first_dealer(seat)
        else:
            self._name_dealer(seat)
        self._drop_context_of_other_dealer()
        return self._note_dealers(before)

    def undo_dealer(self) -> None:
        """Undo the change of the dealer that is the latest change of the partie, with the context that it removed."""
        latest = self._latest_change()
        facts = latest.facts if latest is not None and latest.kind is ChangeKind.DEALER else None
        before = (facts or {}).get("before")
        if before is None or not are_dealers(before, self.scored.seats):
            raise RefusedError("nothing_to_undo", game=self.partie.game)
        now = self._dealers_with_context()
        self._restore_dealers(before)
        self._drop_context_of_other_dealer()
        self._restore_context(before.get("context"))
        self._note_dealers(now)

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
        scored = self.scored
        game, rules, seats, played = scored.game, scored.options, scored.seats, scored.played
        dealers_by_first = (
            [game.deal(rules, seats, first, played[:index]).dealer for index in range(len(played) + 1)]
            for first in range(seats)
        )
        dealers = next((one for one in dealers_by_first if one[-1] == seat), None)
        if dealers is None or any(not _may_deal(scored, index, dealers[index]) for index in range(len(played))):
            raise RefusedError("dealer_fixed", game=game.slug)
        self.partie.first_dealer = dealers[0]
        for manche in list(self.partie.manches):
            _store_dealer(manche, None)

    def _name_dealer(self, seat: int) -> None:
        scored, current = self.scored, self.partie.current
        # Without the dealer that was named for this manche.
        named = tuple(one for one in named_dealers(self.partie, scored.manches) if one[0] < len(scored.played))
        turn = deal_after(scored.game, scored.options, scored.seats, named, scored.played).dealer
        if seat != turn:
            name_dealer(current_or_new(self.partie), seat)
        elif current is not None:
            name_dealer(current, None)

    def _drop_named_dealer(self, manche: Manche) -> None:
        before = self._dealers_with_context()
        name_dealer(manche, None)
        self._note_dealers(before)

    def _dealers(self) -> dict[str, Any]:
        """The first dealer, and the named dealers by the position of their manche, as JSON of the journal."""
        named = {str(manche.position): manche.dealer for manche in self.partie.manches if manche.dealer is not None}
        return {"first_dealer": self.partie.first_dealer, "dealers": named}

    def _dealers_with_context(self) -> dict[str, Any]:
        current = self.partie.current
        context = None if current is None else current.context
        return self._dealers() if context is None else {**self._dealers(), "context": context}

    def _note_dealers(self, before: dict[str, Any]) -> bool:
        """Record a change of the dealers, with the values before it; return whether there is one."""
        if before == self._dealers_with_context():
            return False
        self._record_change(ChangeKind.DEALER, facts={**self._dealers(), "before": before})
        return True

    def _latest_change(self) -> Change | None:
        return next(iter(changes_since(self.partie, self.partie.version - 1)), None)

    def _restore_dealers(self, before: Mapping[str, Any]) -> None:
        self.partie.first_dealer = before["first_dealer"]
        dealers = dict(before["dealers"])
        for manche in list(self.partie.manches):
            _store_dealer(manche, dealers.pop(str(manche.position), None))
        db.session.flush()  # deletes a row that is now empty before its position is used again
        for dealer in dealers.values():  # of the current manche, whose row was deleted
            name_dealer(current_or_new(self.partie), dealer)

    def _restore_context(self, context: dict[str, Any] | None) -> None:
        """Enter this context of the current manche again, if it is possible and the manche has none."""
        scored = score_partie(self.partie)
        if context and scored.game.begin is not None and scored.current.context is None:
            with suppress(ImpossibleError):
                checked = scored.game.begin(scored.options, scored.moment, context)
                enter_context(current_or_new(self.partie), checked)

    def _drop_context_of_other_dealer(self) -> None:
        """Remove the context of the current manche if its dealer has changed.

        In a game whose dealer decides who leads, remove its card entry too, and raise `RefusedError` if a card was
        played.
        """
        current, play = self.partie.current, self.scored.game.play
        if current is None or score_partie(self.partie).deal.dealer == self.scored.deal.dealer:
            return
        if current.cards is not None and play is not None and play.leader is not None:
            if current.cards["plays"]:
                raise RefusedError("cards_under_way", game=self.partie.game)
            remove_cards(current)
        if current.is_current and current.context is not None:
            enter_context(current, None)


def _store_dealer(manche: Manche, dealer: int | None) -> None:
    if dealer == manche.dealer:
        return
    if manche.is_current:
        name_dealer(manche, dealer)
    else:
        manche.dealer = dealer


def _may_deal(scored: ScoredPartie, index: int, dealer: int) -> bool:
    """Return whether this seat may have dealt a recorded manche, by who led first in it."""
    leader, play = _recorded_leader(scored, index), scored.game.play
    return leader is None or play is None or play.leader is None or play.leader(dealer) == leader


def _recorded_leader(scored: ScoredPartie, index: int) -> object:
    """Return the seat that led first, if the dealer decides who leads and the facts of the manche have it."""
    play, cards = scored.game.play, scored.played[index].cards
    if play is None or play.leader is None:
        return None
    if cards is not None:
        return cards.leader
    return None if play.leader_in is None else play.leader_in(scored.manches[index].facts)
