"""A partie open for writing: the unit of work of every use case of a partie.

A partie is a game played to its end, a manche one deal of it, and a soirée an evening of parties. The *log* has a row
for each version of the partie: a change, or a step (*Annuler* takes a change back, *Refaire* makes it again). The
changes that are not undone form a *stack*, and the state is that after the change on top. The log begins at the *base*,
the whole state at one version. To *replay* a partie is to score all its manches again.

Players are *participants* of a partie, numbered from 0 by arrival; a *stay* is a participant in a seat since a version.
The *entry* is what is entered of the current manche, such as its bids and cards. An *access* is the right of one
browser to a carnet (the notebook of the group): each row of the log stores which access made it. `AnyAccess` is one as
an object of the ORM or as a plain row.

`open_partie` locks the partie, compares its version with that of the form, and replays it once. The functions of
`partie.decide` refuse a use case or return its change; `OpenPartie` stores the change. The surrounding
`database.writing()` commits all changes or none. Articles such as T-7 and DP-25 are numbered rules of the rulebook.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Concatenate, ParamSpec

from sqlalchemy import inspect, select

from scorekeeper.games.shape import Json
from scorekeeper.partie.changes import BrokenLogError, PartieChange, Recorded, Restored, evolve
from scorekeeper.partie.decide import partie as whole
from scorekeeper.partie.decide import players, sheet
from scorekeeper.partie.log import Again, LogRow, Redo, Stack, Undo
from scorekeeper.partie.payloads import write_row
from scorekeeper.partie.scored import ScoredState
from scorekeeper.partie.state import State, participants_with_stays
from scorekeeper.record.database import db
from scorekeeper.record.models import Change, Manche, Participant, Partie, Player, Soiree
from scorekeeper.record.names import clean_note
from scorekeeper.record.partie.folding import base_of, fold_down_from
from scorekeeper.record.partie.journal import (
    change_at,
    changes_since,
    clean_side_names,
    insert_changes,
    mark,
    start_partie,
    top_at,
)
from scorekeeper.record.partie.scored_partie import ScoredPartie, score_partie
from scorekeeper.record.partie.storing import is_readable, write_state
from scorekeeper.record.read_models import outcomes, upkeep
from scorekeeper.record.read_models.tables import Summary
from scorekeeper.record.refusals import RefusedError, StaleError
from scorekeeper.record.request_access import AnyAccess

RecordUseCase = Callable[[ScoredState, Json, str], Recorded]
# The types of the arguments that a use case takes after the scored partie.
Values = ParamSpec("Values")
# The columns of a partie: another writer may have changed them before the row was locked.
_COLUMNS = [column.key for column in inspect(Partie).column_attrs]


@contextmanager
def open_partie(partie: Partie, version: int | None, access: AnyAccess | None) -> Iterator[OpenPartie]:
    """Lock a partie until the transaction ends, and replay it; update its summary and outcomes at the end.

    Call it inside `database.writing()`. `version` is the version of the partie for which the form was filled in, None
    for a change without a form. Raises `StaleError` unless the partie is as it was at that version, and `RefusedError`
    if this version of the app cannot read it.

    Example: another device has recorded manche 3 and undone it since. The form of manche 3 is not stale.
    """
    _lock(partie)
    # Whether this version of the app can read the stored state.
    if not is_readable(partie):
        raise RefusedError("unreadable")
    before = score_partie(partie)
    # `top_at` is the version of the change that was on top of the stack then. If all changes since were undone, it is
    # on top again.
    if version is not None and version != partie.version and top_at(partie, version) != before.stack.top:
        raise StaleError(changes_since(partie, version))
    opened = OpenPartie(partie, before, access)
    yield opened
    db.session.flush()
    after = opened.scored
    # The summary is the stored result of the sheet. Bids and cards, which are most changes, do not alter it.
    if _counted_values(after.state) != _counted_values(before.state):
        upkeep.write_rows(db.session(), after, had_ended=before.ending is not None)
    # The outcomes are the rows that statistics read, one for each player of a partie that has ended.
    if before.ending or after.ending:
        outcomes.rewrite_outcomes(db.session(), [partie.id])


def current_revanche(partie: Partie, soiree: Soiree) -> Partie | None:
    """Return the revanche of a partie in a soirée: a later one of the same game and players, which is still going on.

    None without one.
    """
    seated = {player.id for player in partie.seated_players}
    begun = (
        select(Partie)
        .join(Summary, Summary.partie_id == Partie.id)
        .where(Partie.soiree_id == soiree.id, Partie.id > partie.id, Partie.game == partie.game)
        .where(Partie.deleted_at.is_(None), Partie.abandoned_at.is_(None), Summary.ending_why.is_(None))
        .order_by(Partie.id)
    )
    for revanche in db.session.scalars(begun):
        # Sets are compared, because the players may have changed places.
        if {player.id for player in revanche.seated_players} == seated:
            return revanche
    return None


def _lock(partie: Partie) -> None:
    # SQLite has one writer at a time: what this transaction has read cannot change. It is read again only if the
    # session has marked it as expired.
    if db.session.get_bind().dialect.name != "sqlite" or "version" in inspect(partie).expired_attributes:
        db.session.refresh(partie, _COLUMNS, with_for_update=True)


def _counted_values(state: State) -> tuple[object, ...]:
    """Return the values from which the sheet and the tallies (sums of scored lines) are computed."""
    return state.options, state.seats, state.manches


@dataclass
class OpenPartie:
    """A partie open for writing.

    `act` carries out the use cases of `partie.decide`. Use cases that need rows of the database, such as `undo` and
    `replace_player`, have a method of their own.
    """

    # Its row, which is locked.
    partie: Partie

    # Its replay; after each change, that of the new state.
    scored: ScoredPartie

    # The access that makes the changes.
    access: AnyAccess | None

    # The kind of the latest row of the log that was written here, such as `recorded`; None before the first.
    latest: str | None = None

    def make(self, change: PartieChange | None, manche: Manche | None = None) -> bool:
        """Store a change, and the manche that it is about, if any. Return False if nothing changes.

        A `Recorded` change makes its manche.
        """
        if change is None:
            return False
        version = self.partie.version + 1
        after = evolve(self.scored.state, version, change)
        # For instance, a manche was deleted that is deleted already: a double tap.
        if after == replace(self.scored.state, version=version):
            return False
        # A new stack, without changes that were taken back: after a new change, *Refaire* has nothing to make again.
        # The change that was on top is now below the new one.
        self._store(change, after, Stack(version), manche, self.scored.stack.top)
        return True

    def act(
        self,
        decide: Callable[Concatenate[ScoredPartie, Values], PartieChange | None],
        *args: Values.args,
        **more: Values.kwargs,
    ) -> bool:
        """Call a use case of `partie.decide` with the scored partie and these arguments, and store its change.

        Return whether anything changes. A use case may return None if nothing does.

        Raises as the use case does. Example: `opened.act(turn.change_dealer, 2)` calls
        `turn.change_dealer(opened.scored, 2)`.
        """
        return self.make(decide(self.scored, *args, **more))

    def undo(self) -> None:
        """*Annuler*: take back the change on top of the stack, whatever it is.

        Raises `RefusedError` when there is none, or when this version of the app cannot read those below it.
        """
        stack = self.scored.stack
        base = base_of(self.partie)
        if stack.top == base.version:
            # A base of version 1 is the start of the partie. A later base replaces changes of an earlier version of the
            # app, which cannot be undone.
            key = "nothing_to_undo" if base.version == 1 else "undo_ends"
            raise RefusedError(key)
        top = self._change_at(stack.top)
        # `below` is the version of the change under this one, None if that is the base. `stack.undo` returns the stack
        # with that version on top. `Undo` names the change that is taken back by its version and its kind.
        self._step(Undo(stack.top, top.kind), stack.undo(top.below or base.version), top.manche)
        manche = top.manche
        if top.kind == Restored.kind and manche is not None and manche.taken_back:
            # The manche is out of the sheet again. It may have been restored with other facts: its row gets those of
            # the change that recorded it.
            recording = change_at(self.partie, manche.version)
            if recording is not None:
                manche.facts = dict(recording.facts or {})
                manche.note = recording.note or ""

    def redo(self) -> None:
        """*Refaire*: make again the change that was taken back last. Raises `RefusedError` as `undo` does."""
        stack = self.scored.stack
        if not stack.taken_back:
            raise RefusedError("nothing_to_redo")
        change = self._change_at(stack.taken_back[-1])
        self._step(Redo(change.version, change.kind), stack.redo(), change.manche)

    def record(self, facts: Json, note: str, use_case: RecordUseCase = sheet.record) -> Manche:
        """Record the current manche from facts entered by hand.

        With `sheet.record_cards`, from its cards, all of which are played, and the facts that do not follow from them.
        """
        self.act(use_case, facts, clean_note(note))
        return self.partie.manches[-1]

    def correct(self, manche: Manche, facts: Json, note: str) -> bool:
        """Replace the facts and the note of a manche; return whether they changed.

        The manche keeps its cards if they agree with the new facts.
        """
        cleaned_note = clean_note(note)
        if not manche.taken_back:
            return self.make(sheet.correct(self.scored, manche.version, facts, cleaned_note), manche)
        # Its recording was undone: restore it with the corrected facts, and with its former cards if they agree. The
        # former facts may not fit the rules any more.
        corrected = sheet.correct_facts(self.scored, manche.facts, facts)
        recording = replace(self._recording(manche), facts=corrected, note=cleaned_note)
        return self.make(sheet.restore(self.scored, manche.version, recording), manche)

    def delete(self, manche: Manche) -> None:
        """Remove a manche from the sheet; it can be restored."""
        if manche.kept:
            self.make(sheet.delete(self.scored, manche.version), manche)

    def restore(self, manche: Manche) -> None:
        """Put a manche that was deleted, or whose recording was undone, back into the sheet at its former place."""
        recording = None
        # A deleted manche is still in the state with its facts.
        if manche.taken_back:
            recording = self._recording(manche)
        self.make(sheet.restore(self.scored, manche.version, recording), manche)

    def replace_player(self, seat: int, coming: Player, *, counts_for_former: bool = False) -> None:
        """Seat another player from the current manche on.

        Statistics count the partie for the new player, or for the one who left if `counts_for_former`. Raises
        `RefusedError` as `players.replace_player` does, and for a player who is not of this carnet.
        """
        # Wait for a merge of the player: it may delete the row.
        locked = select(Player.id).where(Player.id == coming.id).with_for_update(read=True, key_share=True)
        if db.session.scalar(locked) is None or coming.carnet_id != self.partie.soiree.carnet_id:
            raise RefusedError("player_unknown", field="player")
        # `ids[number]` is the id of the player who is the participant of this number.
        ids = [participant.player_id for participant in self.partie.participants]
        is_new = coming.id not in ids
        if is_new:
            ids.append(coming.id)
        # The player may have had a seat before. After two players were merged into one, this one may be two
        # participants.
        own = [number for number, player_id in enumerate(ids) if player_id == coming.id]
        # Of these two, only one has a stay: that one is seated again.
        stayed = participants_with_stays(self.scored.state)
        who = next((number for number in own if number in stayed), own[0])
        change = players.replace_player(self.scored, seat, who, ids, counts_for_former=counts_for_former)
        if is_new:
            self.partie.participants.append(Participant(number=who, player=coming))
        self.make(change)

    def change_rules(self, options: Json, side_names: Sequence[str] | None = None) -> bool:
        """Change the house rules, and the names of the teams if given (DP-25); return whether anything changed."""
        # Without other names, the present ones stay.
        names = self.scored.state.side_names
        if side_names is not None:
            names = clean_side_names(side_names)
        return self.make(whole.change_rules(self.scored, options, names))

    def play_again(self, soiree: Soiree | None = None) -> Partie:
        """Start a revanche: another partie with the same players, seats and rules, and the next dealer in turn.

        It is in the same soirée, unless another one is given. The caller first looks for a revanche that another device
        has begun (`current_revanche`). Raises `RefusedError` if a player is retired.
        """
        partie = self.partie
        scored = self.scored
        # `after` is the number of manches up to the end: a table may have played more.
        played = len(scored.manches) if scored.ending is None else scored.ending.after
        # The deal after the last manche that counts.
        dealer = scored.deal_of(played).dealer
        # A row of the log that changes nothing of the table.
        mark([partie], self.access, Again.kind)
        # The order of play may have changed during the partie: the new seats are in that order.
        seats = scored.order or range(scored.seats)
        seated = partie.seated_players
        players = [seated[seat] for seat in seats]
        for player in players:
            if player.retired_at is not None:
                raise RefusedError("name_retired", name=player.name)
        # The place of the dealer in the new seating.
        first = seats.index(dealer)
        # The sides (teams) are numbered in the order of their first seats, so their names are listed in this order too.
        sides = dict.fromkeys(scored.side_of[seat] for seat in seats)
        names = [scored.own_name(side) or "" for side in sides]
        return start_partie(soiree or partie.soiree, partie.game, players, partie.options, first, self.access, names)

    def _step(self, row: Undo | Redo, stack: Stack, manche: Manche | None) -> None:
        """Store the row of *Annuler* or *Refaire*, and the state after the change on top of the new stack."""
        try:
            # Apply the changes of the stack to the base, up to this top.
            after = fold_down_from(self.partie, stack.top)
        except BrokenLogError as error:
            raise RefusedError("undo_ends") from error
        # Two participants with stays may be one player, since two players were merged. Statistics, and the undoing of
        # the merge, could not distinguish their manches.
        if after.seats != self.scored.state.seats:
            stayed = [self.partie.participants[number].player for number in participants_with_stays(after)]
            twice = next((player for player in stayed if stayed.count(player) > 1), None)
            if twice is not None:
                raise RefusedError("merged_in_partie", name=twice.name)
        self._store(row, after, stack, manche)

    def _store(self, row: LogRow, after: State, stack: Stack, manche: Manche | None, below: int | None = None) -> None:
        """Store a row of the log, and the state after it."""
        self.partie.version += 1
        # Only what differs from the present state is written to the rows.
        write_state(self.partie, self.scored.state, after, stack)
        self.scored = score_partie(self.partie, (after, stack))
        if isinstance(row, Recorded):
            manche = self.partie.manches[-1]
        # The kind of the row, and its other values as JSON.
        self.latest, payload = write_row(row)
        insert_changes([self.partie], self.access, self.latest, payload, below, manche)

    def _change_at(self, version: int) -> Change:
        return db.session.get_one(Change, (self.partie.id, version))

    def _recording(self, manche: Manche) -> Recorded:
        """Return the change that recorded a manche whose recording was undone.

        Raises `RefusedError` if the seats now have other players than those who played it, because a replacement was
        undone too.
        """
        # The log does not say who played before its base.
        if manche.version > base_of(self.partie).version:
            seats_then = fold_down_from(self.partie, manche.version).seats
            # Sorted, because the players may have changed places.
            played = sorted(seat.latest for seat in seats_then)
            if played != sorted(seat.player_at(manche.version) for seat in self.scored.state.seats):
                raise RefusedError("others_played")
        order = tuple(manche.order) if manche.order else None
        return Recorded(facts=manche.facts, note=manche.note, dealer=manche.dealer, order=order)
