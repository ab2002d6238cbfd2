"""A non-blocking connection: buffer each request until it is complete, and each answer until it is sent."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable

_PIECE = 64 * 1024
_FIRST_LINE = 64
LONGEST_HEAD = 64 * 1024
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_LENGTH = re.compile(rb"\ncontent-length:[ \t]*([0-9]{1,18})[ \t]*\r?\n", re.IGNORECASE)
_TRANSFER_ENCODING = re.compile(rb"\ntransfer-encoding[ \t]*:", re.IGNORECASE)
_EXPECTS = re.compile(rb"\nexpect:[ \t]*100-continue[ \t]*\r?\n", re.IGNORECASE)


class HeadTooLongError(Exception):
    """Raised for a request whose head is longer than `LONGEST_HEAD`."""


class Connection:
    """A client's socket with the interface that gunicorn's threads need, which never blocks.

    The worker's loop calls `receive` until a request is complete, and only then gives the connection to a thread. The
    thread reads this request and nothing beyond it: at its end it sees the end of the stream. What the thread writes is
    buffered and sent as far as the client accepts it; the loop sends the rest. The loop and a thread never use the
    connection at the same time.

    `longest_body` returns the limit in bytes for a head. A longer body is not stored: the thread reads the head alone,
    with its content length. Up to `longest_discarded` bytes of such a body are read and discarded first, because a
    browser that is still sending does not read the answer. `cut` is true when the client may still be sending, or when
    what follows cannot be parsed: the connection closes after this request.
    """

    def __init__(self, client: socket.socket, longest_body: Callable[[bytes], int], longest_discarded: int) -> None:
        self._socket = client
        self._socket.settimeout(0)
        self._longest_body = longest_body
        self._longest_discarded = longest_discarded
        self._arrived = bytearray()
        self._searched = 0
        self._remaining: int | None = None  # bytes of the first request, once its head is parsed
        self._discarding = 0
        self._unsent = bytearray()
        self.cut = False

    # Used by the worker's loop.

    @property
    def buffered(self) -> int:
        """Number of bytes that have arrived and are in memory."""
        return len(self._arrived)

    @property
    def complete(self) -> bool:
        """Whether every byte that a thread will read of the first request has arrived."""
        return self._remaining is not None and len(self._arrived) >= self._remaining and not self._discarding

    @property
    def begun(self) -> bool:
        """Whether a request has begun to arrive."""
        return bool(self._arrived) or self._discarding > 0

    @property
    def first_line(self) -> bytes:
        """The first line of the first request, or enough of it to choose its lane."""
        return bytes(self._arrived[:_FIRST_LINE])

    @property
    def unsent(self) -> bool:
        """Whether some of what was written is not sent yet."""
        return bool(self._unsent)

    def receive(self) -> bool:
        """Read what has arrived, and return whether a request is complete.

        Raises `HeadTooLongError`, and `OSError` when the client has closed the connection.
        """
        self._measure()
        if self.complete:
            return True
        try:
            piece = self._socket.recv(_PIECE)
        except BlockingIOError:
            return False
        if not piece:
            raise ConnectionResetError
        self._arrived += piece
        self._measure()
        return self.complete

    def finish(self) -> None:
        """Discard what the thread did not read of its request: the next one begins after it."""
        del self._arrived[: self._remaining or 0]
        self._remaining, self._searched = None, 0

    def flush(self) -> None:
        """Send what the client accepts now; if it has closed the connection, drop the rest and set `cut`."""
        try:
            while self._unsent:
                del self._unsent[: self._socket.send(self._unsent)]
        except BlockingIOError:
            pass
        except OSError:
            self._unsent.clear()
            self.cut = True

    def discard(self) -> bool:
        """Discard what has arrived; return whether more may follow. Raises `OSError` when the connection is closed."""
        try:
            return bool(self._socket.recv(_PIECE))
        except BlockingIOError:
            return True

    def _measure(self) -> None:
        """Find the end of the first request, once its head is complete; drop a body that is too long."""
        if self._remaining is None:
            end = _HEAD_END.search(self._arrived, max(0, self._searched - 3))
            self._searched = len(self._arrived)
            if end is not None:
                self._measure_body(bytes(self._arrived[: end.end()]))
            elif len(self._arrived) > LONGEST_HEAD:
                raise HeadTooLongError
        if self._remaining is not None and self._discarding:
            dropped = min(len(self._arrived) - self._remaining, self._discarding)
            del self._arrived[self._remaining : self._remaining + dropped]
            self._discarding -= dropped

    def _measure_body(self, head: bytes) -> None:
        """Read the length of the body in the head; gunicorn refuses a malformed head itself."""
        self._remaining = len(head)
        if _TRANSFER_ENCODING.search(head):  # the length is unknown before the end; no form of the app is sent this way
            self.cut = True
            return
        stated = _LENGTH.search(head)
        length = int(stated[1]) if stated else 0
        if length <= self._longest_body(head):
            self._remaining += length
        else:
            self._discarding = min(length, self._longest_discarded)
            self.cut = length > self._longest_discarded
        if not self.complete and _EXPECTS.search(head):
            self._unsent += b"HTTP/1.1 100 Continue\r\n\r\n"
            self.flush()

    # The socket methods that gunicorn's threads call.

    def recv(self, size: int) -> bytes:
        """Return up to `size` bytes of the first request, none at its end."""
        piece = bytes(self._arrived[: min(size, self._remaining or 0)])
        del self._arrived[: len(piece)]
        self._remaining = (self._remaining or 0) - len(piece)
        return piece

    def sendall(self, data: bytes) -> None:
        """Buffer the data, and send what the client accepts when the buffer is large."""
        self._unsent += data
        if len(self._unsent) >= _PIECE:
            self.flush()

    def send(self, data: bytes) -> int:
        """Buffer all of it, as `sendall` does."""
        self.sendall(data)
        return len(data)

    def fileno(self) -> int:
        """Return the file descriptor, −1 once closed."""
        return self._socket.fileno()

    def setblocking(self, _flag: object) -> None:
        """Do nothing: this connection never blocks."""

    def settimeout(self, _seconds: float | None) -> None:
        """Do nothing."""

    def gettimeout(self) -> float:
        """Return 0: nothing blocks."""
        return 0.0

    def shutdown(self, how: int) -> None:
        """Send what the client accepts now, then shut down. Raises `OSError` when the client has closed."""
        self.flush()
        self._socket.shutdown(how)

    def close(self) -> None:
        """Close the socket; unsent bytes are lost."""
        self._socket.close()
