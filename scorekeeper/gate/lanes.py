"""Limit how many requests use the database at once. A lane is a kind of request with its own queue and limit.

A thread is always free for requests that need no database. A *carnet* is the notebook of a group of players, with all
their games. Each request is known here by its connection, of the type `ConnT`.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Hashable, Iterator
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
    """The requests of one worker that use the database, and a queue of waiting requests for each lane.

    `start` gives a request to a thread. Its second argument is true for a request that has waited too long and must not
    use the database.
    """

    def __init__(self, start: Callable[[ConnT, bool], None]) -> None:
        self._start = start
        self._running: dict[ConnT, Lane] = {}
        # The waiting requests of each lane, as (time at which it was queued, request), oldest first.
        self._queues: dict[Lane, deque[tuple[float, ConnT]]] = {lane: deque() for lane in _MOST_RUNNING}
        self._last_end = dict.fromkeys(Lane, 0.0)  # when the last request of the lane ended (monotonic clock)

    def enter(self, conn: ConnT, lane: Lane) -> None:
        """Start a request now, or once its lane has a free place."""
        if lane is Lane.FREE:
            self._start(conn, False)  # noqa: FBT003
            return
        self._queues[lane].append((monotonic(), conn))
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
        for lane, queue in self._queues.items():
            # The first one of a queue has waited longest; its wait counts from when it was queued, or from the end of
            # the last request of the lane.
            while queue and max(queue[0][0], self._last_end[lane]) + lane.value <= now:
                self._start(queue.popleft()[1], True)  # noqa: FBT003

    def _start_waiting(self) -> None:
        """Start each request that may run now."""
        for lane in self._lanes_to_start():
            _queued_at, conn = self._queues[lane].popleft()
            self._running[conn] = lane
            self._start(conn, False)  # noqa: FBT003

    def _lanes_to_start(self) -> Iterator[Lane]:
        """Yield the lane of each request that may start; the request that has waited longest is first."""
        # The caller starts a request after each lane that this generator yields, which changes the counts below.
        while len(self._running) < _DATABASE_THREADS:
            running = list(self._running.values())
            lanes = [
                lane for lane, queue in self._queues.items() if queue and running.count(lane) < _MOST_RUNNING[lane]
            ]
            if not lanes:
                return
            # The lane whose first request was queued first.
            yield min(lanes, key=lambda lane: self._queues[lane][0][0])
