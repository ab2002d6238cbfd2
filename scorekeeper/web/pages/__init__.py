"""The views, one module a topic: each loads, validates, calls the record, and renders."""

from __future__ import annotations

from flask import Flask

from scorekeeper.web.pages import (
    calculator,
    cards,
    carnet,
    desk,
    first,
    home,
    manches,
    parties,
    players,
    replays,
    rules,
    seating,
    soirees,
    tables,
)

OPEN = (home, first, rules, calculator)
TOPICS = (*OPEN, carnet, players, soirees, seating, tables, parties, desk, cards, manches, replays)


def init_app(app: Flask) -> None:
    """Register every topic; all but the open ones stand under a carnet's key."""
    for topic in TOPICS:
        own = topic.bp.url_prefix or ""
        app.register_blueprint(topic.bp, url_prefix=own if topic in OPEN else f"/c/<carnet_key>{own}")
