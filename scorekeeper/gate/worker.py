"""A gunicorn worker whose threads get complete requests only.

Each thread of gunicorn's own worker waits for a client to send its request: sixteen clients that stop half-way block
sixteen threads. Here the worker's loop, which waits for all clients at once, reads the requests and sends the answers;
a thread is busy only while it makes an answer. A client that sends or reads slowly costs one open socket, and when
there are too many sockets, those that have waited longest are closed.

`TConn` is gunicorn's own object of a connection; its `sock` is a `Connection`, which buffers what arrives and what is
to be sent. From gunicorn's worker are inherited: `poller`, which calls a function once a socket is ready; `tpool`, the
threads; `keepalived_conns`, the idle connections, oldest first; `nr_conns`, the number of all connections;
`method_queue.defer`, by which a thread lets the loop call a function; `alive`, false once the worker must stop.
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
from gunicorn.http import wsgi
from gunicorn.workers.gthread import TConn, ThreadWorker

from scorekeeper.gate.connection import Connection, HeadTooLongError
from scorekeeper.gate.lanes import Lanes, lane_of, without_path_of_app
from scorekeeper.record.database import without_database
from scorekeeper.web.core.security import FORM_BYTES, UPLOAD_PATH, UPLOAD_REQUEST_BYTES

# Seconds. A slow client delays no other, so the limits suit a weak Wi-Fi signal.
_RECEIVE_TIMEOUT = 30.0
_SEND_TIMEOUT = 30.0
_LINGER_TIMEOUT = 2.0  # for what a client still sends after the answer
_STOP_TIMEOUT = 2.0  # for requests that are arriving when the worker stops
_CHECK_INTERVAL = 0.5
_LONGEST_TURN = 1.5  # of the loop, which waits one second for events at most
# Bytes of all incomplete requests: enough for two files to import; a form has a few thousand bytes.
_MOST_BUFFERED = 40 * 1024 * 1024
_MOST_DISCARDED = 32 * 1024 * 1024  # bytes of a body that is too long
_UPLOAD_LINE = f"POST {UPLOAD_PATH} ".encode()


def _longest_body(head: bytes) -> int:
    """Return the longest body allowed for a request, in bytes: only one address accepts a file."""
    if without_path_of_app(head).startswith(_UPLOAD_LINE):
        return UPLOAD_REQUEST_BYTES
    return FORM_BYTES


@dataclass
class _Wait:
    """What a connection waits for: more bytes of a request, or a client that accepts bytes of the answer."""

    # The time, by the monotonic clock, after which the connection is closed.
    deadline: float
    # Called when the socket is ready.
    callback: Callable[[TConn], None]


def _headers_without_server(response: wsgi.Response) -> list[str]:
    """Return gunicorn's own headers without `Server`, which would tell strangers which program answers."""
    return [header for header in _headers(response) if not header.startswith("Server:")]


# Gunicorn has no setting for this: its method is replaced.
_headers = wsgi.Response.default_headers
wsgi.Response.default_headers = _headers_without_server


