"""The states of a manche, and the table of its transitions.

A manche becomes the current one when its dealer is named or its order of play changed, or when its context or first
card is entered; a partie has at most one current manche. A recorded manche is in the sheet, an undone manche was
removed from it. If the manche that is undone had a context, cards, a named dealer or an order, it is the current manche
again, with all of these. A manche that was never recorded is deleted when all of these are taken back.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import func, select

from scorekeeper.games.contract import Moment
from scorekeeper.games.manche_json import CARD_KEYS
from scorekeeper.games.revokes import blamed_seats
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.partie.decide import entry
from scorekeeper.partie.refusals import RefusedError
from scorekeeper.record.database import db
from scorekeeper.record.models import Change, ChangeKind, Manche, MancheState, Partie
from scorekeeper.record.partie.scored_partie import REVOKES_KEY, ScoredPartie


class Event(enum.Enum):
    """An event in the life of a manche."""

    ENTER = "enter"  # its context, dealer or order is entered, changed or taken back
    PLAY = "play"  # a card is entered or taken back
    CLEAR = "clear"  # all its cards are removed
    RECORD = "record"  # it is put in the sheet: for the first time, corrected, or restored
    REMOVE = "remove"  # it is removed from the sheet, or its context and all its cards are taken back


_BEGUN, _PLAYED = MancheState.BEGUN, MancheState.PLAYED
_RECORDED, _UNDONE = MancheState.RECORDED, MancheState.UNDONE

TRANSITIONS: Mapping[MancheState, Mapping[Event, MancheState]] = {
    _BEGUN: {Event.ENTER: _BEGUN, Event.PLAY: _PLAYED, Event.RECORD: _RECORDED, Event.REMOVE: _UNDONE},
    _PLAYED: {Event.ENTER: _PLAYED, Event.PLAY: _PLAYED, Event.RECORD: _RECORDED, Event.CLEAR: _BEGUN},
    _RECORDED: {Event.RECORD: _RECORDED, Event.REMOVE: _UNDONE},
    _UNDONE: {Event.ENTER: _BEGUN, Event.PLAY: _PLAYED, Event.RECORD: _RECORDED},
}


class TransitionError(RuntimeError):
    """Raised for an event that the state of the manche does not allow; this is a bug, not an error of the user."""

    def __init__(self, state: MancheState, event: Event) -> None:
        """Store the state and the event."""
        self.state, self.event = state, event
        super().__init__(f"{event.value} in state {state.value}")


def apply_event(manche: Manche, event: Event) -> None:
    """Change the state of a manche. Raises `TransitionError` for an event that its state does not allow."""
    try:
        manche.state = TRANSITIONS[manche.state][event]
    except KeyError:
        raise TransitionError(manche.state, event) from None


def current_or_new(partie: Partie) -> Manche:
    """Return the current manche, or if the partie has none, the undone one that it records again, else a new one.

    Raises `RefusedError` when the partie has the most manches, counting those removed from the sheet.
    """
    return partie.current or partie.undone_before_replacement or _new_manche(partie)


def _new_manche(partie: Partie) -> Manche:
    if len(partie.manches) >= entry.MOST_MANCHES:
        raise RefusedError("partie_full", most=entry.MOST_MANCHES)
    manche = Manche(position=partie.new_position, state=MancheState.BEGUN, facts={}, note="")
    partie.manches.append(manche)
    return manche


def enter_context(manche: Manche, context: dict[str, Any] | None) -> None:
    """Store the context of the current manche; None removes the context."""
    manche.context = context
    apply_event(manche, Event.ENTER)
    _remove_if_empty(manche)


def enter_cards(manche: Manche, cards: dict[str, Any], revokes: Mapping[int, int]) -> None:
    """Store the cards of the current manche, and its `revokes`: by seat, the number of cards played when it was noted.

    A revoke that was noted after a card which is no longer in `cards` is removed (T-5, T-6).
    """
    played = len(cards["plays"])
    noted = [{"seat": seat, "after": after} for seat, after in sorted(revokes.items()) if after <= played]
    manche.cards = {**cards, REVOKES_KEY: noted} if noted else cards
    apply_event(manche, Event.PLAY)


def enter_turn(manche: Manche, dealer: int | None, order: Sequence[int] | None) -> None:
    """Store the dealer of the current manche and the order of play from it on; with None, the turn goes on."""
    manche.dealer, manche.order = dealer, None if order is None else [*order]
    apply_event(manche, Event.ENTER)
    _remove_if_empty(manche)


def remove_cards(manche: Manche) -> None:
    """Remove the cards of the current manche; its context stays."""
    manche.cards = None
    apply_event(manche, Event.CLEAR)
    _remove_if_empty(manche)


def put_in_sheet(manche: Manche) -> None:
    """Put a manche in the sheet, for the first time or again, and remove its context and cards."""
    apply_event(manche, Event.RECORD)
    manche.context = manche.cards = None


def remove_from_sheet(manche: Manche) -> None:
    """Remove a manche from the sheet."""
    apply_event(manche, Event.REMOVE)


def reopen_manche(manche: Manche, scored: ScoredPartie) -> None:
    """Remove a manche from the sheet, and make it the current one again if it had more than its facts."""
    revokes = _revokes_to_reopen(manche, scored)
    remove_from_sheet(manche)
    cards, context = _cards_of(manche), _context_to_reopen(manche, scored)
    if context is not None or manche.dealer is not None or manche.order is not None:
        enter_context(manche, context)
    if cards is not None:
        enter_cards(manche, cards, revokes)


def set_aside(manche: Manche) -> None:
    """Move the entry of a current manche that was in the sheet to a new manche, because other players play it.

    The manche itself stays removed from the sheet, and can be restored as its own players played it.
    """
    context, cards = manche.context, manche.cards
    if cards is not None:
        remove_cards(manche)
    if manche.is_current:
        manche.context = None
        apply_event(manche, Event.REMOVE)
    db.session.flush()  # the database refuses a second current manche
    if context is None and cards is None:
        return
    new = _new_manche(manche.partie)
    new.context, new.cards = context, cards
    apply_event(new, Event.ENTER if cards is None else Event.PLAY)


def _revokes_to_reopen(manche: Manche, scored: ScoredPartie) -> dict[int, int]:
    """Map each seat that revoked in a recorded manche to the number of cards played when it was first blamed, or 0."""
    arbiter = scored.arbiter_of(scored.manches.index(manche)) if manche.facts.get("revokes") else None
    if arbiter is None:
        return {}
    blamed = [blamed_seats(arbiter, index) for index in range(len(arbiter.verdicts))]
    return {
        seat: next((played for played, seats in enumerate(blamed, start=1) if seat in seats), 0)
        for seat in manche.facts["revokes"]
    }


def _remove_if_empty(manche: Manche) -> None:
    if all(value is None for value in (manche.context, manche.cards, manche.dealer, manche.order)):
        apply_event(manche, Event.REMOVE)
        if not manche.facts:
            manche.partie.manches.remove(manche)
            db.session.delete(manche)


def _cards_of(manche: Manche) -> dict[str, Any] | None:
    return {name: manche.facts[name] for name in CARD_KEYS if name in manche.facts} or None


def _context_to_reopen(manche: Manche, scored: ScoredPartie) -> dict[str, Any] | None:
    """Return the context of a recorded manche, updated by its facts; None if it was recorded without a context."""
    play = scored.game.play
    if play is None:
        return None
    from_facts = dict(play.read_context(scored.options, play.write_context(manche.facts)) or {})
    if _cards_of(manche) is not None:
        return from_facts or None
    entered = _context_entered_for(manche)
    return None if entered is None else _first_possible(manche, scored, {**entered, **from_facts}, from_facts)


def _first_possible(manche: Manche, scored: ScoredPartie, *contexts: dict[str, Any]) -> dict[str, Any] | None:
    """Return the first of these contexts that is possible: corrected facts may contradict an earlier context."""
    index, begin = scored.manches.index(manche), scored.game.begin
    totals = scored.sheet.manches[index - 1].totals if index else (0,) * scored.sheet.sides
    for context in contexts:
        table = scored.table_of(index)
        moment = Moment(table.seats, scored.deal_of(index).dealer, totals, context, table.order)
        with suppress(ImpossibleError):
            return None if begin is None or not context else begin(scored.options, moment, context)
    return None


def _context_entered_for(manche: Manche) -> dict[str, Any] | None:
    """Return the context that had been entered when a manche was first recorded, None if there was none."""
    first_version = select(func.min(Change.version)).where(Change.manche_id == manche.id).scalar_subquery()
    query = (
        select(Change)
        .where(Change.partie_id == manche.partie_id, Change.version < first_version)
        .where(Change.kind.in_((ChangeKind.BEGUN, ChangeKind.RECORDED)))
        .order_by(Change.version.desc())
        .limit(1)
    )
    latest = db.session.scalars(query).first()
    return latest.facts if latest is not None and latest.kind is ChangeKind.BEGUN else None
