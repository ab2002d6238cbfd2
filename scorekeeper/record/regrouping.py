"""Soirées put together, parties that go to another soirée, and the way back from both.

Each runs inside `database.writing()`, and raises `RefusedError` for what cannot be. Parties are locked first, then the
statistics that count them, then soirées, each in the order of their ids.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.orm import joinedload

from scorekeeper.record.carnets import bring_soiree_back, refuse_full
from scorekeeper.record.database import db
from scorekeeper.record.guests import follow
from scorekeeper.record.journal import note_of_each
from scorekeeper.record.models import Access, ChangeKind, Partie, Regrouping, Soiree, utc_now
from scorekeeper.record.names import NOTE_LENGTH
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.summaries import outcomes

_BETWEEN = "\n\n"
_LATEST = 10
Parties = Sequence[Partie]


def join_soirees(target: Soiree, source: Soiree, author: Access) -> Regrouping:
    """Put all parties of `source` into `target`, and `source` away; what was noted of it goes along, and its guests."""
    _refuse_same(source, target)
    _lock_parties(Partie.soiree_id == source.id)
    _lock_soirees(source, target)
    parties = _lock_parties(Partie.soiree_id == source.id)  # those begun meanwhile among them
    joined = _keep(source, target, parties, author, whole=True)
    target.notes = _joined_notes(target.notes, source.notes)
    target.place = target.place or source.place
    source.deleted_at = utc_now()
    follow(source)
    _rewrite_outcomes(parties)
    return joined


def move_partie(partie: Partie, target: Soiree, author: Access) -> Regrouping:
    """Put a partie, which is open for writing, into another soirée."""
    source = partie.soiree
    _refuse_same(source, target)
    _lock_soirees(source, target)
    moved = _keep(source, target, [partie], author, whole=False)
    _rewrite_outcomes([partie])
    return moved


def undo_regrouping(regrouping: Regrouping, author: Access) -> None:
    """Bring parties back to where they were, and both soirées with them; undone once, it stays so.

    Raises `RefusedError` when one of them went on elsewhere meanwhile: what was done last is undone first.
    """
    parties = _lock_parties(Partie.id.in_(regrouping.parties))
    _undo(regrouping, parties, author)
    _rewrite_outcomes(parties)


def _undo(regrouping: Regrouping, parties: Parties, author: Access) -> None:
    source, target = regrouping.source, regrouping.target
    _lock_soirees(source, target, deleted=True)
    db.session.refresh(regrouping, ["undone_at"])
    if regrouping.undone_at is not None:
        return
    if any(partie.soiree_id != target.id for partie in parties):
        raise RefusedError("regrouped_since")
    refuse_full(db.session(), source.id, len(parties))
    if regrouping.whole:
        _as_before(regrouping)
    elif source.deleted_at is not None:
        raise RefusedError("soiree_gone")
    _carry(parties, source, author)
    regrouping.undone_at = utc_now()
    follow(target)


def restore_soiree(soiree: Soiree, author: Access) -> None:
    """Bring a soirée back that was put away; one that was put together with another, with what was its own."""
    joined = next((one for one in still_undoable(soiree) if one.whole and one.source_id == soiree.id), None)
    if joined is not None:
        undo_regrouping(joined, author)
    bring_soiree_back(soiree)


def still_undoable(soiree: Soiree) -> Sequence[Regrouping]:
    """What went into this soirée or out of it, latest first, and was not undone."""
    here = or_(Regrouping.source_id == soiree.id, Regrouping.target_id == soiree.id)
    both = joinedload(Regrouping.source), joinedload(Regrouping.target)
    query = select(Regrouping).options(*both).where(here, Regrouping.undone_at.is_(None))
    return db.session.scalars(query.order_by(Regrouping.id.desc()).limit(_LATEST)).all()


def _rewrite_outcomes(parties: Parties) -> None:
    outcomes.rewrite(db.session(), [partie.id for partie in parties])


def _keep(source: Soiree, target: Soiree, parties: Parties, author: Access, *, whole: bool) -> Regrouping:
    """Move parties, and keep what it takes to bring them back."""
    refuse_full(db.session(), target.id, len(parties))
    kept = Regrouping(source=source, target=target, whole=whole, access_id=author.id)
    kept.parties = [partie.id for partie in parties]
    kept.place, kept.notes = target.place, target.notes
    db.session.add(kept)
    _carry(parties, target, author)
    db.session.flush()
    return kept


def _carry(parties: Parties, target: Soiree, author: Access) -> None:
    """The one place where a partie changes its soirée."""
    for partie in parties:
        partie.soiree = target
    note_of_each(parties, author, ChangeKind.MOVED)


def _as_before(joined: Regrouping) -> None:
    """Give both soirées back what they said, but for what was written in the one that remained since."""
    source, target = joined.source, joined.target
    if target.notes == _joined_notes(joined.notes, source.notes):
        target.notes = joined.notes
    if target.place == source.place:
        target.place = joined.place
    source.deleted_at = None


def _joined_notes(first: str, second: str) -> str:
    notes = _BETWEEN.join(filter(None, (first, second)))
    if len(notes) > NOTE_LENGTH:
        raise RefusedError("notes_long", longest=NOTE_LENGTH)
    return notes


def _refuse_same(source: Soiree, target: Soiree) -> None:
    if source.id == target.id:
        raise RefusedError("same_soiree")
    if source.carnet_id != target.carnet_id:
        raise RefusedError("soiree_gone")


def _lock_parties(which: ColumnElement[bool]) -> Parties:
    query = select(Partie).where(which).order_by(Partie.id).with_for_update()
    return db.session.scalars(query.execution_options(populate_existing=True)).all()


def _lock_soirees(*soirees: Soiree, deleted: bool = False) -> None:
    """Keep other writers out of both. Raises `RefusedError` for one that was put away, unless that may be."""
    ids = [soiree.id for soiree in soirees]
    query = select(Soiree).where(Soiree.id.in_(ids)).order_by(Soiree.id).with_for_update(key_share=True)
    read: Collection[Soiree] = db.session.scalars(query.execution_options(populate_existing=True)).all()
    if not deleted and any(soiree.deleted_at is not None for soiree in read):
        raise RefusedError("soiree_gone")
