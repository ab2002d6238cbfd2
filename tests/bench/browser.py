"""An HTTP client with cookies and one persistent connection."""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from time import perf_counter
from typing import Any
from urllib.parse import urlencode

from web.visitor import Page

_FORM = "application/x-www-form-urlencoded"
_LOADED = re.compile(r'<(?:link|script|img)[^>]* (?:href|src)="(/[^"]+)"')


@dataclass(frozen=True)
class Request:
    """A request (POST if it has a form) and the expected status."""

    path: str
    form: Mapping[str, Any] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    status: int = 200


@dataclass(frozen=True)
class Reply:
    """An answer: its decompressed body, the bytes received with headers, the seconds until the last byte."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    sent_bytes: int
    seconds: float

    @property
    def page(self) -> Page:
        """The answer as a page with forms."""
        return Page(self.status, self.body.decode(), self.headers.get("location"))


class Browser:
    """A browser connected to a local port; without HTTPS it accepts gzip but not Brotli."""

    def __init__(self, port: int, **cookies: str) -> None:
        self._cookies = cookies
        self._connection = HTTPConnection("127.0.0.1", port, timeout=120)

    def send(self, request: Request) -> Reply:
        """Send a request, again if the server had closed the connection."""
        try:
            return self._send(request)
        except ConnectionError:
            self.close()
            return self._send(request)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _send(self, request: Request) -> Reply:
        headers = {"Accept-Encoding": "gzip", "Accept-Language": "fr", **request.headers}
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        method, body = "GET", None
        if request.form is not None:
            method, body = "POST", urlencode(request.form, doseq=True).encode()
            headers["Content-Type"] = _FORM
        start = perf_counter()
        self._connection.request(method, request.path, body, headers)
        answer = self._connection.getresponse()
        content = answer.read()
        seconds = perf_counter() - start
        for line in answer.headers.get_all("set-cookie", []):
            self._cookies |= {name: cookie.value for name, cookie in SimpleCookie(line).items()}
        received = {name.lower(): value for name, value in answer.getheaders()}
        sent_bytes = len(content) + sum(len(name) + len(value) + 4 for name, value in answer.getheaders())
        body_bytes = gzip.decompress(content) if received.get("content-encoding") == "gzip" and content else content
        return Reply(answer.status, received, body_bytes, sent_bytes, seconds)


def first_load(browser: Browser, path: str) -> list[Reply]:
    """Request a page and the files that a browser loads with it the first time."""
    page = browser.send(Request(path))
    files = dict.fromkeys(_LOADED.findall(page.body.decode()))
    replies = [page, *(browser.send(Request(address)) for address in files)]
    assert all(reply.status == 200 for reply in replies), [reply.status for reply in replies]
    return replies
