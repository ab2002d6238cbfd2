"""Who comes into a carnet, or says anew who holds this phone, as a form sends it; and what an invitation is to open."""

from __future__ import annotations

from flask import request

from scorekeeper.record.models import Role
from scorekeeper.record.sharing import Comer
from scorekeeper.web.numbers import whole_number

# What the buttons of the page say: the role, and whether it is for the soirée that the page is about.
KINDS = {"soiree": (Role.SPECTATEUR, True), "reader": (Role.SPECTATEUR, False), "scorer": (Role.MARQUEUR, False)}


def comer() -> Comer:
    """The player whose button was pressed, else the name that was typed."""
    text = request.form.get("player", "")
    if not text:
        return Comer(request.form.get("name", ""))
    return Comer(player_id=whole_number(text) or 0)
