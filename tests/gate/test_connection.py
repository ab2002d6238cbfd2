"""A thread reads complete requests from a connection, each to its end."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from scorekeeper.gate.connection import LONGEST_HEAD, Connection, HeadTooLongError

LONGEST_BODY, LONGEST_DISCARDED = 100, 1000
GET = b"GET / HTTP/1.1\r\nHost: marque\r\n\r\n"


class Line:
    """Both ends of a connection."""

    def __init__(self) -> None:
        self.client, server = socket.socketpair()
        self.client.settimeout(5)
        self.server = Connection(server, lambda _head: LONGEST_BODY, LONGEST_DISCARDED)

    def send(self, data: bytes) -> bool:
        self.client.sendall(data)
        return self.server.receive()

    def request(self) -> bytes:
        """Read a request as a thread does, to its end."""
        return b"".join(iter(lambda: self.server.recv(7), b""))


@pytest.fixture
def line() -> Iterator[Line]:
    opened = Line()
    yield opened
    opened.client.close()
    opened.server.close()


def post(length: int, *more: bytes) -> bytes:
    return b"\r\n".join([b"POST / HTTP/1.1", b"content-LENGTH:  %d" % length, *more, b"", b""])


@pytest.mark.parametrize("request_bytes", [GET, post(5) + b"a=b&c", b"\r\n" + GET, GET.replace(b"\r\n", b"\n")])
def test_a_request_is_complete_with_its_last_byte(line: Line, request_bytes: bytes) -> None:
    for index in range(len(request_bytes) - 1):
        assert not line.send(request_bytes[index : index + 1])
    assert line.server.has_begun
    assert line.send(request_bytes[-1:])
    assert line.request() == request_bytes


def test_no_request_has_begun_before_the_first_byte(line: Line) -> None:
    assert not line.server.receive()
    assert not line.server.has_begun


def test_requests_that_arrive_together_are_read_one_by_one(line: Line) -> None:
    first, last = post(3) + b"abc", GET
    assert line.send(first + last + GET[:10])
    assert line.server.recv(5) == first[:5]  # the rest is discarded: the next request begins after it
    line.server.discard_unread()
    assert line.server.receive()
    assert line.request() == last
    line.server.discard_unread()
    assert line.server.has_begun
    assert line.send(GET[10:])
    assert line.request() == GET


def test_a_body_above_the_limit_is_read_and_discarded(line: Line) -> None:
    head = post(LONGEST_DISCARDED)
    assert not line.send(head + b"x" * (LONGEST_DISCARDED - 1))
    assert line.server.buffered_bytes == len(head)
    assert line.send(b"x" + GET)
    assert not line.server.must_close
    assert line.request() == head
    line.server.discard_unread()
    assert line.server.receive()
    assert line.request() == GET


def test_a_body_far_above_the_limit_ends_the_connection(line: Line) -> None:
    head = post(10**15)
    assert line.send(head + b"x" * LONGEST_DISCARDED)
    assert line.server.must_close
    assert line.request() == head


def test_a_request_of_unknown_length_is_answered_at_once(line: Line) -> None:
    head = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert line.send(head + b"3\r\nab")
    assert line.server.must_close
    assert line.request() == head


def test_a_head_above_the_limit_is_refused(line: Line) -> None:
    for _ in range(LONGEST_HEAD // 1024):
        line.send(b"X: " + b"y" * 1019 + b"\r\n")
    with pytest.raises(HeadTooLongError):
        line.send(b"X")


def test_a_client_that_expects_100_continue_gets_it(line: Line) -> None:
    assert not line.send(post(3, b"Expect: 100-continue"))
    assert line.client.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
    assert line.send(b"abc")


def test_a_closed_client_is_an_error(line: Line) -> None:
    line.send(GET[:5])
    line.client.close()
    with pytest.raises(ConnectionResetError):
        line.server.receive()


def test_an_answer_that_is_not_read_is_buffered_without_blocking(line: Line) -> None:
    answer = bytes(range(256)) * 40_000
    line.server.sendall(answer)
    assert line.server.has_unsent
    received = bytearray()
    while len(received) < len(answer):
        received += line.client.recv(1 << 20)
        line.server.flush()
    assert not line.server.has_unsent
    assert received == answer


def test_an_answer_to_a_closed_client_is_dropped(line: Line) -> None:
    line.client.close()
    line.server.sendall(b"too late")
    line.server.flush()
    assert not line.server.has_unsent
    assert line.server.must_close
