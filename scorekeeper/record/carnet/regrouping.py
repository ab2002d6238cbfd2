"""Join two soirées, move a partie to another soirée, and undo the latest regrouping.

Each runs inside `database.writing()` and raises `RefusedError` when it cannot be done. Parties are locked first, then
soirées, each in the order of their ids.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, or_, select, update

from scorekeeper.record.carnet.carnets import refuse_full
from scorekeeper.record.database import db
from scorekeeper.record.models import Access, ChangeKind, Invitation, Partie, Regrouping, Soiree, utc_now
from scorekeeper.record.names import NOTE_LENGTH
from scorekeeper.record.partie.journal import note_changes
from scorekeeper.record.read_models import outcomes
from scorekeeper.record.refusals import RefusedError

_NOTES_SEPARATOR = "\n\n"
_JOINED = Regrouping.whole, Regrouping.undone_at.is_(None)
Parties = Sequence[Partie]


def join_soirees(target: Soiree, source: Soiree, author: Access) -> Regrouping:
    """Move all parties, notes and guests of `source` to `target`, and delete `source`."""
    _lock_parties(Partie.soiree_id == source.id)
    _lock_two(source, target)
    parties = _lock_parties(Partie.soiree_id == source.id)  # including those started concurrently
    joined = _regroup(source, target, parties, author, whole=True)
    target.notes = _joined_notes(target.notes, source.notes)
    target.place = target.place or source.place
    source.deleted_at = utc_now()
    # Soirées joined with the source earlier can no longer be separated: their invitations now point to the source.
    earlier = select(Regrouping.source_id).where(Regrouping.target_id == source.id, *_JOINED)
    db.session.execute(update(Invitation).where(Invitation.soiree_id.in_(earlier)).values(soiree_id=source.id))
    _move_guests(source, target, Access.carnet_id == source.carnet_id)
    return joined


def move_partie(partie: Partie, target: Soiree, author: Access) -> Regrouping:
    """Move a partie, which must be open for writing, to another soirée."""
    _lock_two(partie.soiree, target)
    return _regroup(partie.soiree, target, [partie], author, whole=False)


def undo_regrouping(done: Regrouping, author: Access) -> None:
    """Move the parties of a regrouping back, and restore the soirée that was joined; a second call changes nothing.

    Raises `RefusedError` when these soirées were regrouped again since.
    """
    parties = _lock_parties(Partie.id.in_(done.parties) & (Partie.soiree_id == done.target_id))
    _lock_soirees(done.source, done.target)
    db.session.refresh(done, ["undone_at"])
    if done.undone_at is not None:
        return
    if undoable(done.source) is not done:
        raise RefusedError("regrouped_since")
    if done.whole:
        _separate(done)
    elif done.source.deleted_at is not None:
        raise RefusedError("soiree_gone")
    _move(parties, done.source, author)
    done.undone_at = utc_now()


def undoable(soiree: Soiree) -> Regrouping | None:
    """Return the regrouping of this soirée that can be undone, None if there is none."""
    done = _latest(soiree.id)
    if done is None or done.undone_at is not None:
        return None
    return done if _latest(done.source_id, done.target_id) is done else None


def surviving_soiree(soiree: Soiree) -> Soiree | None:
    """Return the soirée itself or, if it was joined with another one, that one; None if the result is deleted."""
    found: Soiree | None = soiree
    if soiree.deleted_at is not None:
        joined = select(Soiree).join(Regrouping, Regrouping.target_id == Soiree.id)
        joined = joined.where(Regrouping.source_id == soiree.id, *_JOINED).order_by(Regrouping.id.desc())
        found = db.session.scalar(joined.limit(1))
    return found if found is not None and found.deleted_at is None else None


def _latest(*soirees: int) -> Regrouping | None:
    either = or_(Regrouping.source_id.in_(soirees), Regrouping.target_id.in_(soirees))
    return db.session.scalar(select(Regrouping).where(either).order_by(Regrouping.id.desc()).limit(1))


def _regroup(source: Soiree, target: Soiree, parties: Parties, author: Access, *, whole: bool) -> Regrouping:
    """Move parties, and store a `Regrouping` with which the move can be undone."""
    done = Regrouping(source=source, target=target, whole=whole, access_id=author.id)
    done.parties = [partie.id for partie in parties]
    done.place, done.notes = target.place, target.notes
    db.session.add(done)
    _move(parties, target, author)
    return done


def _move(parties: Parties, target: Soiree, author: Access) -> None:
    refuse_full(db.session(), target.id, len(parties))
    for partie in parties:
        partie.soiree = target
    note_changes(parties, author, ChangeKind.MOVED)
    outcomes.rewrite(db.session(), [partie.id for partie in parties])


def _separate(joined: Regrouping) -> None:
    """Restore the notes, places and guests of both soirées; notes or a place of the target edited since stay."""
    source, target = joined.source, joined.target
    if target.notes == _joined_notes(joined.notes, source.notes):
        target.notes = joined.notes
    if target.place == source.place:
        target.place = joined.place
    source.deleted_at = None
    invitations = select(Invitation.id).where(Invitation.soiree_id == source.id)
    _move_guests(target, source, Access.invitation_id.in_(invitations))


def _move_guests(source: Soiree, target: Soiree, condition: ColumnElement[bool]) -> None:
    db.session.execute(update(Access).where(Access.soiree_id == source.id, condition).values(soiree_id=target.id))


def _joined_notes(first: str, second: str) -> str:
    notes = _NOTES_SEPARATOR.join(filter(None, (first, second)))
    if len(notes) > NOTE_LENGTH:
        raise RefusedError("notes_long", longest=NOTE_LENGTH)
    return notes


def _lock_parties(condition: ColumnElement[bool]) -> Parties:
    query = select(Partie).where(condition).order_by(Partie.id).with_for_update()
    return db.session.scalars(query.execution_options(populate_existing=True)).all()


def _lock_two(source: Soiree, target: Soiree) -> None:
    """Lock both soirées. Raises `RefusedError` if one is deleted, or both are the same."""
    if source is target:
        raise RefusedError("same_soiree")
    _lock_soirees(source, target)
    if source.carnet_id != target.carnet_id or (source.deleted_at or target.deleted_at) is not None:
        raise RefusedError("soiree_gone")


def _lock_soirees(*soirees: Soiree) -> None:
    query = select(Soiree).where(Soiree.id.in_([soiree.id for soiree in soirees])).order_by(Soiree.id)
    query = query.with_for_update(key_share=True).execution_options(populate_existing=True)
    db.session.scalars(query).all()
