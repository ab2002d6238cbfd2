"""The version of a soirée, which pages poll, and the partie that its big screen follows."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, String, func, select, type_coerce

from scorekeeper.record.database import db
from scorekeeper.record.models import Change, Partie, Soiree, Stake
from scorekeeper.record.read_models.evenings import PLAYING


def soiree_with_version(visible: ColumnElement[bool], soiree_id: int) -> tuple[Soiree, str] | None:
    """Return a soirée with a version that changes with it, its stake, or any of its parties.

    `visible` is the condition on soirées that the reader may see; None if the soirée is not one of them.
    """
    # The sum of the ids differs after one partie was moved away and another one here.
    partie_figures = func.count(Partie.id), func.sum(Partie.id), func.sum(Partie.version), func.count(Partie.deleted_at)
    query = (
        select(Soiree, *partie_figures, Stake.cents, type_coerce(Stake.per, String), Stake.sign)
        .outerjoin(Partie, Partie.soiree_id == Soiree.id)
        .outerjoin(Stake, Stake.soiree_id == Soiree.id)
        .where(Soiree.id == soiree_id, visible, Soiree.deleted_at.is_(None))
        .group_by(Soiree.id, Stake.soiree_id)
    )
    row = db.session.execute(query).one_or_none()
    if row is None:
        return None
    soiree, *figures = row
    return soiree, ".".join(str(figure or 0) for figure in (soiree.version, *figures))


@dataclass(frozen=True, slots=True)
class ScreenParties:
    """The ids of the parties of a soirée, in order, and the one that the big screen follows, None without parties."""

    ids: tuple[int, ...]
    followed: int | None


def screen_parties(soiree: Soiree) -> ScreenParties:
    """Return the parties of a soirée; the followed one is played last, an abandoned one only if all are.

    Corrections of an earlier partie and changes of its rules do not count as playing it.
    """
    played_at = func.max(Change.at).filter(Change.kind.in_(PLAYING))
    query = (
        select(Partie.id)
        .outerjoin(Change, Change.partie_id == Partie.id)
        .where(Partie.soiree_id == soiree.id, Partie.deleted_at.is_(None))
        .group_by(Partie.id)
        # False is first, so the last row is a partie that is not abandoned, if there is one.
        .order_by(Partie.abandoned_at.is_(None), func.coalesce(played_at, Partie.created_at), Partie.id)
    )
    by_play = tuple(db.session.scalars(query))
    return ScreenParties(tuple(sorted(by_play)), by_play[-1] if by_play else None)
