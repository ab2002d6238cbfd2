"""The manche under way: the states of a manche, and the one table of what may happen in each.

What is entered before the first card puts a manche under way, and so does its first card; a partie has one under way
at most. Recorded, it is in the sheet. Undone, it is out of it, and goes under way again with its bids and cards, if
it had some, to be recorded once more as the same manche. One that was never recorded is no more once all that was
entered of it is taken back.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from sqlalchemy import func, select

from scorekeeper.games.contract import Moment
from scorekeeper.games.revokes import blamed_by
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.database import db
from scorekeeper.record.models import Change, ChangeKind, Manche, MancheState, Partie
from scorekeeper.record.partie.current_manche import NOTED
from scorekeeper.record.partie.facts import cards_of
from scorekeeper.record.partie.standings import Standing
from scorekeeper.record.refusals import RefusedError

MOST_MANCHES = 200  # of a partie, of which a table plays twenty: what is asked about one takes a time that has an end


class Event(enum.Enum):
    """What may happen to a manche."""

    ENTER = "enter"  # what is known before its first card is entered
    PLAY = "play"  # its cards are entered
    CLEAR = "clear"  # its cards are put away
    RECORD = "record"  # it is put in the sheet: for the first time, corrected, or put back
    REMOVE = "remove"  # it is taken out of the sheet, or all that was entered of it is taken back


_BEGUN, _PLAYED = MancheState.BEGUN, MancheState.PLAYED
_RECORDED, _UNDONE = MancheState.RECORDED, MancheState.UNDONE

TRANSITIONS: Mapping[MancheState, Mapping[Event, MancheState]] = {
    _BEGUN: {Event.ENTER: _BEGUN, Event.PLAY: _PLAYED, Event.RECORD: _RECORDED, Event.REMOVE: _UNDONE},
    _PLAYED: {Event.ENTER: _PLAYED, Event.PLAY: _PLAYED, Event.RECORD: _RECORDED, Event.CLEAR: _BEGUN},
    _RECORDED: {Event.RECORD: _RECORDED, Event.REMOVE: _UNDONE},
    _UNDONE: {Event.ENTER: _BEGUN, Event.PLAY: _PLAYED, Event.RECORD: _RECORDED},
}


class TransitionError(RuntimeError):
    """The program asked of a manche what cannot happen in its state."""

    def __init__(self, state: MancheState, event: Event) -> None:
        """Name the state and the event."""
        self.state, self.event = state, event
        super().__init__(f"{event.value} in state {state.value}")


def move(manche: Manche, event: Event) -> None:
    """Put a manche in the state that follows. Raises `TransitionError` for an event its state does not know."""
    try:
        manche.state = TRANSITIONS[manche.state][event]
    except KeyError:
        raise TransitionError(manche.state, event) from None


def current_or_new(partie: Partie) -> Manche:
    """The manche under way; where nothing of it was entered yet, a new row.

    Raises `RefusedError` when a partie holds as many as one can, those taken out of the sheet among them.
    """
    if partie.current is not None:
        return partie.current
    if len(partie.manches) >= MOST_MANCHES:
        raise RefusedError("partie_full", most=MOST_MANCHES)
    position = 1 + max((manche.position for manche in partie.manches), default=0)
    manche = Manche(position=position, state=MancheState.BEGUN, facts={}, note="")
    partie.manches.append(manche)
    return manche


def enter_context(manche: Manche, context: dict[str, Any] | None) -> None:
    """Keep what is known before the first card; None takes it back."""
    manche.context = context
    move(manche, Event.ENTER)
    _put_down_if_empty(manche)


def enter_cards(manche: Manche, cards: dict[str, Any], revokes: Mapping[int, int]) -> None:
    """Keep the cards of the manche under way, and who revoked, with how many cards were down as that was noted.

    What was noted after more cards than are left is taken back with them (T-5, T-6).
    """
    left = len(cards["plays"])
    noted = [{"seat": seat, "after": after} for seat, after in sorted(revokes.items()) if after <= left]
    manche.cards = {**cards, NOTED: noted} if noted else cards
    move(manche, Event.PLAY)


def clear_cards(manche: Manche) -> None:
    """Forget the cards of the manche under way; what was known before them stays."""
    manche.cards = None
    move(manche, Event.CLEAR)
    _put_down_if_empty(manche)


def put_in_sheet(manche: Manche) -> None:
    """Put a manche in the sheet, for the first time or again; where it is the one under way, that is cleared."""
    move(manche, Event.RECORD)
    manche.context = manche.cards = None


def take_out(manche: Manche) -> None:
    """Take a manche out of the sheet."""
    move(manche, Event.REMOVE)


def lay_out_again(manche: Manche, standing: Standing) -> None:
    """Take a manche out of the sheet, and put it under way again if it had a context or cards."""
    revokes = _revokes_again(manche, standing)
    take_out(manche)
    cards, context = cards_of(manche), _context_again(manche, standing)
    if context is not None:
        enter_context(manche, context)
    if cards is not None:
        enter_cards(manche, cards, revokes)


def _revokes_again(manche: Manche, standing: Standing) -> dict[int, int]:
    """Who revoked in a manche of the sheet, each with the cards down as it was first blamed, 0 where it was not."""
    arbiter = standing.arbiter_of(standing.manches.index(manche)) if manche.facts.get("revokes") else None
    if arbiter is None:
        return {}
    blamed = [blamed_by(arbiter, index) for index in range(len(arbiter.verdicts))]
    return {
        seat: next((after for after, seats in enumerate(blamed, start=1) if seat in seats), 0)
        for seat in manche.facts["revokes"]
    }


def _put_down_if_empty(manche: Manche) -> None:
    if manche.context is None and manche.cards is None:
        move(manche, Event.REMOVE)
        if not manche.facts:
            manche.partie.manches.remove(manche)
            db.session.delete(manche)


def _context_again(manche: Manche, standing: Standing) -> dict[str, Any] | None:
    """What was known of a manche before its end, as its facts say it now; None when it was recorded in one moment."""
    play = standing.game.play
    if play is None:
        return None
    stated = dict(play.read_context(standing.options, play.write_context(manche.facts)) or {})
    if cards_of(manche) is not None:
        return stated or None
    context = _context_before(manche)
    return None if context is None else _fitting(manche, standing, {**context, **stated}, stated)


def _fitting(manche: Manche, standing: Standing, *contexts: dict[str, Any]) -> dict[str, Any] | None:
    """The first of these with which the manche can begin: its facts may tell otherwise what had been entered."""
    index, begin = standing.manches.index(manche), standing.game.begin
    totals = standing.sheet.manches[index - 1].totals if index else (0,) * standing.sheet.sides
    for context in contexts:
        moment = Moment(standing.seats, standing.dealer_of(index).dealer, totals, context)
        with suppress(ImpossibleError):
            return None if begin is None or not context else begin(standing.options, moment, context)
    return None


def _context_before(manche: Manche) -> dict[str, Any] | None:
    """What had been entered of a manche as it was first recorded."""
    first = select(func.min(Change.version)).where(Change.manche_id == manche.id).scalar_subquery()
    query = (
        select(Change)
        .where(Change.partie_id == manche.partie_id, Change.version < first)
        .where(Change.kind.in_((ChangeKind.BEGUN, ChangeKind.RECORDED)))
        .order_by(Change.version.desc())
        .limit(1)
    )
    latest = db.session.scalars(query).first()
    return latest.facts if latest is not None and latest.kind is ChangeKind.BEGUN else None