class BufferingWorker(ThreadWorker):  # type: ignore[misc]
    """A gunicorn thread worker whose loop reads all requests and sends all answers."""

    def __init__(self, *args: Any, **options: Any) -> None:  # noqa: ANN401 - gunicorn's
        super().__init__(*args, **options)
        self._waiting: dict[TConn, _Wait] = {}  # oldest first
        self._next_check = 0.0  # the time of the next check of the deadlines
        # `_stopping`: the worker stops once its requests are answered. `_must_quit`: it does not wait for requests that
        # are still arriving.
        self._stopping = False
        self._must_quit = False
        # It calls `_start` for each request that may run.
        self._lanes: Lanes[TConn] = Lanes(self._start)

    # Overrides of gunicorn's methods, called by its loop.

    def accept(self, listener: socket) -> None:
        """Accept one client."""
        try:
            client, address = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):  # another worker was quicker, or the client has closed
            return
        self.nr_conns += 1
        connection = Connection(client, _longest_body, _MOST_DISCARDED)
        conn = TConn(self.cfg, connection, address, listener.getsockname())
        conn.data_ready = True  # a thread gets complete requests only, so it need not wait for data
        self._receive(conn)
        # Close others if there are too many, so that the next client can be accepted.
        self._free_slots()

    def on_client_socket_readable(self, conn: TConn, client: Connection) -> None:
        """Read the next request of an idle connection."""
        if conn not in self.keepalived_conns:  # closed to free a slot since the poll reported it
            return
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self._receive(conn)

    def enqueue_req(self, conn: TConn) -> None:
        """Give a complete request to a thread, once its lane has a free place."""
        self._lanes.enter(conn, lane_of(conn.sock.first_line))

    def handle_quit(self, sig: int, frame: FrameType | None) -> None:
        """Stop once the current answers are sent, without waiting for requests that are still arriving.

        Gunicorn's method raises SystemExit at once. In the callback of a weak reference, for instance while the
        application is loading, Python would print that exception and ignore it.
        """
        self._must_quit = True
        self.handle_exit(sig, frame)

    def murder_pending(self) -> None:
        """Close the connections past their deadline. The loop calls this at each turn; most calls return at once."""
        now = monotonic()
        if self._must_quit:
            # Gunicorn's method: close all idle connections.
            self.murder_keepalived(force=True)
        if not self.alive and not self._stopping:
            self._stopping = True
            for conn, wait in self._waiting.items():
                seconds = 0.0
                # A request that is arriving may still be answered.
                if conn.sock.has_begun and not self._must_quit:
                    seconds = _STOP_TIMEOUT
                wait.deadline = min(wait.deadline, now + seconds)
        elif now < self._next_check:
            return
        # If this turn of the loop comes much later, the process was stopped, as in the sleep of a computer. The
        # database was not busy, so that no request has waited too long for it.
        if now > self._next_check + _LONGEST_TURN:
            self._lanes.restart_waits()
        self._next_check = now + _CHECK_INTERVAL
        # The requests that have waited too long for the database get a page that says so.
        self._lanes.start_overdue()
        # A list, because a connection that is closed is removed from the dict.
        for conn in [conn for conn, wait in self._waiting.items() if wait.deadline <= now]:
            # A request has arrived in part: the client gets an answer that says so.
            if conn.sock.has_begun and self._waiting[conn].callback == self._receive:
                util.write_error(conn.sock, 408, "Request Timeout", "")
                conn.sock.flush()
            self._close_at_once(conn)

    def finish_request(self, conn: TConn, future: Future[Any]) -> None:
        """Send the remaining bytes of the answer, then read the next request, or close."""
        self._lanes.leave(conn)
        if conn.sock.has_unsent:
            self._wait(conn, EVENT_WRITE, partial(self._send, future=future), _SEND_TIMEOUT)
            return
        # `future` has the result of `handle`: true if the connection can have another request.
        reusable = not future.cancelled() and future.exception() is None and future.result()
        # Close if gunicorn has read bytes that it did not parse (`unreader.buf`): they are not the start of a request.
        if not reusable or conn.sock.must_close or conn.parser.unreader.buf.getvalue():
            self._close(conn)
            return
        conn.sock.discard_unread()
        # The connection is idle from now on: gunicorn calls `on_client_socket_readable` once bytes arrive.
        super().finish_request(conn, future)
        if conn.sock.has_begun:  # the next request arrived with this one
            self.on_client_socket_readable(conn, conn.sock)

    # These methods run in a thread.

    def handle(self, conn: TConn) -> object:
        """Answer a complete request."""
        try:
            return super().handle(conn)
        finally:
            # Send what the client accepts now; the loop sends the remaining bytes.
            conn.sock.flush()

    def _handle_without_database(self, conn: TConn) -> object:
        """Answer a request that may not use the database."""
        # Each use of the database in this thread raises an error, which is answered by a page: busy, try again.
        with without_database():
            return self.handle(conn)

    # These methods run in the loop.

    def _start(self, conn: TConn, overdue: bool) -> None:  # noqa: FBT001
        """Give a request to a thread; an overdue one may not use the database."""
        handle = self.handle
        if overdue:
            handle = self._handle_without_database
        future = self.tpool.submit(handle, conn)
        # Once the thread has answered, the loop calls `finish_request`.
        future.add_done_callback(lambda done: self.method_queue.defer(self.finish_request, conn, done))

    def _receive(self, conn: TConn) -> None:
        """Read the bytes that have arrived; give a complete request to a thread."""
        try:
            complete = conn.sock.receive()
        except HeadTooLongError:
            util.write_error(conn.sock, 431, "Request Header Fields Too Large", "")
            conn.sock.must_close = True
            self._close(conn)
            return
        except OSError:
            self._close_at_once(conn)
            return
        if complete:
            self._forget_wait(conn)
            self.enqueue_req(conn)
        else:
            self._wait(conn, EVENT_READ, self._receive, _RECEIVE_TIMEOUT)
            self._limit_buffered()

    def _send(self, conn: TConn, *, future: Future[Any]) -> None:
        """Send the bytes of the answer that the client accepts now."""
        conn.sock.flush()
        if not conn.sock.has_unsent:
            self._forget_wait(conn)
            self.finish_request(conn, future)

    def _close(self, conn: TConn) -> None:
        """Close once the client has stopped sending: closing earlier could lose the answer (RFC 9112, 9.6)."""
        self._forget_wait(conn)
        try:
            conn.sock.shutdown(SHUT_WR)
        except OSError:
            # The client has closed: nothing more will arrive.
            conn.sock.must_close = False
        if conn.sock.must_close:
            self._wait(conn, EVENT_READ, self._linger, _LINGER_TIMEOUT)
        else:
            self._close_at_once(conn)

    def _linger(self, conn: TConn) -> None:
        """Discard the bytes that still arrive, then close."""
        if not conn.sock.discard_arrived():
            self._close_at_once(conn)

    def _wait(self, conn: TConn, event: int, callback: Callable[[TConn], None], seconds: float) -> None:
        """Call `callback` whenever the socket is ready, until the deadline; keep the deadline of an earlier call."""
        if conn not in self._waiting:
            self._waiting[conn] = _Wait(monotonic() + seconds, callback)
            self.poller.register(conn.sock, event, partial(self._ready, conn))

    def _ready(self, conn: TConn, _socket: Connection) -> None:
        """Call the callback of a connection, unless it was closed since the poll reported it."""
        wait = self._waiting.get(conn)
        if wait is not None:
            wait.callback(conn)

    def _forget_wait(self, conn: TConn) -> None:
        """Let a connection wait for nothing, if it waits."""
        if self._waiting.pop(conn, None) is not None:
            self.poller.unregister(conn.sock)

    def _limit_buffered(self) -> None:
        """While incomplete requests need too much memory, close the one that has waited longest."""
        while sum(conn.sock.buffered_bytes for conn in self._waiting) > _MOST_BUFFERED:
            self._close_at_once(next(conn for conn in self._waiting if conn.sock.buffered_bytes))

    def _free_slots(self) -> None:
        """Close idle connections, then waiting ones, so that another client can always be accepted."""
        while self.nr_conns >= self.worker_connections and (self.keepalived_conns or self._waiting):
            # An idle connection has its answer, and its client can reconnect.
            if self.keepalived_conns:
                conn = self.keepalived_conns.popleft()
                self.poller.unregister(conn.sock)
            else:
                conn = next(iter(self._waiting))
            self._close_at_once(conn)

    def _close_at_once(self, conn: TConn) -> None:
        """Close a connection, also if it still waits for something."""
        self._forget_wait(conn)
        self.nr_conns -= 1
        conn.close()
