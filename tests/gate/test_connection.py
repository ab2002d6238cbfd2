"""What a thread sees of a connection: whole requests, each with its end."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from scorekeeper.gate.connection import LONGEST_HEAD, Connection, HeadTooLongError

LONGEST_BODY, LONGEST_FORGOTTEN = 100, 1000
GET = b"GET / HTTP/1.1\r\nHost: marque\r\n\r\n"


class Line:
    """Both ends of a connection."""

    def __init__(self) -> None:
        self.client, house = socket.socketpair()
        self.client.settimeout(5)
        self.house = Connection(house, lambda _head: LONGEST_BODY, LONGEST_FORGOTTEN)

    def says(self, data: bytes) -> bool:
        self.client.sendall(data)
        return self.house.receive()

    def request(self) -> bytes:
        """Read as a thread does, to the end."""
        return b"".join(iter(lambda: self.house.recv(7), b""))


@pytest.fixture
def line() -> Iterator[Line]:
    opened = Line()
    yield opened
    opened.client.close()
    opened.house.close()


def post(length: int, *more: bytes) -> bytes:
    return b"\r\n".join([b"POST / HTTP/1.1", b"content-LENGTH:  %d" % length, *more, b"", b""])


@pytest.mark.parametrize("whole", [GET, post(5) + b"a=b&c", b"\r\n" + GET, GET.replace(b"\r\n", b"\n")])
def test_a_request_is_whole_with_its_last_byte(line: Line, whole: bytes) -> None:
    for place in range(len(whole) - 1):
        assert not line.says(whole[place : place + 1])
    assert line.house.begun
    assert line.says(whole[-1:])
    assert line.request() == whole


def test_nothing_said_is_no_request_yet(line: Line) -> None:
    assert not line.house.receive()
    assert not line.house.begun


def test_requests_that_come_together_are_read_one_by_one(line: Line) -> None:
    first, last = post(3) + b"abc", GET
    assert line.says(first + last + GET[:10])
    assert line.house.recv(5) == first[:5]  # the rest is not read: the next one begins where it should
    line.house.finish()
    assert line.house.receive()
    assert line.request() == last
    line.house.finish()
    assert line.house.begun
    assert line.says(GET[10:])
    assert line.request() == GET


def test_a_body_too_long_to_be_kept_is_read_and_forgotten(line: Line) -> None:
    head = post(LONGEST_FORGOTTEN)
    assert not line.says(head + b"x" * (LONGEST_FORGOTTEN - 1))
    assert line.house.held == len(head)
    assert line.says(b"x" + GET)
    assert not line.house.cut
    assert line.request() == head
    line.house.finish()
    assert line.house.receive()
    assert line.request() == GET


def test_of_one_far_too_long_the_head_is_answered_and_nothing_after_it(line: Line) -> None:
    head = post(10**15)
    assert line.says(head + b"x" * LONGEST_FORGOTTEN)
    assert line.house.cut
    assert line.request() == head


def test_one_whose_length_is_not_said_is_answered_at_once(line: Line) -> None:
    head = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert line.says(head + b"3\r\nab")
    assert line.house.cut
    assert line.request() == head


def test_a_head_without_end_is_refused(line: Line) -> None:
    for _ in range(LONGEST_HEAD // 1024):
        line.says(b"X: " + b"y" * 1019 + b"\r\n")
    with pytest.raises(HeadTooLongError):
        line.says(b"X")


def test_who_waits_to_be_told_to_go_on_is_told(line: Line) -> None:
    assert not line.says(post(3, b"Expect: 100-continue"))
    assert line.client.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
    assert line.says(b"abc")


def test_a_client_that_has_gone_is_an_error(line: Line) -> None:
    line.says(GET[:5])
    line.client.close()
    with pytest.raises(ConnectionResetError):
        line.house.receive()


def test_an_answer_that_nobody_takes_is_kept_without_waiting(line: Line) -> None:
    answer = bytes(range(256)) * 40_000
    line.house.sendall(answer)
    assert line.house.unsent
    taken = bytearray()
    while len(taken) < len(answer):
        taken += line.client.recv(1 << 20)
        line.house.flush()
    assert not line.house.unsent
    assert taken == answer


def test_an_answer_to_nobody_is_forgotten(line: Line) -> None:
    line.client.close()
    line.house.sendall(b"too late")
    line.house.flush()
    assert not line.house.unsent
    assert line.house.cut
