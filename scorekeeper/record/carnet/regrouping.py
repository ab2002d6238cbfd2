"""Join two soirées, move a partie to another soirée, and undo the latest regrouping.

A soirée is an evening of cards, with its parties (games). A *regrouping* is one of the two changes, stored so that it
can be undone; it is `whole` if two soirées were joined. All functions that write run inside `database.writing()`, and
raise `RefusedError` for a deleted or full soirée, or if both are the same. They lock parties first, then soirées, each
in the order of their ids, so that two requests do not wait for each other.

A *guest* has an access (the right of one browser) to one soirée only, by an *invitation* to it.

`AnyAccess` is an access, the right of one browser, as an object of the ORM or as a plain row. Its id is stored with
what it changed.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, or_, select, update

from scorekeeper.partie.log import Moved
from scorekeeper.record.carnet.carnets import refuse_full_soiree
from scorekeeper.record.database import db
from scorekeeper.record.models import Access, Invitation, Partie, Regrouping, Soiree, utc_now
from scorekeeper.record.names import NOTE_LENGTH
from scorekeeper.record.partie.journal import mark
from scorekeeper.record.read_models import outcomes
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.request_access import AnyAccess

_NOTES_SEPARATOR = "\n\n"
# The conditions of a regrouping that joined two soirées and is not undone.
_IS_JOINED = Regrouping.whole, Regrouping.undone_at.is_(None)
Parties = Sequence[Partie]


def join_soirees(target: Soiree, source: Soiree, access: AnyAccess) -> Regrouping:
    """Move all parties, notes and guests of `source` to `target`, and delete `source`."""
    _lock_parties(Partie.soiree_id == source.id)
    _lock_both(source, target)
    parties = _lock_parties(Partie.soiree_id == source.id)  # again, because of parties started concurrently
    regrouping = _regroup(source, target, parties, access, whole=True)
    target.notes = _joined_notes(target.notes, source.notes)
    target.place = target.place or source.place
    source.deleted_at = utc_now()
    # The soirées that were joined with the source before: their invitations become invitations to the source. Undoing
    # this regrouping gives the source its guests again, by these invitations; the earlier ones cannot be undone any
    # more.
    earlier = select(Regrouping.source_id).where(Regrouping.target_id == source.id, *_IS_JOINED)
    db.session.execute(update(Invitation).where(Invitation.soiree_id.in_(earlier)).values(soiree_id=source.id))
    _move_guests(source, target, Access.carnet_id == source.carnet_id)
    return regrouping


def move_partie(partie: Partie, target: Soiree, access: AnyAccess) -> Regrouping:
    """Move a partie, which must be open for writing, to another soirée."""
    _lock_both(partie.soiree, target)
    return _regroup(partie.soiree, target, [partie], access, whole=False)


def undo_regrouping(regrouping: Regrouping, access: AnyAccess) -> None:
    """Move the parties of a regrouping back, and restore the soirée that it deleted; a second call changes nothing.

    Raises `RefusedError` when these soirées were regrouped again since.
    """
    parties = _lock_parties(Partie.id.in_(regrouping.parties) & (Partie.soiree_id == regrouping.target_id))
    _lock_soirees(regrouping.source, regrouping.target)
    # Another request may have undone it before this one had the locks.
    db.session.refresh(regrouping, ["undone_at"])  # read from the database again
    if regrouping.undone_at is not None:
        return
    if undoable_regrouping(regrouping.source) is not regrouping:
        raise RefusedError("regrouped_since")
    if regrouping.whole:
        _separate_soirees(regrouping)
    elif regrouping.source.deleted_at is not None:
        raise RefusedError("soiree_gone")
    _move_parties(parties, regrouping.source, access)
    regrouping.undone_at = utc_now()


def undoable_regrouping(soiree: Soiree) -> Regrouping | None:
    """Return the regrouping of this soirée that can be undone, None if there is none."""
    latest = _latest_regrouping(soiree.id)
    if latest is None or latest.undone_at is not None:
        return None
    # The other soirée may have been regrouped since: the latest regrouping of both must be this one.
    if _latest_regrouping(latest.source_id, latest.target_id) is not latest:
        return None
    return latest


def surviving_soiree(soiree: Soiree) -> Soiree | None:
    """Follow a joined soirée to the one to which it was joined. None if that one is deleted."""
    if soiree.deleted_at is None:
        return soiree
    query = select(Soiree).join(Regrouping, Regrouping.target_id == Soiree.id)
    query = query.where(Regrouping.source_id == soiree.id, *_IS_JOINED).order_by(Regrouping.id.desc())
    survivor = db.session.scalar(query.limit(1))
    if survivor is None or survivor.deleted_at is not None:
        return None
    return survivor


# The latest regrouping from or to one of these soirées.
def _latest_regrouping(*soiree_ids: int) -> Regrouping | None:
    condition = or_(Regrouping.source_id.in_(soiree_ids), Regrouping.target_id.in_(soiree_ids))
    return db.session.scalar(select(Regrouping).where(condition).order_by(Regrouping.id.desc()).limit(1))


def _regroup(source: Soiree, target: Soiree, parties: Parties, access: AnyAccess, *, whole: bool) -> Regrouping:
    """Move parties, and store the regrouping, with which the move can be undone; `whole` if the soirées are joined."""
    regrouping = Regrouping(source=source, target=target, whole=whole, access_id=access.id)
    regrouping.parties = [partie.id for partie in parties]
    regrouping.place = target.place
    regrouping.notes = target.notes
    db.session.add(regrouping)
    _move_parties(parties, target, access)
    return regrouping


def _move_parties(parties: Parties, target: Soiree, access: AnyAccess) -> None:
    refuse_full_soiree(target.id, len(parties))
    for partie in parties:
        partie.soiree = target
    # A row in the log of each partie; then the rows that statistics read, which have the date of the soirée.
    mark(parties, access, Moved.kind)
    outcomes.rewrite_outcomes(db.session(), [partie.id for partie in parties])


def _separate_soirees(regrouping: Regrouping) -> None:
    """Restore the notes, places and guests of both soirées.

    Notes or a place of the target that were edited since are left as they are.
    """
    source = regrouping.source
    target = regrouping.target
    if target.notes == _joined_notes(regrouping.notes, source.notes):
        target.notes = regrouping.notes
    if target.place == source.place:
        target.place = regrouping.place
    source.deleted_at = None
    invitations = select(Invitation.id).where(Invitation.soiree_id == source.id)
    _move_guests(target, source, Access.invitation_id.in_(invitations))


# Give the guests of `source` whose accesses fulfil the condition access to `target` instead.
def _move_guests(source: Soiree, target: Soiree, condition: ColumnElement[bool]) -> None:
    db.session.execute(update(Access).where(Access.soiree_id == source.id, condition).values(soiree_id=target.id))


def _joined_notes(first: str, second: str) -> str:
    notes = _NOTES_SEPARATOR.join(filter(None, (first, second)))
    if len(notes) > NOTE_LENGTH:
        raise RefusedError("notes_long", longest=NOTE_LENGTH)
    return notes


# `populate_existing` reads the locked rows again, also those that the session has read before.
def _lock_parties(condition: ColumnElement[bool]) -> Parties:
    query = select(Partie).where(condition).order_by(Partie.id).with_for_update()
    return db.session.scalars(query.execution_options(populate_existing=True)).all()


def _lock_both(source: Soiree, target: Soiree) -> None:
    """Lock both soirées. Raises `RefusedError` if they are the same, of two carnets, or one is deleted."""
    if source is target:
        raise RefusedError("same_soiree")
    _lock_soirees(source, target)
    if source.carnet_id != target.carnet_id or source.deleted_at or target.deleted_at:
        raise RefusedError("soiree_gone")


def _lock_soirees(*soirees: Soiree) -> None:
    query = select(Soiree).where(Soiree.id.in_([soiree.id for soiree in soirees])).order_by(Soiree.id)
    query = query.with_for_update(key_share=True).execution_options(populate_existing=True)
    db.session.scalars(query).all()
