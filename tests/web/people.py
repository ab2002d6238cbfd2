"""Phones that came into a carnet, without going through the pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.visitor import Visitor

from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Role, Soiree
from scorekeeper.record.sharing import accesses

if TYPE_CHECKING:
    from web.visitor import Table


def invited(owner: Visitor, role: Role = Role.SPECTATEUR, soiree_id: int | None = None) -> tuple[int, str]:
    """An invitation to the carnet of that phone, and its token."""
    with owner.app.app_context(), writing():
        soiree = None if soiree_id is None else db.session.get_one(Soiree, soiree_id)
        invitation, token = accesses.invite(owner.row(), role, soiree)
        return invitation.id, token


def come(
    owner: Visitor,
    role: Role = Role.SPECTATEUR,
    table: Table | None = None,
    comer: accesses.Comer | None = None,
) -> Visitor:
    """A phone that came into the carnet of another, or into the soirée of a table of it."""
    _, token = invited(owner, role, None if table is None else table.soiree_id)
    phone = Visitor(owner.app)
    phone.key = owner.key
    with owner.app.app_context(), writing():
        invitation = accesses.invitation_by(token)
        assert invitation is not None
        granted = accesses.join(invitation, comer or accesses.Comer())
        with phone.client.session_transaction() as session:
            session["carnets"] = {phone.key: [granted.id, granted.generation]}
    return phone
