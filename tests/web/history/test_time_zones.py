"""The day of a soirée is that of the device that begins it, whose time zone is in a cookie."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select
from web.visitor import FOUR

from scorekeeper.record.database import db
from scorekeeper.record.models import Soiree
from scorekeeper.record.read_models import evenings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from web.visitor import Visitor

# Half past six in the morning of the 29th in UTC, half past eight in the evening of the 28th in Papeete.
NOW = dt.datetime(2026, 11, 29, 6, 30, tzinfo=dt.UTC)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch, set_server_zone: Callable[[str], None]) -> None:
    """Set the clock of soirées, and the zone of the server: UTC."""
    set_server_zone("UTC")
    monkeypatch.setattr(evenings, "utc_now", lambda: NOW)


@pytest.mark.parametrize(
    ("cookie", "zone", "day"),
    [
        ("Pacific/Tahiti", "Pacific/Tahiti", "2026-11-28"),
        ("Pacific/Atlantis", None, "2026-11-29"),
        (None, None, "2026-11-29"),
    ],
)
def test_a_soiree_begins_on_the_day_of_the_device(
    visitor: Visitor, cookie: str | None, zone: str | None, day: str
) -> None:
    if cookie is not None:
        visitor.client.set_cookie("zone", cookie)
    page = visitor.get(f"{visitor.carnet}/soirees/new")
    assert page.form("/soirees/new").value("held_on") == day
    for typed in ({}, {"held_on": None}):
        assert visitor.send(page, "/soirees/new", typed).status == 303
    with visitor.app.app_context():
        assert [(one.zone, str(one.held_on)) for one in soirees(visitor)] == [(zone, day)] * 2


def test_the_first_partie_begins_on_the_day_of_the_device(stranger: Visitor) -> None:
    stranger.client.set_cookie("zone", "Pacific/Tahiti")
    answer = stranger.press("/begin/hearts", "/begin/hearts", {"seat": list(FOUR), "go": "1"})
    stranger.key = str(answer.location).split("/")[2]
    with stranger.app.app_context():
        assert [(one.zone, str(one.held_on)) for one in soirees(stranger)] == [("Pacific/Tahiti", "2026-11-28")]


def soirees(visitor: Visitor) -> Sequence[Soiree]:
    """Return the soirées of the carnet; requires an application context."""
    return db.session.scalars(select(Soiree).where(Soiree.carnet_id == visitor.row().id)).all()
