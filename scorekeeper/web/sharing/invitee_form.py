"""The forms of joining a carnet and choosing a name, and the kinds of invitations."""

from __future__ import annotations

from flask import request

from scorekeeper.record.models import Role
from scorekeeper.record.sharing.accesses import Joiner
from scorekeeper.web.core.numbers import whole_number

# The kinds of invitations: the role, and whether it is limited to the soirée of the page.
KINDS = {"soiree": (Role.SPECTATEUR, True), "reader": (Role.SPECTATEUR, False), "scorer": (Role.MARQUEUR, False)}


def sent_joiner() -> Joiner:
    """Return the player whose button was pressed, else the name typed."""
    text = request.form.get("player", "")
    if not text:
        return Joiner(request.form.get("name", ""))
    return Joiner(player_id=whole_number(text) or 0)
