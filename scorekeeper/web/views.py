"""The list of blueprints: each module of a topic loads, validates, calls the record, and renders."""

from __future__ import annotations

from flask import Flask

from scorekeeper.web.core import install
from scorekeeper.web.history import big_screen, carnet, months, player_merges, players, regrouping, soirees
from scorekeeper.web.history.debts import stake_form
from scorekeeper.web.history.statistics import statistics_page
from scorekeeper.web.rules import calculator, disputes, play_otherwise, rulebook
from scorekeeper.web.rules.decisions import decision_list
from scorekeeper.web.sharing import home, joining, people
from scorekeeper.web.table import cards, first_partie, manches, parties, replays, seating, setup
from scorekeeper.web.transfer import export, imports
from scorekeeper.web.transfer.print import blank_pages, sheets

OPEN = (home, install, imports, first_partie, joining, rulebook, calculator, blank_pages)
_AT_TABLE = (seating, setup, parties, disputes, play_otherwise, cards, manches, replays, sheets)
_PAST = (months, players, player_merges, statistics_page, soirees, big_screen, stake_form, regrouping)
TOPICS = (*OPEN, carnet, people, *_PAST, decision_list, export, *_AT_TABLE)


def init_app(app: Flask) -> None:
    """Register every blueprint, all but the open ones under the address of a carnet."""
    for topic in TOPICS:
        own = topic.bp.url_prefix or ""
        app.register_blueprint(topic.bp, url_prefix=own if topic in OPEN else f"/c/<carnet_key>{own}")
