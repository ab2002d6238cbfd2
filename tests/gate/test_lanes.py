"""At most three requests of a worker use the database, one of them to write; those without it never queue."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scorekeeper.gate import lanes
from scorekeeper.gate.lanes import Lane, Lanes, lane_of
from scorekeeper.record.database import DatabaseBusyError, db, without_database, writing

if TYPE_CHECKING:
    from flask import Flask


class Clock:
    """A worker's lanes with a clock set by the test; `started` lists the requests given to a thread."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        self.started: list[tuple[str, bool]] = []
        monkeypatch.setattr(lanes, "monotonic", lambda: self.now)
        self.lanes: Lanes[str] = Lanes(lambda name, refused: self.started.append((name, refused)))

    def at(self, now: float) -> list[tuple[str, bool]]:
        """Refuse the requests that have waited too long at that time, and return those that start."""
        before, self.now = len(self.started), now
        self.lanes.start_overdue()
        return self.started[before:]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.mark.parametrize(
    ("head", "lane"),
    [
        (b"GET / HTTP/1.1", Lane.READ),
        (b"GET /c/abc/static/ HTTP/1.1", Lane.READ),
        (b"HEAD /rules HTTP/1.1", Lane.READ),
        (b"GET /offline HTTP/1.1", Lane.FREE),
        (b"GET /static/0123/style/page.css HTTP/1.1", Lane.FREE),
        (b"POST /offline HTTP/1.1", Lane.WRITE),
        (b"POST /c/abc/parties HTTP/1.1", Lane.WRITE),
        (b"POST /import HTTP/1.1", Lane.CARNET),
        (b"GET /import HTTP/1.1", Lane.READ),
        (b"GET /c/0123456789abcdef/exchange/carnet.json HTTP/1.1", Lane.CARNET),
        (b"GET /c/0123456789abcdef/exchange/scores.csv HTTP/1.1", Lane.CARNET),
        (b"GET /c/0123456789abcdef/exchange HTTP/1.1", Lane.READ),
        (b"\x16\x03\x01", Lane.WRITE),
    ],
)
def test_the_lane_is_read_in_the_first_line(head: bytes, lane: Lane) -> None:
    assert lane_of(head) is lane


def test_three_use_the_database_and_one_of_them_writes(clock: Clock) -> None:
    for name in ("w1", "w2", "r1", "r2", "r3"):
        clock.lanes.enter(name, Lane.WRITE if name[0] == "w" else Lane.READ)
    clock.lanes.enter("f", Lane.FREE)
    assert clock.started == [("w1", False), ("r1", False), ("r2", False), ("f", False)]
    clock.lanes.leave("f")
    clock.lanes.leave("r1")
    assert clock.started[4:] == [("r3", False)]
    clock.lanes.leave("w1")
    assert clock.started[5:] == [("w2", False)]


def test_others_record_and_read_during_the_import_of_a_carnet(clock: Clock) -> None:
    for name, lane in (("n1", Lane.CARNET), ("n2", Lane.CARNET), ("w1", Lane.WRITE), ("r1", Lane.READ)):
        clock.lanes.enter(name, lane)
    assert clock.started == [("n1", False), ("w1", False), ("r1", False)]
    assert clock.at(129.9) == []
    assert clock.at(130.0) == [("n2", True)]


def test_the_longest_in_a_queue_goes_first(clock: Clock) -> None:
    for name in ("w1", "r1", "r2"):
        clock.lanes.enter(name, Lane.WRITE if name[0] == "w" else Lane.READ)
    for clock.now, name in ((101.0, "r3"), (102.0, "w2")):
        clock.lanes.enter(name, Lane.WRITE if name[0] == "w" else Lane.READ)
    clock.lanes.leave("w1")
    clock.lanes.leave("r1")
    assert clock.started[3:] == [("r3", False), ("w2", False)]


def test_the_next_writer_is_refused_after_two_seconds(clock: Clock) -> None:
    clock.lanes.enter("w1", Lane.WRITE)
    clock.lanes.enter("w2", Lane.WRITE)
    clock.now = 101.0
    clock.lanes.enter("w3", Lane.WRITE)
    assert clock.at(101.9) == []
    assert clock.at(102.0) == [("w2", True)]
    assert clock.at(103.0) == [("w3", True)]
    # The worker was stopped: the wait begins anew.
    clock.lanes.enter("w4", Lane.WRITE)
    clock.now = 104.0
    clock.lanes.restart_waits()
    assert clock.at(105.9) == []
    assert clock.at(106.0) == [("w4", True)]


def test_no_writer_is_refused_while_others_finish(clock: Clock) -> None:
    """Eight writers of 1.5 seconds each: the last one waits 10.5 seconds, and writes."""
    for number in range(8):
        clock.lanes.enter(str(number), Lane.WRITE)
    for number in range(8):
        assert clock.at(clock.now + 1.5) == []
        clock.lanes.leave(str(number))
    assert clock.started == [(str(number), False) for number in range(8)]


def test_a_reader_is_refused_after_five_seconds(clock: Clock) -> None:
    for number in range(4):
        clock.lanes.enter(str(number), Lane.READ)
    assert clock.at(104.9) == []
    assert clock.at(105.0) == [("3", True)]


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_pages_that_never_queue_need_no_database(app: Flask) -> None:
    client = app.test_client()
    with app.test_request_context(), client.session_transaction() as session:
        session["carnets"] = {"abc": [1, 1]}
    with without_database():
        for address in ("/offline", "/worker.js", "/manifest.webmanifest"):
            assert client.get(address).status_code == 200
        assert client.get("/").status_code == 503  # it lists the carnets of this browser


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_refused_request_opens_no_connection(app: Flask) -> None:

    with app.app_context(), without_database(), pytest.raises(DatabaseBusyError), writing():
        db.session.flush()
