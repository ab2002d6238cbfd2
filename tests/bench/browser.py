"""Who asks: a browser on one kept connection, with its cookies; or the application itself, asked without a server."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from time import perf_counter
from typing import Any, Protocol
from urllib.parse import urlencode

import brotli
from flask import Flask
from sqlalchemy import event
from web.visitor import Page

from scorekeeper.record.database import db

COOKIE = "lamarque"
_UNPACKING = {"br": brotli.decompress, "gzip": gzip.decompress}
_FORM = "application/x-www-form-urlencoded"
_LOADED = re.compile(r'<(?:link|script|img)[^>]* (?:href|src)="(/[^"]+)"')


@dataclass(frozen=True)
class Request:
    """What is asked."""

    path: str
    form: Mapping[str, Any] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Reply:
    """What came: `wire` counts the bytes as they were sent, headers among them."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    wire: int
    seconds: float

    @property
    def page(self) -> Page:
        """The answer as a page with forms."""
        return Page(self.status, self.body.decode(), self.headers.get("location"))


class Asker(Protocol):
    """Whoever can be asked."""

    def ask(self, request: Request) -> Reply:
        """Ask, and wait for the whole answer."""


class Browser:
    """A browser on one connection to a port of this computer, which keeps the cookie of that name."""

    def __init__(self, port: int, cookie: str = "", name: str = COOKIE) -> None:
        self.cookie = cookie
        self._name = name
        self._line = HTTPConnection("127.0.0.1", port, timeout=120)

    def ask(self, request: Request) -> Reply:
        """Ask; on a new connection where the one kept was closed meanwhile."""
        try:
            return self._ask(request)
        except ConnectionError:
            self._line.close()
            return self._ask(request)

    def _ask(self, request: Request) -> Reply:
        headers = {"Accept-Encoding": "br", "Accept-Language": "fr", **request.headers}
        if self.cookie:
            headers["Cookie"] = f"{self._name}={self.cookie}"
        method, body = "GET", None
        if request.form is not None:
            method, body = "POST", urlencode(request.form, doseq=True).encode()
            headers["Content-Type"] = _FORM
        start = perf_counter()
        self._line.request(method, request.path, body, headers)
        answer = self._line.getresponse()
        content = answer.read()
        seconds = perf_counter() - start
        said = {name.lower(): value for name, value in answer.getheaders()}
        held = SimpleCookie(said.get("set-cookie", "")).get(self._name)
        self.cookie = self.cookie if held is None else held.value
        wire = len(content) + sum(len(name) + len(value) + 4 for name, value in answer.getheaders())
        whole = _UNPACKING.get(said.get("content-encoding", ""), bytes)(content)
        return Reply(answer.status, said, whole, wire, seconds)


class Inside:
    """The application asked in this process, so that its queries can be counted."""

    def __init__(self, app: Flask, cookie: str) -> None:
        self._app = app
        self._client = app.test_client()
        self._client.set_cookie(COOKIE, cookie)

    def ask(self, request: Request) -> Reply:
        """Ask."""
        method = "GET" if request.form is None else "POST"
        start = perf_counter()
        answer = self._client.open(
            request.path, method=method, data=request.form, headers={"Accept-Language": "fr", **request.headers}
        )
        said = {name.lower(): value for name, value in answer.headers}
        return Reply(answer.status_code, said, answer.data, len(answer.data), perf_counter() - start)

    @contextmanager
    def queries(self) -> Iterator[list[str]]:
        """The statements sent to the database meanwhile."""
        sent: list[str] = []

        def note(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
            if not statement.startswith("BEGIN"):
                sent.append(statement)

        with self._app.app_context():
            engine = db.engine
        event.listen(engine, "before_cursor_execute", note)
        yield sent
        event.remove(engine, "before_cursor_execute", note)


def loaded(page: Reply) -> list[str]:
    """The addresses that a browser fetches for a page that it has not seen."""
    return list(dict.fromkeys(_LOADED.findall(page.body.decode())))
