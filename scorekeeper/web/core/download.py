"""Files to keep: sent as they are made, compressed on the way, so that a long one needs little memory."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from flask import Response, request

_PIECE = 64 * 1024
_GZIP = 16 + zlib.MAX_WBITS
_LEVEL = 5


def download(pieces: Iterable[str], name: str, mimetype: str) -> Response:
    """The answer that hands over a file of this name, of these pieces of text, made when nobody asks any more."""
    zipped = request.accept_encodings["gzip"] > 0
    answer = Response(_sent(pieces, zipped=zipped), mimetype=mimetype)
    answer.headers["Content-Disposition"] = f"attachment; filename={name}"
    answer.vary.add("Accept-Encoding")
    if zipped:
        answer.headers["Content-Encoding"] = "gzip"
    return answer


def _sent(pieces: Iterable[str], *, zipped: bool) -> Iterator[bytes]:
    packer = zlib.compressobj(_LEVEL, wbits=_GZIP) if zipped else None
    for whole in _gathered(pieces):
        yield whole if packer is None else packer.compress(whole)
    if packer is not None:
        yield packer.flush()


def _gathered(pieces: Iterable[str]) -> Iterator[bytes]:
    """The pieces, joined until they are worth sending."""
    waiting, size = [], 0
    for piece in pieces:
        waiting.append(piece)
        size += len(piece)
        if size >= _PIECE:
            yield "".join(waiting).encode()
            waiting, size = [], 0
    yield "".join(waiting).encode()
