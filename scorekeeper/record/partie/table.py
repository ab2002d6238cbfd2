"""A partie open for writing: the unit of work of every use case of a partie.

`open_table` locks the partie, compares its version with that of the form, and replays it once. The use cases record
their changes, and the surrounding `database.writing()` commits all of them or none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy import inspect, select

from scorekeeper.games.shape import Json
from scorekeeper.partie.changes import Recorded
from scorekeeper.partie.decide import sheet
from scorekeeper.partie.decide.entry import cards_taken_back
from scorekeeper.record.database import db
from scorekeeper.record.models import ChangeKind, Manche, MancheState, Partie, Soiree, utc_now
from scorekeeper.record.names import clean_note
from scorekeeper.record.partie.journal import changes_since, clean_side_names, start_partie
from scorekeeper.record.partie.manche_states import (
    current_or_new,
    enter_context,
    put_in_sheet,
    remove_from_sheet,
    reopen_manche,
)
from scorekeeper.record.partie.replacing import Replacing, undoable_repair
from scorekeeper.record.partie.rule_changes import check_rules
from scorekeeper.record.partie.scored_partie import ScoredPartie, current_turns, recorded_manches, score_partie
from scorekeeper.record.partie.seat_players import seated_player
from scorekeeper.record.read_models import outcomes, upkeep
from scorekeeper.record.read_models.tables import Summary
from scorekeeper.record.readers import Author
from scorekeeper.record.refusals import RefusedError, StaleError

_COLUMNS = [column.key for column in inspect(Partie).column_attrs]


@contextmanager
def open_table(partie: Partie, version: int | None, author: Author | None) -> Iterator[OpenTable]:
    """Lock a partie until the transaction ends, and replay it; update its summary and outcomes at the end.

    Call it inside `database.writing()`. `version` is the version of the partie for which the form was filled in, None
    for a change without a form. Raises `StaleError` if the partie has changed since that version.
    """
    _lock(partie)
    if version is not None and version != partie.version:
        raise StaleError(changes_since(partie, version))
    table, inputs_before = OpenTable(partie, score_partie(partie), author), _score_inputs(partie)
    counted_before = _is_counted(table.scored)
    yield table
    db.session.flush()
    rescored = table.scored if _score_inputs(partie) == inputs_before else score_partie(partie)
    if rescored is not table.scored:
        upkeep.replace_rows(db.session(), rescored)
    if counted_before or _is_counted(rescored):
        outcomes.rewrite_outcomes(db.session(), [partie.id])


def current_revanche(partie: Partie, soiree: Soiree) -> Partie | None:
    """Return the current partie of the same game and players begun after this one in a soirée, None without one."""
    players = {seated_player(seat).id for seat in partie.seats}
    begun = (
        select(Partie)
        .join(Summary, Summary.partie_id == Partie.id)
        .where(Partie.soiree_id == soiree.id, Partie.id > partie.id, Partie.game == partie.game)
        .where(Partie.deleted_at.is_(None), Partie.abandoned_at.is_(None), Summary.ending_why.is_(None))
        .order_by(Partie.id)
    )
    revanches = (one for one in db.session.scalars(begun) if {seated_player(seat).id for seat in one.seats} == players)
    return next(revanches, None)


def _lock(partie: Partie) -> None:
    # SQLite has one writer at a time, so the columns that this transaction has read cannot change.
    if db.session.get_bind().dialect.name != "sqlite" or "version" in inspect(partie).expired_attributes:
        db.session.refresh(partie, _COLUMNS, with_for_update=True)


def _is_counted(scored: ScoredPartie) -> bool:
    """Return whether statistics count the partie, if its soirée is not deleted."""
    partie = scored.partie
    return scored.ending is not None and partie.abandoned_at is None and partie.deleted_at is None


def _score_inputs(partie: Partie) -> tuple[object, ...]:
    """Return the values of a partie that decide its sheet, its next deal and its tallies, and can change."""
    manches = recorded_manches(partie)
    return partie.options, current_turns(partie, manches), _players(partie), *(manche.facts for manche in manches)


def _players(partie: Partie) -> tuple[object, ...]:
    """Return the players of each seat and the positions from which they play, for whom lines are counted."""
    return tuple(
        (seat.player_id, *((one.position, one.former_id, one.player_id) for one in seat.replacements))
        for seat in partie.seats
    )


class OpenTable(Replacing):
    """A partie open for writing: record, correct and undo manches, change its rules, abandon it, play it again."""

    def record(self, facts: Json, note: str) -> Manche:
        """Record a manche. Raises `RefusedError` when the partie is over, `ImpossibleFactsError` for wrong facts."""
        return self._record(sheet.record(self.scored, facts, clean_note(note)))

    def record_cards(self, other_facts: Json, note: str) -> Manche:
        """Record the current manche from its cards, all of them played, and from `other_facts` (T-7).

        Raises `RefusedError` while cards are missing, `IncompleteFactsError` when the table has to choose.
        """
        return self._record(sheet.record_cards(self.scored, other_facts, clean_note(note)))

    def correct(self, manche: Manche, facts: Json, note: str) -> bool:
        """Replace the facts and the note of a manche; return whether they changed. Its cards stay if they agree."""
        corrected = sheet.correct_facts(self.scored, manche.facts, facts)
        cleaned_note = clean_note(note)
        if manche.state is MancheState.RECORDED and (corrected, cleaned_note) == (manche.facts, manche.note):
            return False
        put_in_sheet(manche)
        manche.facts, manche.note = corrected, cleaned_note
        self._drop_context_of_other_dealer()
        self._record_change(ChangeKind.CORRECTED, manche)
        return True

    def delete(self, manche: Manche) -> None:
        """Remove a manche from the sheet; it can be restored.

        If this changes the dealer of the current manche, the context of the current manche is removed.
        """
        if manche.state is MancheState.RECORDED:
            remove_from_sheet(manche)
            self._drop_context_of_other_dealer()
            self._record_change(ChangeKind.DELETED, manche)

    def restore(self, manche: Manche) -> None:
        """Put a deleted manche back in the sheet, in its former position."""
        if manche.state is not MancheState.RECORDED:
            sheet.check_facts(self.scored, manche.facts)
            put_in_sheet(manche)
            self._drop_context_of_other_dealer()
            self._record_change(ChangeKind.RESTORED, manche)

    def undo(self) -> Manche | None:
        """Undo the latest entry of the current manche; without one, the latest repair from it on, or the latest manche.

        Returns the manche removed from the sheet, None if no manche was. If it had more than its facts, it is the
        current manche again (T-6). Raises `RefusedError` when there is nothing to undo, or when the partie
        has ended but has a current manche.
        """
        current, repair = self.partie.current, undoable_repair(self.partie)
        if repair is not None and repair.seat is not None:
            self.undo_replacement(repair.seat)
        elif current is None:
            return self._undo_latest()
        elif repair is not None:
            self._undo_turn(current, repair.kind)
        elif self.scored.ending is not None:
            raise RefusedError("cards_under_way", game=self.partie.game)
        elif self.scored.current.cards is not None:
            self._enter(cards_taken_back(self.scored))
        else:
            enter_context(current, None)
            self._record_change(ChangeKind.BEGUN)
        return None

    def change_rules(self, options: Json, side_names: Sequence[str] | None = None) -> None:
        """Change the house rules, and the names of the teams if given (DP-25). Raises as `check_rules` does."""
        partie = self.partie
        options_json = check_rules(self.scored, options)
        names = partie.side_names if side_names is None else clean_side_names(side_names)
        if (options_json, names) != (partie.options, partie.side_names):
            partie.options, partie.side_names = options_json, names
            self._record_change(ChangeKind.RULES, options=options_json)

    def abandon(self) -> None:
        """Leave a partie unfinished."""
        if self.partie.abandoned_at is None:
            self.partie.abandoned_at = utc_now()
            self._record_change(ChangeKind.ABANDONED)

    def reopen(self) -> None:
        """Undo `abandon`."""
        if self.partie.abandoned_at is not None:
            self.partie.abandoned_at = None
            self._record_change(ChangeKind.REOPENED)

    def delete_partie(self) -> None:
        """Delete the partie; it can be restored."""
        if self.partie.deleted_at is None:
            self.partie.deleted_at = utc_now()
            self._record_change(ChangeKind.REMOVED)

    def restore_partie(self) -> None:
        """Undo `delete_partie`."""
        if self.partie.deleted_at is not None:
            self.partie.deleted_at = None
            self._record_change(ChangeKind.BROUGHT_BACK)

    def play_again(self, soiree: Soiree | None = None) -> Partie:
        """Start a revanche with the same seats and rules, and the next dealer, by default in the same soirée.

        Of two concurrent calls one succeeds. Raises `RefusedError` if a player is retired.
        """
        partie, scored = self.partie, self.scored
        played = len(scored.manches) if scored.ending is None else scored.ending.after
        dealer = scored.deal_of(played).dealer
        self._record_change(ChangeKind.AGAIN)
        seats = scored.order or range(scored.seats)
        sides = dict.fromkeys(scored.side_of[seat] for seat in seats)
        side_names = [*(partie.side_names or ()), *[""] * len(sides)]  # it may name the first teams only
        names = [side_names[side] for side in sides]
        players = [seated_player(partie.seats[seat]) for seat in seats]
        for player in players:
            if player.retired_at is not None:
                raise RefusedError("name_retired", name=player.name)
        first = seats.index(dealer)
        return start_partie(soiree or partie.soiree, partie.game, players, partie.options, first, self.author, names)

    def _record(self, recorded: Recorded) -> Manche:
        manche = current_or_new(self.partie)
        put_in_sheet(manche)
        manche.facts, manche.note = dict(recorded.facts), recorded.note
        self._record_change(ChangeKind.RECORDED, manche)
        return manche

    def _undo_latest(self) -> Manche:
        if not self.scored.manches:
            raise RefusedError("nothing_to_undo", game=self.partie.game)
        manche = self.scored.manches[-1]
        reopen_manche(manche, self.scored)
        self._record_change(ChangeKind.LAID_OUT if manche.is_current else ChangeKind.DELETED, manche)
        return manche
