"""Register the blueprints of all pages."""

from __future__ import annotations

from flask import Flask

from scorekeeper.web.core import install
from scorekeeper.web.history import (
    big_screen,
    carnet,
    player_merges,
    players,
    regrouping,
    searching,
    soirees,
    years,
)
from scorekeeper.web.history.debts import stake_form
from scorekeeper.web.rules import calculator, disputes, kept_questions, rulebook, topic_forms
from scorekeeper.web.rules.decisions import decision_list
from scorekeeper.web.sharing import home, joining, people
from scorekeeper.web.table import cards, first_partie, manches, parties, repairs, replacing, replays, seating, setup
from scorekeeper.web.transfer import export, imports
from scorekeeper.web.transfer.print import blank_pages, sheets

_PUBLIC = (home, install, imports, first_partie, joining, rulebook, calculator, blank_pages)
_PARTIE = (parties, repairs, replacing, disputes, kept_questions, topic_forms, cards, manches, replays, sheets)
_AT_TABLE = (seating, setup, *_PARTIE)
_HISTORY = (years, searching, players, player_merges, soirees, big_screen, stake_form, regrouping)
_MODULES = (*_PUBLIC, carnet, people, *_HISTORY, decision_list, export, *_AT_TABLE)


def init_app(app: Flask) -> None:
    """Register every blueprint, under the address of a carnet unless it is public."""
    for module in _MODULES:
        prefix = module.bp.url_prefix or ""
        if module not in _PUBLIC:
            prefix = f"/c/<carnet_key>{prefix}"
        app.register_blueprint(module.bp, url_prefix=prefix)
