"""Who comes into a carnet, or says anew who holds this phone, as a form sends it; and what an invitation is to open."""

from __future__ import annotations

from flask import request

from scorekeeper.record.models import Role
from scorekeeper.record.sharing import Comer

_DIGITS = 9
# What the buttons of the page say: the role, and whether it is for the soirée that the page is about.
KINDS = {"soiree": (Role.SPECTATEUR, True), "reader": (Role.SPECTATEUR, False), "scorer": (Role.MARQUEUR, False)}


def comer() -> Comer:
    """The player whose button was pressed, else the name that was typed."""
    text = request.form.get("player", "")
    if not text:
        return Comer(request.form.get("name", ""))
    known = text.isascii() and text.isdigit() and len(text) <= _DIGITS
    return Comer(player_id=int(text) if known else 0)
