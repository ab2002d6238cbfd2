"""Downloads, streamed part by part, so that a long file needs little memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flask import Response

_CHUNK_LENGTH = 64 * 1024


def download_response(parts: Iterable[str], name: str, mimetype: str) -> Response:
    """Return a response that streams a file of this name; the parts are read after the view has returned."""
    response = Response(_chunks(parts), mimetype=mimetype)
    response.headers["Content-Disposition"] = f"attachment; filename={name}"
    return response


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
