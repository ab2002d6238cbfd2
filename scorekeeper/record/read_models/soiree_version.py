"""A soirée as it stands now: its version, for whoever asks every few seconds, and the partie on its table."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, func, select

from scorekeeper.record.database import db
from scorekeeper.record.models import Partie, Soiree
from scorekeeper.record.read_models.tables import Summary


def soiree_with_version(seen: ColumnElement[bool], soiree_id: int) -> tuple[Soiree, str] | None:
    """A soirée, and what is another once anything of it or its parties changed; None where none such is seen."""
    counted = func.count(Partie.id), func.sum(Partie.id), func.sum(Partie.version), func.count(Partie.deleted_at)
    query = (
        select(Soiree, *counted)
        .outerjoin(Partie, Partie.soiree_id == Soiree.id)
        .where(Soiree.id == soiree_id, seen, Soiree.deleted_at.is_(None))
        .group_by(Soiree.id)
    )
    row = db.session.execute(query).one_or_none()
    if row is None:
        return None
    soiree, *figures = row
    return soiree, ".".join(str(figure or 0) for figure in (soiree.version, *figures))


def partie_on_table(soiree: Soiree) -> int | None:
    """The partie that is played now: of those not over the last one begun, else the last one begun; None of none."""
    under_way = and_(Partie.abandoned_at.is_(None), Summary.ending_why.is_(None))
    query = (
        select(Partie.id)
        .outerjoin(Summary, Summary.partie_id == Partie.id)
        .where(Partie.soiree_id == soiree.id, Partie.deleted_at.is_(None))
        .order_by(under_way.desc(), Partie.id.desc())
        .limit(1)
    )
    return db.session.scalar(query)
