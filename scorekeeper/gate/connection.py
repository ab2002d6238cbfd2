"""A non-blocking connection: buffer each request until it is complete, and each answer until it is sent.

A worker is a process of the server. Its *loop* waits for all its clients at once, and gives complete requests to its
threads. The *lane* of a request says how many of its kind may run at once (`lanes.py`).
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable

_CHUNK_BYTES = 64 * 1024  # bytes read at once, and bytes of an answer buffered before it is sent
_FIRST_LINE_BYTES = 64  # enough to choose the lane of a request
LONGEST_HEAD = 64 * 1024  # bytes of the request line and the headers
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_CONTENT_LENGTH = re.compile(rb"\ncontent-length:[ \t]*([0-9]{1,18})[ \t]*\r?\n", re.IGNORECASE)
_TRANSFER_ENCODING = re.compile(rb"\ntransfer-encoding[ \t]*:", re.IGNORECASE)
_EXPECT_CONTINUE = re.compile(rb"\nexpect:[ \t]*100-continue[ \t]*\r?\n", re.IGNORECASE)


class HeadTooLongError(Exception):
    """Raised for a request whose head is longer than `LONGEST_HEAD`."""


class Connection:
    """A client's socket that never blocks, with the interface that gunicorn's threads need.

    The worker's loop calls `receive` until a request is complete, and only then gives the connection to a thread. The
    thread reads this request and nothing beyond it: at the end of the request, `recv` returns no bytes. The answer that
    the thread writes is buffered and sent as far as the client accepts it; the loop sends the remaining bytes. The loop
    and a thread never use the connection at the same time.

    The *head* of a request is its first line and its headers. A body that is too long is not stored: the thread reads
    only the head, with its content length.
    """

    def __init__(self, client: socket.socket, longest_body: Callable[[bytes], int], longest_discarded: int) -> None:
        self._socket = client
        # Without a timeout, `recv` and `send` return at once or raise BlockingIOError.
        self._socket.settimeout(0)
        # A function that returns the longest body allowed, in bytes, for a request with this head.
        self._longest_body = longest_body
        # The bytes of a longer body that are discarded before the thread answers, because a browser that is still
        # sending does not read the answer.
        self._longest_discarded = longest_discarded
        # The bytes that have arrived: of the first request, and perhaps of the next ones.
        self._input = bytearray()
        self._searched_bytes = 0  # bytes of the input that were searched for the end of the head
        # Bytes of the first request that the thread has not read; None until the head is complete.
        self._unread_bytes: int | None = None
        self._bytes_to_discard = 0  # of a body that is too long
        # The bytes of the answer that are not sent.
        self._output = bytearray()
        # Whether to close the connection after this request: the client may still be sending, or the bytes that follow
        # the head cannot be parsed.
        self.must_close = False

    # Used by the worker's loop.

    @property
    def buffered_bytes(self) -> int:
        """Number of bytes that have arrived and are in memory."""
        return len(self._input)

    @property
    def is_complete(self) -> bool:
        """Whether every byte of the first request that a thread will read has arrived."""
        return self._unread_bytes is not None and len(self._input) >= self._unread_bytes and not self._bytes_to_discard

    @property
    def has_begun(self) -> bool:
        """Whether a request has begun to arrive."""
        return bool(self._input) or self._bytes_to_discard > 0

    @property
    def first_line(self) -> bytes:
        """The start of the first request, enough to choose its lane."""
        return bytes(self._input[:_FIRST_LINE_BYTES])

    @property
    def has_unsent(self) -> bool:
        """Whether some bytes of the answer are not sent yet."""
        return bool(self._output)

    def receive(self) -> bool:
        """Read the bytes that have arrived, and return whether a request is complete.

        Raises `HeadTooLongError`, and `OSError` when the client has closed the connection.
        """
        # The request may already be in the input: it may have arrived together with the one before it.
        self._find_length()
        if self.is_complete:
            return True
        try:
            chunk = self._socket.recv(_CHUNK_BYTES)
        except BlockingIOError:
            return False
        # No bytes: the client has closed the connection.
        if not chunk:
            raise ConnectionResetError
        self._input += chunk
        self._find_length()
        return self.is_complete

    def discard_unread(self) -> None:
        """Discard the bytes of the first request that the thread did not read; the next request becomes the first."""
        del self._input[: self._unread_bytes or 0]
        self._unread_bytes, self._searched_bytes = None, 0

    def flush(self) -> None:
        """Send the bytes that the client accepts now; if the client has closed, drop all and set `must_close`."""
        try:
            while self._output:
                del self._output[: self._socket.send(self._output)]
        except BlockingIOError:
            pass
        except OSError:
            self._output.clear()
            self.must_close = True

    def discard_arrived(self) -> bool:
        """Discard the bytes that have arrived; return whether more may follow."""
        try:
            return bool(self._socket.recv(_CHUNK_BYTES))
        except BlockingIOError:
            return True
        except OSError:
            return False

    def _find_length(self) -> None:
        """Find the length of the first request, once its head is complete; discard a body that is too long."""
        if self._unread_bytes is None:
            # The end of a head has at most four bytes (CR LF CR LF), of which three may have been searched already.
            end = _HEAD_END.search(self._input, max(0, self._searched_bytes - 3))
            self._searched_bytes = len(self._input)
            if end is not None:
                self._parse_body_length(bytes(self._input[: end.end()]))
            elif len(self._input) > LONGEST_HEAD:
                raise HeadTooLongError
        if self._unread_bytes is not None and self._bytes_to_discard:
            discarded = min(len(self._input) - self._unread_bytes, self._bytes_to_discard)
            del self._input[self._unread_bytes : self._unread_bytes + discarded]
            self._bytes_to_discard -= discarded

    def _parse_body_length(self, head: bytes) -> None:
        """Read the length of the body in the head; gunicorn refuses malformed heads."""
        self._unread_bytes = len(head)
        if _TRANSFER_ENCODING.search(head):  # the length is unknown before the end; no form of the app is sent this way
            self.must_close = True
            return
        length_header = _CONTENT_LENGTH.search(head)
        length = 0
        if length_header:
            length = int(length_header[1])
        if length <= self._longest_body(head):
            self._unread_bytes += length
        else:
            self._bytes_to_discard = min(length, self._longest_discarded)
            self.must_close = length > self._longest_discarded
        # A client with this header sends the body only after this answer.
        if not self.is_complete and _EXPECT_CONTINUE.search(head):
            self._output += b"HTTP/1.1 100 Continue\r\n\r\n"
            self.flush()

    # The socket methods that gunicorn's threads call.

    def recv(self, size: int) -> bytes:
        """Return up to `size` bytes of the first request, none at its end."""
        # `_unread_bytes` is None without a complete head: there is then nothing to read.
        chunk = bytes(self._input[: min(size, self._unread_bytes or 0)])
        del self._input[: len(chunk)]
        self._unread_bytes = (self._unread_bytes or 0) - len(chunk)
        return chunk

    def sendall(self, data: bytes) -> None:
        """Buffer the data; once the buffer is large, send the bytes that the client accepts."""
        self._output += data
        if len(self._output) >= _CHUNK_BYTES:
            self.flush()

    def send(self, data: bytes) -> int:
        """Buffer all the data, as `sendall` does, and return its length."""
        self.sendall(data)
        return len(data)

    def fileno(self) -> int:
        """Return the file descriptor, −1 once closed."""
        return self._socket.fileno()

    def setblocking(self, _flag: object) -> None:
        """Do nothing: this connection never blocks."""

    def gettimeout(self) -> float:
        """Return 0: nothing blocks."""
        return 0.0

    def shutdown(self, how: int) -> None:
        """Send the bytes that the client accepts now, then shut down. Raises `OSError` when the client has closed."""
        self.flush()
        self._socket.shutdown(how)

    def close(self) -> None:
        """Close the socket; unsent bytes are lost."""
        self._socket.close()
