"""A connection whose requests are read once they have arrived whole, and whose answers leave by themselves."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable

_PIECE = 64 * 1024
_FIRST_LINE = 64
LONGEST_HEAD = 64 * 1024
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_LENGTH = re.compile(rb"\ncontent-length:[ \t]*([0-9]{1,18})[ \t]*\r?\n", re.IGNORECASE)
_CODED = re.compile(rb"\ntransfer-encoding[ \t]*:", re.IGNORECASE)
_EXPECTS = re.compile(rb"\nexpect:[ \t]*100-continue[ \t]*\r?\n", re.IGNORECASE)


class HeadTooLongError(Exception):
    """The head of a request does not end where the longest would."""


class Connection:
    """A client's socket as gunicorn's threads know one, but that never waits.

    The worker's loop calls `receive` until a request is whole, and only then gives the connection to a thread, which
    reads that request and not a byte beyond it: where it ends, the thread sees the end of the stream. What the thread
    writes is kept, and sent as far as the client takes it; the loop sends the rest. The loop and a thread never hold
    the connection at the same time.

    A body longer than `longest_body` says for its head, in bytes, is not kept: the thread reads the head alone, which
    says how long it was.
    Of such a body up to `longest_forgotten` bytes are read and forgotten first, since a browser that is still sending
    does not see the answer. `cut` says that the client may be sending still, or that nothing it sends can be
    understood any more: this request is the last.
    """

    def __init__(self, client: socket.socket, longest_body: Callable[[bytes], int], longest_forgotten: int) -> None:
        self._socket = client
        self._socket.settimeout(0)
        self._longest_body = longest_body
        self._longest_forgotten = longest_forgotten
        self._arrived = bytearray()
        self._searched = 0
        self._left: int | None = None  # of the request at the front, once its head has been measured
        self._forgetting = 0
        self._unsent = bytearray()
        self.cut = False

    # What the worker's loop asks.

    @property
    def held(self) -> int:
        """How many bytes have arrived and are kept."""
        return len(self._arrived)

    @property
    def whole(self) -> bool:
        """Whether a request is here to the last byte that a thread will read of it."""
        return self._left is not None and len(self._arrived) >= self._left and not self._forgetting

    @property
    def begun(self) -> bool:
        """Whether a request has begun to arrive."""
        return bool(self._arrived) or self._forgetting > 0

    @property
    def first_line(self) -> bytes:
        """The first line of the request at the front, or as much of it as tells what it is for."""
        return bytes(self._arrived[:_FIRST_LINE])

    @property
    def unsent(self) -> bool:
        """Whether the client has not yet taken all that was written."""
        return bool(self._unsent)

    def receive(self) -> bool:
        """Take in what has arrived, and say whether a request is whole.

        Raises `HeadTooLongError`, and `OSError` when the client has gone.
        """
        self._measure()
        if self.whole:
            return True
        try:
            piece = self._socket.recv(_PIECE)
        except BlockingIOError:
            return False
        if not piece:
            raise ConnectionResetError
        self._arrived += piece
        self._measure()
        return self.whole

    def finish(self) -> None:
        """Forget what the thread left of its request: the next one begins behind it."""
        del self._arrived[: self._left or 0]
        self._left, self._searched = None, 0

    def flush(self) -> None:
        """Send what the client takes now. One that has gone takes all, and is cut."""
        try:
            while self._unsent:
                del self._unsent[: self._socket.send(self._unsent)]
        except BlockingIOError:
            pass
        except OSError:
            self._unsent.clear()
            self.cut = True

    def forget(self) -> bool:
        """Throw away what has arrived; whether there may be more. Raises `OSError` when the client has gone."""
        try:
            return bool(self._socket.recv(_PIECE))
        except BlockingIOError:
            return True

    def _measure(self) -> None:
        """Find where the request at the front ends."""
        if self._left is None:
            end = _HEAD_END.search(self._arrived, max(0, self._searched - 3))
            self._searched = len(self._arrived)
            if end is not None:
                self._measure_body(bytes(self._arrived[: end.end()]))
            elif len(self._arrived) > LONGEST_HEAD:
                raise HeadTooLongError
        if self._left is not None and self._forgetting:
            gone = min(len(self._arrived) - self._left, self._forgetting)
            del self._arrived[self._left : self._left + gone]
            self._forgetting -= gone

    def _measure_body(self, head: bytes) -> None:
        """Read in a head how much follows it. One that is not well formed is gunicorn's to refuse."""
        self._left = len(head)
        if _CODED.search(head):  # its length is not known before its end; no form of ours is sent so
            self.cut = True
            return
        stated = _LENGTH.search(head)
        length = int(stated[1]) if stated else 0
        if length <= self._longest_body(head):
            self._left += length
        else:
            self._forgetting = min(length, self._longest_forgotten)
            self.cut = length > self._longest_forgotten
        if not self.whole and _EXPECTS.search(head):
            self._unsent += b"HTTP/1.1 100 Continue\r\n\r\n"
            self.flush()

    # What gunicorn's threads ask, of what they take for a socket.

    def recv(self, size: int) -> bytes:
        """Give up to `size` bytes of the request at the front; none at its end."""
        piece = bytes(self._arrived[: min(size, self._left or 0)])
        del self._arrived[: len(piece)]
        self._left = (self._left or 0) - len(piece)
        return piece

    def sendall(self, data: bytes) -> None:
        """Keep what is to be sent, and send some of it when there is much."""
        self._unsent += data
        if len(self._unsent) >= _PIECE:
            self.flush()

    def send(self, data: bytes) -> int:
        """Keep all of it, as `sendall` does."""
        self.sendall(data)
        return len(data)

    def fileno(self) -> int:
        """Give the number the system knows it by; −1 once closed."""
        return self._socket.fileno()

    def setblocking(self, _flag: object) -> None:
        """Stay as it is: nothing here ever waits."""

    def settimeout(self, _seconds: float | None) -> None:
        """Stay as it is."""

    def gettimeout(self) -> float:
        """Give the time anything here waits: none."""
        return 0.0

    def shutdown(self, how: int) -> None:
        """Send what the client takes now, and say that there will be no more. Raises `OSError` when it has gone."""
        self.flush()
        self._socket.shutdown(how)

    def close(self) -> None:
        """Close it; what is unsent is lost."""
        self._socket.close()
