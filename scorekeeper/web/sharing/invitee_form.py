"""The kinds of invitations, and the player or name that an invitee submits.

An invitation is to a *carnet*, the notebook of a group of players, or to one *soirée* (evening) of it. Its role is
marqueur (who records scores) or spectateur (who only reads).
"""

from __future__ import annotations

from flask import request

from scorekeeper.record.models import Role
from scorekeeper.record.sharing.accesses import Joiner
from scorekeeper.web.core.numbers import whole_number

# By the value of the pressed button: the role that it grants, and whether the invitation is to one soirée only.
INVITATION_KINDS = {
    "soiree": (Role.SPECTATEUR, True),
    "reader": (Role.SPECTATEUR, False),
    "scorer": (Role.MARQUEUR, False),
}


def submitted_joiner() -> Joiner:
    """Return the player whose button was pressed, else the typed name; a `Joiner` has one of both."""
    text = request.form.get("player", "")
    if not text:
        return Joiner(request.form.get("name", ""))
    return Joiner(player_id=whole_number(text) or 0)  # 0 is the id of no player
