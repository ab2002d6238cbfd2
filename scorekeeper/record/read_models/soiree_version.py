"""The version of a soirée, which pages ask for again and again, and the partie that its big screen follows.

A soirée is an evening of parties, games played to their end. Its stake is the amount that players owe for each point,
partie or rank. The big screen is a page for a television.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, String, func, select, type_coerce

from scorekeeper.record.database import db
from scorekeeper.record.models import Change, Partie, Soiree, Stake
from scorekeeper.record.read_models.evenings import PLAYING


def soiree_with_version(visible: ColumnElement[bool], soiree_id: int) -> tuple[Soiree, str] | None:
    """Return a soirée with a version that changes with it, its stake, or any of its parties.

    `visible` is the condition that selects the soirées that the reader may see. None if the soirée is not one of them.
    """
    # The version of a partie grows with each change. The sum of the ids differs after one partie was moved to another
    # soirée and another one to this one.
    partie_figures = func.count(Partie.id), func.sum(Partie.id), func.sum(Partie.version), func.count(Partie.deleted_at)
    query = (
        # The enum `per` is read as the text that is stored.
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
    # Example: "1.3.24.57.0.10.point.€".
    return soiree, ".".join(str(figure or 0) for figure in (soiree.version, *figures))


@dataclass(frozen=True, slots=True)
class ScreenParties:
    """The parties of a soirée on the big screen, by their ids."""

    # All of them, in the order in which they were begun.
    ids: tuple[int, ...]

    # The one that the screen follows, None without parties.
    followed: int | None


def screen_parties(soiree: Soiree) -> ScreenParties:
    """Return the parties of a soirée; the one to follow was played last. It is abandoned only if all are.

    Corrections of an earlier partie and changes of its rules do not count as playing it.
    """
    # `PLAYING` are the kinds of changes that play a partie.
    played_at = func.max(Change.at).filter(Change.kind.in_(PLAYING))
    query = (
        select(Partie.id)
        .outerjoin(Change, Change.partie_id == Partie.id)
        .where(Partie.soiree_id == soiree.id, Partie.deleted_at.is_(None))
        .group_by(Partie.id)
        # False is sorted before true, so the last row is a partie that is not abandoned, if there is one.
        .order_by(Partie.abandoned_at.is_(None), func.coalesce(played_at, Partie.created_at), Partie.id)
    )
    by_play = tuple(db.session.scalars(query))
    return ScreenParties(tuple(sorted(by_play)), by_play[-1] if by_play else None)
