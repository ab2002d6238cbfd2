"""A phone of many: one kept connection, what it holds of a page, and how long each answer took."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter
from urllib.parse import urlencode

_PATIENCE = 60  # seconds


@dataclass(frozen=True)
class Answer:
    """What came back, and after how many seconds."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float


class Phone:
    """A browser on a port of this computer, with a cookie; it shows again what it is told has not changed."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.reconnected = 0
        self._port = port
        self._cookie = cookie
        self._etags: dict[str, str] = {}
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> Answer:
        """Look at a page, as it was unless it changed."""
        headers = {"Accept-Encoding": "br"}
        if known := self._etags.get(path):
            headers["If-None-Match"] = known
        answer = await self._ask("GET", path, headers)
        if etag := answer.headers.get("etag"):
            self._etags[path] = etag
        return answer

    async def fetch(self, path: str) -> Answer:
        """Look at a page anew."""
        return await self._ask("GET", path, {})

    async def post(self, path: str, typed: Mapping[str, object]) -> Answer:
        """Send a form."""
        return await self._ask("POST", path, {}, urlencode(typed, doseq=True).encode())

    def close(self) -> None:
        """Hang up."""
        if self._line is not None:
            self._line[1].close()
            self._line = None

    async def _ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> Answer:
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Accept-Language: fr"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        if self._cookie:
            lines.append(f"Cookie: {self._cookie}")
        if method == "POST":
            lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        sent = "\r\n".join([*lines, "", ""]).encode() + body
        start = perf_counter()
        kept = self._line is not None
        try:
            status, said, content = await asyncio.wait_for(self._exchange(sent), _PATIENCE)
        except (ConnectionError, asyncio.IncompleteReadError):
            if not kept:
                raise
            # A kept connection that was closed meanwhile: a browser asks again on a new one.
            self.close()
            self.reconnected += 1
            status, said, content = await asyncio.wait_for(self._exchange(sent), _PATIENCE)
        return Answer(status, said, content, perf_counter() - start)

    async def _exchange(self, sent: bytes) -> tuple[int, dict[str, str], bytes]:
        if self._line is None:
            self._line = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._line
        writer.write(sent)
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        pairs = (line.partition(":") for line in lines if line)
        headers = {name.lower(): value.strip() for name, _, value in pairs}
        content = await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close":
            self.close()
        return int(first.split()[1]), headers, content
