"""The file of a carnet: what it is called, how long it may be, how it writes a moment and is decompressed."""

from __future__ import annotations

import datetime as dt
import zlib

from scorekeeper.record.exchange.faults import FileFault, UnreadableFileError

FORMAT = "la-marque/carnet"
VERSION = 1
PAGE_BYTES = 16 * 1024 * 1024  # of a file that comes by a page, once decompressed: some five thousand parties
FILE_BYTES = 512 * 1024 * 1024  # of one on the disk of whoever gives the command
DEEPEST = 16
MOST_KEYS = 1_000  # of one object: each that is unknown is a fault
_GZIP, _GZIP_BITS = b"\x1f\x8b", 16 + zlib.MAX_WBITS


def write_moment(at: dt.datetime | None) -> str | None:
    """A moment as the file has it: ISO 8601, in UTC."""
    return None if at is None else at.astimezone(dt.UTC).isoformat().replace("+00:00", "Z")


def inflated(content: bytes, longest: int) -> bytes:
    """Return the file as JSON, decompressed if it is gzip.

    Raises `UnreadableFileError` once more than `longest` bytes come out, or where it breaks off.
    """
    if not content.startswith(_GZIP):
        return content
    decompressor = zlib.decompressobj(wbits=_GZIP_BITS)
    try:
        plain = decompressor.decompress(content, longest + 1)
    except zlib.error as error:
        raise UnreadableFileError([FileFault("", "not_json")]) from error
    if len(plain) > longest:
        raise UnreadableFileError([FileFault("", "too_long", {"longest": longest})])
    if not decompressor.eof:
        raise UnreadableFileError([FileFault("", "not_json")])
    return plain
