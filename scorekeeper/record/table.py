"""A partie open for writing: the unit of work on which every use case acts.

It is locked, its version is checked and it is replayed, each once; what is done to it leaves its changes behind, and
`database.writing()`, which stands around it, keeps them all or none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import inspect

from scorekeeper.games.shape import Json
from scorekeeper.record.current_manche import (
    clear_cards,
    current_or_new,
    enter_context,
    lay_out_again,
    put_in_sheet,
    take_out,
)
from scorekeeper.record.database import db
from scorekeeper.record.facts import checked_facts, facts_of_cards, keeping_cards, with_cards
from scorekeeper.record.journal import changes_since, clean_side_names, start_partie
from scorekeeper.record.models import Access, ChangeKind, Manche, MancheState, Partie, utc_now
from scorekeeper.record.names import clean_note
from scorekeeper.record.playing import MancheEntry
from scorekeeper.record.refusals import RefusedError, StaleError
from scorekeeper.record.rule_changes import checked_rules
from scorekeeper.record.standings import Standing, recorded_manches, standing_of
from scorekeeper.record.summaries import outcomes, upkeep

_COLUMNS = [column.key for column in inspect(Partie).column_attrs]


@contextmanager
def open_table(partie: Partie, version: int | None, author: Access | None) -> Iterator[OpenTable]:
    """Keep other writers out of a partie until the transaction ends, and give it, replayed, to act on.

    Inside `database.writing()`. Raises `StaleError` for a form whose version is no longer the partie's; None is that
    of no form. Where the sheet is another in the end, its summary is too, and so is what statistics count of it.
    """
    _lock(partie)
    if version is not None and version != partie.version:
        raise StaleError(changes_since(partie, version))
    table, before = OpenTable(partie, standing_of(partie), author), _scored(partie)
    counted = _counts(table.standing)
    yield table
    db.session.flush()
    now = table.standing if _scored(partie) == before else standing_of(partie)
    if now is not table.standing:
        upkeep.keep(db.session(), now)
    if counted or _counts(now):
        outcomes.rewrite(db.session(), [partie.id])


def _lock(partie: Partie) -> None:
    """Keep other writers out of a partie; on SQLite, what the one writer has read in its transaction stands."""
    if db.session.get_bind().dialect.name != "sqlite" or "version" in inspect(partie).expired_attributes:
        db.session.refresh(partie, _COLUMNS, with_for_update=True)


def _counts(standing: Standing) -> bool:
    """Whether statistics count the partie as it is, its soirée apart."""
    partie = standing.partie
    return standing.ending is not None and partie.abandoned_at is None and partie.deleted_at is None


def _scored(partie: Partie) -> tuple[object, ...]:
    """All that the sheet of a partie follows from, but for what never changes."""
    return partie.options, *(manche.facts for manche in recorded_manches(partie))


class OpenTable(MancheEntry):
    """A partie open for writing: record, correct, undo, change its rules, end it, play it again."""

    def record(self, facts: Json, note: str) -> Manche:
        """One more manche. Raises `RefusedError` when the partie is over, `ImpossibleFactsError` for its facts."""
        self._refuse_over()
        return self._record(with_cards(self.standing, facts), note)

    def record_cards(self, known: Json, note: str) -> Manche:
        """Record the manche whose last card is down, from its cards (T-7) and what is known beside them.

        Raises `RefusedError` while cards are missing, `UndecidedError` for what the table has to choose.
        """
        self._refuse_over()
        if not self.standing.played_out:
            raise RefusedError("cards_missing", game=self.partie.game)
        return self._record(facts_of_cards(self.standing, known), note)

    def correct(self, manche: Manche, facts: Json, note: str) -> bool:
        """Put other facts, or another note, in a manche; the same ones again change nothing. Says whether it changed.

        Its cards stay with it as long as the facts are what they decide.
        """
        checked = keeping_cards(self.standing, manche, checked_facts(self.standing, facts))
        clean = clean_note(note)
        if manche.state is MancheState.RECORDED and (checked, clean) == (manche.facts, manche.note):
            return False
        put_in_sheet(manche)
        manche.facts, manche.note = checked, clean
        self._drop_if_moved()
        self._note(ChangeKind.CORRECTED, manche)
        return True

    def delete(self, manche: Manche) -> None:
        """Take a manche out of the sheet; those after it move up, and it can be restored.

        Where the deal moves with them, what the manche under way began with is to be entered again.
        """
        if manche.state is MancheState.RECORDED:
            take_out(manche)
            self._drop_if_moved()
            self._note(ChangeKind.DELETED, manche)

    def restore(self, manche: Manche) -> None:
        """Put a deleted manche back in its place."""
        if manche.state is not MancheState.RECORDED:
            checked_facts(self.standing, manche.facts)
            put_in_sheet(manche)
            self._drop_if_moved()
            self._note(ChangeKind.RESTORED, manche)

    def undo(self) -> Manche | None:
        """Take back what was entered last: a card, what the manche under way began with, else the latest manche.

        Gives the manche taken out of the sheet, if one was; one entered card by card lies on the table again, to be
        taken back card by card (T-6), and so do its bids. Raises `RefusedError` when there is nothing, or when the
        partie ended while one more manche is under way.
        """
        current = self.partie.current
        if current is None:
            return self._undo_latest()
        if self.standing.ending is not None:
            raise RefusedError("cards_under_way", game=self.partie.game)
        if self.standing.cards is not None:
            self._take_back()
        else:
            enter_context(current, None)
            self._note(ChangeKind.BEGUN)
        return None

    def change_rules(self, options: Json, side_names: Sequence[str] | None = None) -> None:
        """Other house rules for the partie, every manche scored again (DP-25); other names for its teams, if given.

        Raises as `checked_rules` does.
        """
        partie = self.partie
        written = checked_rules(self.standing, options)
        names = partie.side_names if side_names is None else clean_side_names(side_names)
        if (written, names) != (partie.options, partie.side_names):
            partie.options, partie.side_names = written, names
            self._note(ChangeKind.RULES, options=written)

    def abandon(self) -> None:
        """Leave a partie unfinished."""
        if self.partie.abandoned_at is None:
            self.partie.abandoned_at = utc_now()
            self._note(ChangeKind.ABANDONED)

    def reopen(self) -> None:
        """Take up an abandoned partie again."""
        if self.partie.abandoned_at is not None:
            self.partie.abandoned_at = None
            self._note(ChangeKind.REOPENED)

    def put_away(self) -> None:
        """Put the partie away; it can be brought back."""
        if self.partie.deleted_at is None:
            self.partie.deleted_at = utc_now()
            self._note(ChangeKind.REMOVED)

    def bring_back(self) -> None:
        """Undo `put_away`."""
        if self.partie.deleted_at is not None:
            self.partie.deleted_at = None
            self._note(ChangeKind.BROUGHT_BACK)

    def play_again(self) -> Partie:
        """The revanche: the same table and rules, the next dealer. Two phones that ask for it at once start one."""
        partie, standing = self.partie, self.standing
        played = len(standing.manches) if standing.ending is None else standing.ending.after
        dealer = standing.dealer_of(played).dealer
        self._note(ChangeKind.AGAIN)
        names = partie.side_names or ()
        return start_partie(partie.soiree, partie.game, standing.players, partie.options, dealer, self.author, names)

    def _record(self, checked: dict[str, Any], note: str) -> Manche:
        manche = current_or_new(self.partie)
        put_in_sheet(manche)
        manche.facts, manche.note = checked, clean_note(note)
        self._note(ChangeKind.RECORDED, manche)
        return manche

    def _undo_latest(self) -> Manche:
        if not self.standing.manches:
            raise RefusedError("nothing_to_undo", game=self.partie.game)
        manche = self.standing.manches[-1]
        lay_out_again(manche, self.standing)
        self._note(ChangeKind.LAID_OUT if manche.under_way else ChangeKind.DELETED, manche)
        return manche

    def _drop_if_moved(self) -> None:
        """Forget what the manche under way began with when another player now deals it.

        Raises `RefusedError` when its cards lie on the table, led by a player whom the deal no longer makes lead.
        """
        current, play = self.partie.current, self.standing.game.play
        if current is None or standing_of(self.partie).deal.dealer == self.standing.deal.dealer:
            return
        if current.cards is not None and play is not None and play.leader is not None:
            if current.cards["plays"]:
                raise RefusedError("cards_under_way", game=self.partie.game)
            clear_cards(current)
        if current.under_way and current.context is not None:
            enter_context(current, None)
