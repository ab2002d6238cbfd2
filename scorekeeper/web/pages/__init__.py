"""The views, one module a topic: each loads, validates, calls the record, and renders."""

from __future__ import annotations

from flask import Flask

from scorekeeper.web.pages import (
    calculator,
    cards,
    carnet,
    decisions,
    desk,
    exchange,
    first,
    home,
    identity,
    imports,
    install,
    joining,
    manches,
    months,
    otherwise,
    paper,
    parties,
    people,
    players,
    regrouping,
    replays,
    rules,
    screen,
    seating,
    sheets,
    soirees,
    stakes,
    statistics,
    tables,
)

OPEN = (home, install, imports, first, joining, rules, calculator, paper)
_AT_TABLE = (seating, tables, parties, desk, otherwise, cards, manches, replays, sheets)
_PAST = (months, players, identity, statistics, soirees, screen, stakes, regrouping)
TOPICS = (*OPEN, carnet, people, *_PAST, decisions, exchange, *_AT_TABLE)


def init_app(app: Flask) -> None:
    """Register every topic; all but the open ones stand under a carnet's key."""
    for topic in TOPICS:
        own = topic.bp.url_prefix or ""
        app.register_blueprint(topic.bp, url_prefix=own if topic in OPEN else f"/c/<carnet_key>{own}")
