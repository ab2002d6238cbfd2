"""The fields of the forms that accept an invitation, choose a name, or make an invitation."""

from __future__ import annotations

from flask import request

from scorekeeper.record.models import Role
from scorekeeper.record.sharing.accesses import Comer
from scorekeeper.web.core.numbers import whole_number

# By the value of each button: the role, and whether the invitation is limited to the soirée of the page.
KINDS = {"soiree": (Role.SPECTATEUR, True), "reader": (Role.SPECTATEUR, False), "scorer": (Role.MARQUEUR, False)}


def comer() -> Comer:
    """Return the chosen player, else the typed name."""
    text = request.form.get("player", "")
    if not text:
        return Comer(request.form.get("name", ""))
    return Comer(player_id=whole_number(text) or 0)
