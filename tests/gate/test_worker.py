"""Nobody holds the house up: not by stopping half-way, nor by taking their time, nor by not listening."""

from __future__ import annotations

import http.client
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager

import pytest
from support.commands import Server

pytestmark = pytest.mark.sweep("opens a real house to hundreds of clients")

SLOW = 256
SOON = 5  # seconds, for a busy machine; whoever were waited for takes thirty and more
HEAD = b"GET / HTTP/1.1\r\nHost: marque\r\n"
BODY = b"POST /carnets HTTP/1.1\r\nHost: marque\r\nContent-Length: 100000\r\n\r\n"


def dial(server: Server, said: bytes = b"") -> socket.socket:
    client = socket.create_connection(("127.0.0.1", server.port), timeout=SOON)
    client.sendall(said)
    return client


def answered(server: Server, path: str = "/") -> int:
    """Ask as a phone does that has not asked before."""
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=SOON)) as phone:
        phone.request("GET", path)
        answer = phone.getresponse()
        answer.read()
        return answer.status


def ending(client: socket.socket) -> bytes:
    """Hear a client's line out, until the house closes it."""
    return b"".join(iter(lambda: client.recv(1 << 16), b""))


@contextmanager
def trickling(clients: list[socket.socket]) -> Iterator[None]:
    """Let each client say one byte more, over and over."""
    over = threading.Event()

    def trickle() -> None:
        while not over.wait(0.1):
            for client in clients:
                client.sendall(b"x")

    thread = threading.Thread(target=trickle)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def still_open(client: socket.socket) -> bool:
    client.settimeout(0)
    try:
        return client.recv(1) != b""
    except BlockingIOError:
        return True


@pytest.mark.parametrize("said", [b"", HEAD, HEAD + b"X-Long: ", BODY], ids=["nothing", "lines", "a line", "a body"])
def test_slow_clients_hold_nobody_up(server: Server, said: bytes) -> None:
    with ExitStack() as opened:
        slow = [opened.enter_context(dial(server, said)) for _ in range(SLOW)]
        with trickling(slow if said not in {b"", HEAD} else []):
            assert [answered(server) for _ in range(20)] == [200] * 20
        assert all(still_open(client) for client in slow)


def test_clients_that_do_not_listen_hold_nobody_up(server: Server) -> None:
    """Each asks for far more than the system keeps for it, and reads none of it."""
    script = re.search(r"/static/[0-9a-f]+/[^\"]*marque[^\"]*js", server.get("/")[1])
    assert script is not None
    with ExitStack() as opened:
        for _ in range(64):
            deaf = opened.enter_context(socket.socket())
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
            deaf.connect(("127.0.0.1", server.port))
            deaf.sendall((b"GET %b HTTP/1.1\r\nHost: marque\r\n\r\n" % script[0].encode()) * 200)
        assert [answered(server) for _ in range(20)] == [200] * 20


def test_more_clients_than_can_be_open_make_room(own_server: Server) -> None:
    with ExitStack() as opened:
        for _ in range(1500):
            opened.enter_context(dial(own_server, HEAD))
        assert [answered(own_server) for _ in range(20)] == [200] * 20


def test_what_comes_slowly_is_answered_all_the_same(server: Server) -> None:
    with dial(server) as slow:
        for place in range(len(HEAD)):
            slow.sendall(HEAD[place : place + 1])
        slow.sendall(b"Connection: close\r\n\r\n")
        assert ending(slow).startswith(b"HTTP/1.1 200 ")


def test_questions_asked_at_once_are_answered_in_turn(server: Server) -> None:
    asked = [b"HEAD %b HTTP/1.1\r\nHost: marque\r\n\r\n" % path for path in (b"/", b"/nowhere", b"/carnets")]
    with dial(server, b"".join(asked)) as eager:
        eager.shutdown(socket.SHUT_WR)
        lines = ending(eager).split(b"\r\n")
    assert [line.split()[1] for line in lines if line.startswith(b"HTTP/")] == [b"200", b"404", b"200"]


@pytest.mark.parametrize(
    ("said", "status"),
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
def test_what_is_refused_gets_its_answer(server: Server, said: bytes, status: int) -> None:
    with dial(server) as client:
        client.sendall(said)
        client.shutdown(socket.SHUT_WR)
        assert ending(client).startswith(b"HTTP/1.1 %d " % status)
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


def test_no_head_brings_the_house_down(server: Server) -> None:
    for head in HEADS:
        with dial(server, head.encode() + b"\r\n\r\n") as client:
            client.shutdown(socket.SHUT_WR)
            assert re.match(rb"HTTP/1.[01] [234]", ending(client)), head
    assert "Traceback" not in server.printed()


def test_stopping_waits_for_nobody_who_says_nothing(own_server: Server) -> None:
    with ExitStack() as opened:
        for said in (b"", HEAD, BODY) * 8:
            opened.enter_context(dial(own_server, said))
        assert answered(own_server) == 200
        assert own_server.stop() == 0
