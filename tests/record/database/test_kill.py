"""Acknowledged writes survive `kill -9` of the real server and its workers."""

from __future__ import annotations

import datetime as dt
import http.cookiejar
import urllib.error
import urllib.parse
import urllib.request
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import func, select, update
from web.visitor import FOUR, Page, hearts

from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Carnet, ImportedFile, utc_now
from scorekeeper.record.transfer.format import MAX_UPLOAD_BYTES
from scorekeeper.record.transfer.importing import finish_import, import_carnet
from scorekeeper.record.transfer.reading import read_carnet

if TYPE_CHECKING:
    from support.commands import Server

pytestmark = pytest.mark.sweep("starts real processes, and waits for them")


EMPTY = """{"format": "la-marque/carnet", "version": 1, "carnet": {"name": "", "created_at": "2026-11-24T12:00:00Z"},
"players": [], "presets": [], "soirees": [], "parties": [], "regroupings": [], "merges": [], "decisions": []}"""


class Client:
    """An HTTP client that follows redirects."""

    def __init__(self, url: str) -> None:
        self.url = url
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._opener = urllib.request.build_opener(jar)
        self.at = ""

    def get(self, path: str, typed: dict[str, Any] | None = None) -> Page:
        data = None if typed is None else urllib.parse.urlencode(typed, doseq=True).encode()
        try:
            with self._opener.open(f"{self.url}{path}", data, timeout=30) as answer:
                self.at = urllib.parse.urlsplit(answer.url).path
                return Page(answer.status, answer.read().decode())
        except urllib.error.HTTPError as error:
            with error:
                return Page(error.code, error.read().decode())

    def send(self, page: Page, ending: str, typed: dict[str, Any] | None = None) -> Page:
        form = page.form(ending)
        return self.get(form.action, form.sent(typed or {}))


def test_acknowledged_writes_survive_kill_9(own_server: Server) -> None:
    client = Client(own_server.url)
    client.send(client.get("/carnets"), "/carnets", {"name": "Les jeudis"})
    carnet = client.at.removesuffix("/code")
    client.send(client.get(f"{carnet}/soirees/new"), "/new", {"place": "chez Zoé"})
    table = client.at
    for name in FOUR:
        page = client.send(client.get(f"{carnet}/players"), "/players", {"name": name})
    assert all(name in page.text for name in FOUR)
    seats = "&".join(f"seat={number}" for number in range(1, 5))
    page = client.send(client.get(f"{table.removesuffix('table')}rules?{seats}"), "/rules", {"dealer": "0"})
    partie = client.at
    for number in (1, 2):
        page = client.send(page, "/manches/new", {**hearts(5, 4, 3, 1, queen=2), "note": f"manche {number}"})
        own_server.restart()
        page = client.get(partie)
        assert f"{number} manche" in page.text
        totals = [5 * number, 4 * number, 16 * number, number]
        (shown,) = [given["aria-label"] for tag, given in page.tags if tag == "summary" and "aria-label" in given][-1:]
        won = zip(FOUR, (5, 4, 16, 1), totals, strict=True)
        expected = ", ".join(f"{name} {points}, total {total}" for name, points, total in won)
        assert shown == f"Manche {number}, {expected}, note"
        assert f"manche {number}" in page.text
    old = page
    client.send(old, "/undo")
    own_server.restart()
    assert "Manche 2 · " in client.get(partie).text
    assert client.send(old, "/undo").status == 200
    assert "Manche 2 · " in client.get(partie).text


def test_an_import_interrupted_an_hour_ago_is_removed_at_the_next_start(own_server: Server) -> None:
    file = read_carnet(EMPTY.encode(), MAX_UPLOAD_BYTES)
    with own_server.application.app_context():
        whole, _killed = import_carnet(file).carnet, import_carnet(file)
        with writing() as session:
            finish_import(session, whole, file.digest)
            session.execute(update(ImportedFile).values(at=utc_now() - dt.timedelta(minutes=61)))
        assert db.session.scalar(select(func.count(Carnet.id))) == 2
    own_server.restart()
    with own_server.application.app_context():
        assert db.session.scalars(select(Carnet.key)).all() == [whole.key]
