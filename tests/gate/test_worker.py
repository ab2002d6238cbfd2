"""No client blocks the server: neither one that stops half-way, nor a slow one, nor one that does not read."""

from __future__ import annotations

import http.client
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager

import pytest
from support.commands import Server

pytestmark = pytest.mark.sweep("starts a real server for hundreds of clients")

SLOW = 256
SOON = 5  # seconds, for a busy machine; a blocked request takes thirty and more
HEAD = b"GET / HTTP/1.1\r\nHost: marque\r\n"
BODY = b"POST /carnets HTTP/1.1\r\nHost: marque\r\nContent-Length: 100000\r\n\r\n"


def connect(server: Server, data: bytes = b"") -> socket.socket:
    client = socket.create_connection(("127.0.0.1", server.port), timeout=SOON)
    client.sendall(data)
    return client


def status_of(server: Server, path: str = "/") -> int:
    """Return the status of a request on a new connection."""
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=SOON)) as connection:
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        return answer.status


def read_to_end(client: socket.socket) -> bytes:
    """Read from a connection until the server closes it."""
    return b"".join(iter(lambda: client.recv(1 << 16), b""))


@contextmanager
def trickling(clients: list[socket.socket]) -> Iterator[None]:
    """Have each client send one more byte every tenth of a second."""
    stopped = threading.Event()

    def trickle() -> None:
        while not stopped.wait(0.1):
            for client in clients:
                client.sendall(b"x")

    thread = threading.Thread(target=trickle)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join()


def still_open(client: socket.socket) -> bool:
    client.settimeout(0)
    try:
        return client.recv(1) != b""
    except BlockingIOError:
        return True


@pytest.mark.parametrize("data", [b"", HEAD, HEAD + b"X-Long: ", BODY], ids=["nothing", "lines", "a line", "a body"])
def test_slow_clients_block_no_other(server: Server, data: bytes) -> None:
    with ExitStack() as opened:
        slow = [opened.enter_context(connect(server, data)) for _ in range(SLOW)]
        with trickling(slow if data not in {b"", HEAD} else []):
            assert [status_of(server) for _ in range(20)] == [200] * 20
        assert all(still_open(client) for client in slow)


def test_clients_that_do_not_read_block_no_other(server: Server) -> None:
    """Each requests far more than the socket buffers, and reads none of it."""
    script = re.search(r"/static/[0-9a-f]+/[^\"]*marque[^\"]*js", server.get("/")[1])
    assert script is not None
    with ExitStack() as opened:
        for _ in range(64):
            client = opened.enter_context(socket.socket())
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
            client.connect(("127.0.0.1", server.port))
            client.sendall((b"GET %b HTTP/1.1\r\nHost: marque\r\n\r\n" % script[0].encode()) * 200)
        assert [status_of(server) for _ in range(20)] == [200] * 20


def test_the_oldest_clients_are_closed_when_there_are_too_many(own_server: Server) -> None:
    with ExitStack() as opened:
        for _ in range(1500):
            opened.enter_context(connect(own_server, HEAD))
        assert [status_of(own_server) for _ in range(20)] == [200] * 20


def test_a_request_that_arrives_slowly_is_answered(server: Server) -> None:
    with connect(server) as slow:
        for index in range(len(HEAD)):
            slow.sendall(HEAD[index : index + 1])
        slow.sendall(b"Connection: close\r\n\r\n")
        assert read_to_end(slow).startswith(b"HTTP/1.1 200 ")


def test_pipelined_requests_are_answered_in_order(server: Server) -> None:
    requests = [b"HEAD %b HTTP/1.1\r\nHost: marque\r\n\r\n" % path for path in (b"/", b"/nowhere", b"/carnets")]
    with connect(server, b"".join(requests)) as client:
        client.shutdown(socket.SHUT_WR)
        lines = read_to_end(client).split(b"\r\n")
    assert [line.split()[1] for line in lines if line.startswith(b"HTTP/")] == [b"200", b"404", b"200"]


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"POST / HTTP/1.1\r\nHost: marque\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", 411),
        (b"POST / HTTP/1.1\r\nHost: marque\r\nContent-Length: 99999999999\r\n\r\n" + b"x" * 33_600_000, 413),
        (b"POST / HTTP/1.1\r\nHost: marque\r\nContent-Length: 300000\r\n\r\n" + b"x" * 300_000, 413),
        (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 20_000, 431),
        (b"GET / HTTP/1.1\n\n", 400),
        (b"GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nabc", 400),
        (b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
        (b"\r\n\r\n", 400),
    ],
    ids=["chunked", "endless", "long", "head", "bare", "twice", "negative", "empty"],
)
def test_a_refused_request_gets_its_status(server: Server, data: bytes, status: int) -> None:
    with connect(server) as client:
        client.sendall(data)
        client.shutdown(socket.SHUT_WR)
        assert read_to_end(client).startswith(b"HTTP/1.1 %d " % status)
    assert "Traceback" not in server.printed()


HEADS = [
    "GET / HTTP/1.1\r\nHost: ..",
    "GET / HTTP/1.1\r\nHost: a\r\nHost: b",
    "GET / HTTP/1.1\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Protocol: http",
    "GET / HTTP/1.1\r\nX-Forwarded-Proto: gopher, https",
    "GET / HTTP/1.1\r\nSCRIPT_NAME: /elsewhere",
    "GET / HTTP/1.1\r\nPATH_INFO: elsewhere",
    "GET / HTTP/1.1\r\nX_Forwarded_For: [",
    "GET / HTTP/1.1\r\nExpect: a miracle",
    "GET / HTTP/1.1\r\nContent-Length: 1, 1",
    "GET / HTTP/1.1\r\nContent-Length: \u0663",
    "GET / HTTP/1.1\r\nContent-Length : 1",
    "GET / HTTP/1.1\r\n folded: yes",
    "GET / HTTP/1.1\r\nno colon",
    "GET / HTTP/1.1\r\nX: a\0b",
    "GET / HTTP/1.1\r\nX: \xff\r\nX: \xfe",
    "GET / HTTP/1.1\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: ",
    "GET / HTTP/1.1\r\nCookie: " + "a=b; " * 1500,
    "GET http://[ HTTP/1.1",
    "GET http://[::1/ HTTP/1.1",
    "GET //[ HTTP/1.1",
    "GET * HTTP/1.1",
    "GET /?" + "x" * 5000 + " HTTP/1.1",
    "GET /%ff%00?%ff HTTP/1.1",
    "GET /\xff HTTP/1.1",
    "GET / HTTP/9.9",
    "GET / HTTP/1.0",
    "GET /",
    "OPTIONS * HTTP/1.1",
    "CONNECT marque:80 HTTP/1.1",
    "TRACE / HTTP/1.1",
    "PUT / HTTP/1.1\r\nContent-Length: 0",
    "get / HTTP/1.1",
    "PRI * HTTP/2.0",
    "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
]


def test_no_malformed_head_crashes_the_server(server: Server) -> None:
    for head in HEADS:
        with connect(server, head.encode() + b"\r\n\r\n") as client:
            client.shutdown(socket.SHUT_WR)
            assert re.match(rb"HTTP/1.[01] [234]", read_to_end(client)), head
    assert "Traceback" not in server.printed()


def test_stopping_does_not_wait_for_silent_clients(own_server: Server) -> None:
    with ExitStack() as opened:
        for data in (b"", HEAD, BODY) * 8:
            opened.enter_context(connect(own_server, data))
        assert status_of(own_server) == 200
        assert own_server.stop() == 0
