"""Downloads, streamed and compressed as they are made, so that a long file needs little memory."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from flask import Response, request

_CHUNK = 64 * 1024
_GZIP = 16 + zlib.MAX_WBITS
_LEVEL = 5


def download(parts: Iterable[str], name: str, mimetype: str) -> Response:
    """Return a response that streams a file of this name, made of these parts after the view has returned."""
    zipped = request.accept_encodings["gzip"] > 0
    answer = Response(_encoded(parts, zipped=zipped), mimetype=mimetype)
    answer.headers["Content-Disposition"] = f"attachment; filename={name}"
    answer.vary.add("Accept-Encoding")
    if zipped:
        answer.headers["Content-Encoding"] = "gzip"
    return answer


def _encoded(parts: Iterable[str], *, zipped: bool) -> Iterator[bytes]:
    compressor = zlib.compressobj(_LEVEL, wbits=_GZIP) if zipped else None
    for chunk in _chunks(parts):
        yield chunk if compressor is None else compressor.compress(chunk)
    if compressor is not None:
        yield compressor.flush()


def _chunks(parts: Iterable[str]) -> Iterator[bytes]:
    """Join the parts to chunks of at least `_CHUNK` characters."""
    waiting, size = [], 0
    for part in parts:
        waiting.append(part)
        size += len(part)
        if size >= _CHUNK:
            yield "".join(waiting).encode()
            waiting, size = [], 0
    yield "".join(waiting).encode()
