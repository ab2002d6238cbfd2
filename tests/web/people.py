"""Devices that join a carnet, without its pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.visitor import Visitor

from scorekeeper.record.database import db
from scorekeeper.record.models import Role, Soiree
from scorekeeper.record.sharing import accesses

if TYPE_CHECKING:
    from web.visitor import Table


def invited(owner: Visitor, role: Role = Role.SPECTATEUR, soiree_id: int | None = None) -> tuple[int, str]:
    """Create an invitation to a carnet or a soirée; return its id and token."""
    with owner.writing():
        soiree = None if soiree_id is None else db.session.get_one(Soiree, soiree_id)
        invitation, token = accesses.invite(owner.row(), role, soiree)
        return invitation.id, token


def join_carnet(
    owner: Visitor,
    role: Role = Role.SPECTATEUR,
    table: Table | None = None,
    joiner: accesses.Joiner | None = None,
) -> Visitor:
    """Return a new device with access to the carnet of `owner`, or only to the soirée of `table`."""
    _, token = invited(owner, role, None if table is None else table.soiree_id)
    device = Visitor(owner.app)
    device.key = owner.key
    with owner.writing():
        invitation = accesses.find_invitation(token)
        assert invitation is not None
        granted = accesses.accept_invitation(invitation, joiner or accesses.Joiner())
        with device.client.session_transaction() as session:
            session["carnets"] = {device.key: [granted.id, granted.generation]}
    return device
