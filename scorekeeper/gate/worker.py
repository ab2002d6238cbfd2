"""A gunicorn worker whose threads meet whole requests only.

Gunicorn's own threads read each request from its client, for as long as the client takes: sixteen that stop half-way
hold a house of sixteen threads shut. Here the loop of the worker, which waits for all clients at once, reads the
requests and sends what is left of the answers; a thread is needed for the time an answer takes to make, and for
nothing else. A client that sends slowly, or reads slowly, costs one open socket, and the slowest make room when there
are too many. At a table that is a phone that leaves the Wi-Fi in the middle of a request: with gunicorn's own worker it
would hold a thread for hours.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from selectors import EVENT_READ, EVENT_WRITE
from socket import SHUT_WR, socket
from time import monotonic
from types import FrameType
from typing import Any

from gunicorn import util
from gunicorn.workers.gthread import TConn, ThreadWorker

from scorekeeper.gate.connection import Connection, HeadTooLongError
from scorekeeper.gate.lanes import Lanes, lane_of
from scorekeeper.record.database.limits import without_database
from scorekeeper.web.core.security import DRAINED_BYTES, FORM_BYTES, UPLOAD_BYTES, UPLOAD_PATH

# Seconds. Since nobody else waits meanwhile, a phone at the far end of a garden may have its time.
_ARRIVING = 30.0
_LEAVING = 30.0
_LINGERING = 2.0
_STOPPING = 2.0
_BETWEEN_LOOKS = 0.5
# Bytes of requests that are not whole yet, in all: a form is a few thousand, and arrives at once. A file to import has
# more, and two of them may be on their way.
_HELD = 40 * 1024 * 1024
_UPLOAD = f"POST {UPLOAD_PATH} ".encode()


def _longest_body(head: bytes) -> int:
    """How long the body of a request may be: a file comes to one address only."""
    return UPLOAD_BYTES if head.startswith(_UPLOAD) else FORM_BYTES


@dataclass
class _Wait:
    """What a connection is waiting for, and until when by the monotonic clock."""

    until: float
    then: Callable[[TConn], None]
    held: int = 0


class GateWorker(ThreadWorker):  # type: ignore[misc]
    """The worker: see the module."""

    def __init__(self, *args: Any, **options: Any) -> None:  # noqa: ANN401 - gunicorn's
        super().__init__(*args, **options)
        self._waiting: dict[TConn, _Wait] = {}  # the longest there first
        self._held = 0
        self._next_look = 0.0
        self._stopping = False
        self._hurried = False
        self._lanes: Lanes[TConn] = Lanes(self._start)

    # In place of what gunicorn's does in its loop.

    def accept(self, listener: socket) -> None:
        """Open the door to one client."""
        try:
            client, address = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):  # another worker was quicker, or the client changed its mind
            return
        self.nr_conns += 1
        connection = Connection(client, _longest_body, DRAINED_BYTES)
        conn = TConn(self.cfg, connection, address, listener.getsockname())
        conn.data_ready = True  # no thread needs to see whether it is
        self._hear(conn)
        self._make_room()

    def on_client_socket_readable(self, conn: TConn, client: Connection) -> None:
        """Read the next request of a connection that was kept."""
        if conn not in self.keepalived_conns:  # closed to make room since the system said that it was ready
            return
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self._hear(conn)

    def enqueue_req(self, conn: TConn) -> None:
        """Give a whole request to a thread, once its lane has room."""
        self._lanes.enter(conn, lane_of(conn.sock.first_line))

    def handle_quit(self, sig: int, frame: FrameType | None) -> None:
        """Stop as soon as the answers being made are given.

        Gunicorn's raises SystemExit wherever the worker stands, which is lost, and printed, where Python lets nothing
        be raised: in the callback of a weak reference, for instance while the application is still being loaded.
        """
        self._hurried = True
        self.handle_exit(sig, frame)

    def murder_pending(self) -> None:
        """Close what has waited too long. Gunicorn asks at each turn of its loop; it is looked at now and then."""
        now = monotonic()
        if self._hurried:
            self.murder_keepalived(force=True)
        if not self.alive and not self._stopping:
            self._stopping = True
            for conn, wait in self._waiting.items():
                wait.until = min(wait.until, now + (_STOPPING if conn.sock.begun and not self._hurried else 0))
        elif now < self._next_look:
            return
        self._next_look = now + _BETWEEN_LOOKS
        self._lanes.refuse()
        for conn in [conn for conn, wait in self._waiting.items() if wait.until <= now]:
            if conn.sock.begun and self._waiting[conn].then == self._hear:
                util.write_error(conn.sock, 408, "Request Timeout", "")
                conn.sock.flush()
            self._drop(conn)

    def finish_request(self, conn: TConn, done: Future[Any]) -> None:
        """See the answer off, then hear the next request, or close."""
        self._lanes.leave(conn)
        if conn.sock.unsent:
            self._wait(conn, EVENT_WRITE, partial(self._send, done=done), _LEAVING)
            return
        kept = not done.cancelled() and done.exception() is None and done.result()
        # What gunicorn has read and not used belongs to no request.
        if not kept or conn.sock.cut or conn.parser.unreader.buf.getvalue():
            self._part(conn)
            return
        conn.sock.finish()
        super().finish_request(conn, done)
        if conn.sock.begun:  # its next request came with the last one
            self.on_client_socket_readable(conn, conn.sock)

    # In a thread.

    def handle(self, conn: TConn) -> object:
        """Answer a request that is here whole."""
        try:
            return super().handle(conn)
        finally:
            conn.sock.flush()

    def _handle_refused(self, conn: TConn) -> object:
        """Answer a request that may not use the database."""
        with without_database():
            return self.handle(conn)

    # In the loop.

    def _start(self, conn: TConn, refused: bool) -> None:  # noqa: FBT001
        """Hand a request to a thread."""
        done = self.tpool.submit(self._handle_refused if refused else self.handle, conn)
        done.add_done_callback(lambda answered: self.method_queue.defer(self.finish_request, conn, answered))

    def _hear(self, conn: TConn) -> None:
        """Take in what has arrived; a request that is whole goes to a thread."""
        try:
            whole = conn.sock.receive()
        except HeadTooLongError:
            util.write_error(conn.sock, 431, "Request Header Fields Too Large", "")
            conn.sock.cut = True
            self._part(conn)
        except OSError:
            self._drop(conn)
        else:
            if whole:
                self._forget_wait(conn)
                self.enqueue_req(conn)
            else:
                self._wait(conn, EVENT_READ, self._hear, _ARRIVING)
                self._count(conn)

    def _send(self, conn: TConn, *, done: Future[Any]) -> None:
        """Send what the client takes of its answer."""
        conn.sock.flush()
        if not conn.sock.unsent:
            self._forget_wait(conn)
            self.finish_request(conn, done)

    def _part(self, conn: TConn) -> None:
        """Close; slowly when the client may be sending still, which would cost it the answer (RFC 9112, 9.6)."""
        self._forget_wait(conn)
        try:
            conn.sock.shutdown(SHUT_WR)
        except OSError:
            conn.sock.cut = False
        if conn.sock.cut:
            self._wait(conn, EVENT_READ, self._linger, _LINGERING)
        else:
            self._drop(conn)

    def _linger(self, conn: TConn) -> None:
        """Throw away what still comes."""
        try:
            more = conn.sock.forget()
        except OSError:
            more = False
        if not more:
            self._drop(conn)

    def _wait(self, conn: TConn, event: int, then: Callable[[TConn], None], seconds: float) -> None:
        """Call `then` whenever the socket is ready, unless that takes too long. Waiting on changes nothing."""
        if conn not in self._waiting:
            self._waiting[conn] = _Wait(monotonic() + seconds, then)
            self.poller.register(conn.sock, event, partial(self._ready, conn))

    def _ready(self, conn: TConn, _socket: Connection) -> None:
        """Go on with a connection, unless it was closed to make room since the system said that it was ready."""
        wait = self._waiting.get(conn)
        if wait is not None:
            wait.then(conn)

    def _forget_wait(self, conn: TConn) -> None:
        wait = self._waiting.pop(conn, None)
        if wait is not None:
            self._held -= wait.held
            self.poller.unregister(conn.sock)

    def _count(self, conn: TConn) -> None:
        """Count what is held of requests that are not whole, and hold no more than there is room for."""
        wait = self._waiting[conn]
        self._held += conn.sock.held - wait.held
        wait.held = conn.sock.held
        while self._held > _HELD:
            self._drop(next(conn for conn, wait in self._waiting.items() if wait.held))

    def _make_room(self) -> None:
        """Close the connections that matter least, so that one more can always be accepted."""
        while self.nr_conns >= self.worker_connections and self.keepalived_conns:
            conn = self.keepalived_conns.popleft()  # it has its answer, and opens another when it has a question
            self.poller.unregister(conn.sock)
            self._drop(conn)
        while self.nr_conns >= self.worker_connections and self._waiting:
            self._drop(next(iter(self._waiting)))

    def _drop(self, conn: TConn) -> None:
        self._forget_wait(conn)
        self.nr_conns -= 1
        conn.close()
