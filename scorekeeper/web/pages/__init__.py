"""The views, one module a topic: each loads, validates, calls the record, and renders."""

from __future__ import annotations

from flask import Flask

from scorekeeper.web.pages import (
    calculator,
    cards,
    carnet,
    decisions,
    desk,
    first,
    home,
    joining,
    manches,
    months,
    otherwise,
    parties,
    people,
    players,
    regrouping,
    replays,
    rules,
    seating,
    soirees,
    style,
    tables,
)

OPEN = (home, first, joining, rules, calculator)
_AT_TABLE = (seating, tables, parties, desk, otherwise, cards, manches, replays)
TOPICS = (*OPEN, carnet, people, months, players, soirees, regrouping, decisions, *_AT_TABLE)


def init_app(app: Flask) -> None:
    """Register every topic; all but the open ones stand under a carnet's key."""
    for topic in TOPICS:
        own = topic.bp.url_prefix or ""
        app.register_blueprint(topic.bp, url_prefix=own if topic in OPEN else f"/c/<carnet_key>{own}")
    if app.debug:
        app.register_blueprint(style.bp)
