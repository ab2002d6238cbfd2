"""The version of a soirée, which pages poll, and its current partie."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, func, select

from scorekeeper.record.database import db
from scorekeeper.record.models import Partie, Soiree
from scorekeeper.record.read_models.tables import Summary


def soiree_with_version(visible: ColumnElement[bool], soiree_id: int) -> tuple[Soiree, str] | None:
    """Return a soirée with a version that changes with it or any of its parties.

    `visible` is the condition on soirées that the reader may see; None if the soirée is not one of them.
    """
    partie_figures = func.count(Partie.id), func.sum(Partie.id), func.sum(Partie.version), func.count(Partie.deleted_at)
    query = (
        select(Soiree, *partie_figures)
        .outerjoin(Partie, Partie.soiree_id == Soiree.id)
        .where(Soiree.id == soiree_id, visible, Soiree.deleted_at.is_(None))
        .group_by(Soiree.id)
    )
    row = db.session.execute(query).one_or_none()
    if row is None:
        return None
    soiree, *figures = row
    return soiree, ".".join(str(figure or 0) for figure in (soiree.version, *figures))


def current_partie_id(soiree: Soiree) -> int | None:
    """Return the id of the current partie: the latest that is not over, else the latest; None without parties."""
    unfinished = and_(Partie.abandoned_at.is_(None), Summary.ending_why.is_(None))
    query = (
        select(Partie.id)
        .outerjoin(Summary, Summary.partie_id == Partie.id)
        .where(Partie.soiree_id == soiree.id, Partie.deleted_at.is_(None))
        .order_by(unfinished.desc(), Partie.id.desc())
        .limit(1)
    )
    return db.session.scalar(query)
