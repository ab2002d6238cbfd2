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
    """Return a soirée and its version, a text that differs once the soirée, its stake or any of its parties changed.

    `visible` is the condition that selects the soirées that the reader may see. The result is None if the soirée is not
    one of them.
    """
    # The number of parties, the sum of their ids, the sum of their versions, and how many are deleted. The version of a
    # partie grows with each change. The sum of the ids differs if one partie was moved from this soirée and another one
    # to it.
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
    # Example: "1.3.24.57.0.10.point.€": the version of the soirée, the four figures, the stake of 10 cents for a point.
    return soiree, ".".join(str(figure or 0) for figure in (soiree.version, *figures))


@dataclass(frozen=True, slots=True)
class ScreenParties:
    """The parties of a soirée on the big screen, by their ids."""

    # All of them, in the order in which they were begun.
    ids: tuple[int, ...]

    # The one that the screen follows, None without parties.
    followed: int | None


def screen_parties(soiree: Soiree) -> ScreenParties:
    """Return the parties of a soirée. The one that the big screen follows is the one played last.

    An abandoned partie is followed only if all are abandoned. Corrections of an earlier partie and changes of its rules
    do not count as playing it.
    """
    # `PLAYING` are the kinds of changes that play a partie.
    played_at = func.max(Change.at).filter(Change.kind.in_(PLAYING))
    query = (
        select(Partie.id)
        .outerjoin(Change, Change.partie_id == Partie.id)
        .where(Partie.soiree_id == soiree.id, Partie.deleted_at.is_(None))
        .group_by(Partie.id)
        # False is sorted before true, so the last row is a partie that is not abandoned, if there is one. A partie
        # without a change of these kinds has the time at which it was created.
        .order_by(Partie.abandoned_at.is_(None), func.coalesce(played_at, Partie.created_at), Partie.id)
    )
    by_play = tuple(db.session.scalars(query))
    return ScreenParties(tuple(sorted(by_play)), by_play[-1] if by_play else None)
