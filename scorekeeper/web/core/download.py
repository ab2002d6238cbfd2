"""Downloads, streamed and compressed part by part, so that a long file needs little memory."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from flask import Response, request

_CHUNK_LENGTH = 64 * 1024
_GZIP_WBITS = 16 + zlib.MAX_WBITS  # 16 tells zlib to write the format of gzip
_GZIP_LEVEL = 5


def download_response(parts: Iterable[str], name: str, mimetype: str) -> Response:
    """Return a response that streams a file of this name; the parts are read after the view has returned."""
    gzipped = request.accept_encodings["gzip"] > 0
    response = Response(_encode(parts, gzipped=gzipped), mimetype=mimetype)
    response.headers["Content-Disposition"] = f"attachment; filename={name}"
    response.vary.add("Accept-Encoding")
    if gzipped:
        response.headers["Content-Encoding"] = "gzip"
    return response


def _encode(parts: Iterable[str], *, gzipped: bool) -> Iterator[bytes]:
    """Yield the bytes of the parts, compressed if `gzipped`."""
    if not gzipped:
        yield from _chunks(parts)
        return
    compressor = zlib.compressobj(_GZIP_LEVEL, wbits=_GZIP_WBITS)
    for chunk in _chunks(parts):
        yield compressor.compress(chunk)
    yield compressor.flush()


def _chunks(parts: Iterable[str]) -> Iterator[bytes]:
    """Join the parts into chunks of at least `_CHUNK_LENGTH` characters; the last chunk may be shorter."""
    buffer, length = [], 0
    for part in parts:
        buffer.append(part)
        length += len(part)
        if length >= _CHUNK_LENGTH:
            yield "".join(buffer).encode()
            buffer, length = [], 0
    yield "".join(buffer).encode()
