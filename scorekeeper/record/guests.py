"""Guests of a soirée that was put together with another: they go where its parties went, and come back with them."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from scorekeeper.record.database import db
from scorekeeper.record.models import Access, Invitation, Regrouping, Soiree


def remaining(soiree: Soiree) -> Soiree | None:
    """The soirée itself, or the one that it was put together with; None where that was put away."""
    while soiree.deleted_at is not None:
        joined = Regrouping.source_id == soiree.id, Regrouping.whole, Regrouping.undone_at.is_(None)
        latest = db.session.scalar(select(Regrouping).where(*joined).order_by(Regrouping.id.desc()).limit(1))
        if latest is None:
            return None
        soiree = latest.target
    return soiree


def follow(*soirees: Soiree) -> None:
    """Let who was invited to see one of these soirées see what is left of the one of the invitation."""
    seen = Access.soiree_id.in_([soiree.id for soiree in soirees])
    query = select(Access, Invitation).join(Invitation, Invitation.id == Access.invitation_id)
    for access, invitation in db.session.execute(query.where(seen).options(joinedload(Invitation.soiree))):
        left = None if invitation.soiree is None else remaining(invitation.soiree)
        if left is not None:
            access.soiree_id = left.id
