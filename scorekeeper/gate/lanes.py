"""Limit how many requests use the database at once. A lane is a kind of request with its own queue and limit.

A thread is always free for requests that need no database. A *carnet* is the notebook of a group of players, with all
their games. Each request is known here by its connection, of the type `ConnT`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from enum import Enum
from functools import cache
from time import monotonic
from typing import Generic, TypeVar
from urllib.parse import urlsplit

from scorekeeper import settings

ConnT = TypeVar("ConnT", bound=Hashable)

# Threads of a worker, and the number of threads that may use the database at once.
THREADS = 4
_DATABASE_THREADS = 3
# Paths of pages and files that need no database.
_WITHOUT_DATABASE = (b"/static/", b"/offline", b"/worker.js", b"/manifest.webmanifest")
# The import or export of a whole carnet takes seconds, during which other users must be able to record.
_WHOLE_CARNET = re.compile(rb"POST /import |GET /c/[^/ ]+/exchange/(?:carnet\.json|scores\.csv) ")


class Lane(Enum):
    """A kind of request. Its value is the longest wait in seconds, counted anew when one of its requests ends.

    FREE needs no database; CARNET imports or exports a whole carnet; of the others, WRITE may change something and READ
    does not.
    """

    FREE = 0.0
    WRITE = 2.0
    READ = 5.0
    CARNET = 30.0


# How many requests of a lane may run at once. FREE is not here: its requests start at once.
_MOST_RUNNING = {Lane.WRITE: 1, Lane.READ: _DATABASE_THREADS, Lane.CARNET: 1}


@cache
def _path_of_app() -> bytes:
    """Return the path below which a proxy serves the app, that of the public address; empty without a path.

    It is `/cards` for `https://example.org/cards`.
    """
    return urlsplit(settings.public_url()).path.encode()


def without_path_of_app(head: bytes) -> bytes:
    """Return the start of a request without the path below which a proxy serves the app.

    `POST /cards/import HTTP/1.1` becomes `POST /import HTTP/1.1`.
    """
    return head.replace(b" %s/" % _path_of_app(), b" /", 1)


def lane_of(first_line: bytes) -> Lane:
    """Return the lane of a request by the start of its first line."""
    first_line = without_path_of_app(first_line)
    if _WHOLE_CARNET.match(first_line):
        return Lane.CARNET
    method, _space, path = first_line.partition(b" ")
    if method not in {b"GET", b"HEAD"}:
        return Lane.WRITE
    if path.startswith(_WITHOUT_DATABASE):
        return Lane.FREE
    return Lane.READ


class Lanes(Generic[ConnT]):
    """The requests of one worker that use the database, and the queue of those that wait for a place in their lane.

    `start` gives a request to a thread. Its second argument is true for a request that has waited too long and must not
    use the database.
    """

    def __init__(self, start: Callable[[ConnT, bool], None]) -> None:
        self._start = start
        self._running: dict[ConnT, Lane] = {}
        # The waiting requests, oldest first, each with its lane and the time at which it was queued.
        self._queue: dict[ConnT, tuple[Lane, float]] = {}
        self._last_end = dict.fromkeys(Lane, 0.0)  # when the last request of the lane ended (monotonic clock)

    def enter(self, conn: ConnT, lane: Lane) -> None:
        """Start a request now, or once its lane has a free place."""
        if lane is Lane.FREE:
            self._start(conn, False)  # noqa: FBT003
            return
        self._queue[conn] = lane, monotonic()
        self._start_waiting()

    def leave(self, conn: ConnT) -> None:
        """Record that a request is answered, and start the next ones."""
        lane = self._running.pop(conn, None)
        if lane is not None:
            self._last_end[lane] = monotonic()
            self._start_waiting()

    def restart_waits(self) -> None:
        """Count the wait of each waiting request from now on."""
        self._last_end = dict.fromkeys(Lane, monotonic())

    def start_overdue(self) -> None:
        """Start the requests that have waited too long; they must not use the database."""
        now = monotonic()
        # A list, because a request that starts is removed from the dict.
        for conn, (lane, queued_at) in list(self._queue.items()):
            # The wait counts from when the request was queued, or from the end of the last request of its lane.
            if max(queued_at, self._last_end[lane]) + lane.value <= now:
                del self._queue[conn]
                self._start(conn, True)  # noqa: FBT003

    def _start_waiting(self) -> None:
        """Start each request that may run now; the one that has waited longest is first."""
        for conn, (lane, _queued_at) in list(self._queue.items()):
            running = list(self._running.values())
            if len(running) < _DATABASE_THREADS and running.count(lane) < _MOST_RUNNING[lane]:
                del self._queue[conn]
                self._running[conn] = lane
                self._start(conn, False)  # noqa: FBT003
