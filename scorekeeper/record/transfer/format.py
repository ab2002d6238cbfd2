"""The encoding of a carnet's file: JSON without duplicate keys or fractions, plain or compressed with gzip."""

from __future__ import annotations

import json
import zlib
from codecs import BOM_UTF8
from collections import Counter
from typing import Any, NoReturn

from pydantic_core import from_json

from scorekeeper.games.shape import quotable
from scorekeeper.record.transfer.errors import UnreadableFileError

FORMAT = "la-marque/carnet"
VERSION = 2
MAX_UPLOAD_BYTES = 16 * 1024 * 1024  # the limit of an uploaded file, decompressed: about three thousand parties
FILE_BYTES = 512 * 1024 * 1024  # the limit of a file imported by the command, decompressed
_MOST_KEYS = 1_000  # of one object: `rows.py` makes an error for each unknown key
_GZIP, _GZIP_BITS = b"\x1f\x8b", 16 + zlib.MAX_WBITS


def decompress(content: bytes, longest: int) -> bytes:
    """Decompress a file if it is gzip. Raises `UnreadableFileError` if it has over `longest` bytes or is truncated."""
    decompressor = zlib.decompressobj(wbits=_GZIP_BITS)
    zipped = content.startswith(_GZIP)
    try:
        plain = decompressor.decompress(content, longest + 1) if zipped else content
    except zlib.error as error:
        raise UnreadableFileError("not_json") from error
    if len(plain) > longest:
        raise UnreadableFileError("too_long")
    if zipped and not decompressor.eof:
        raise UnreadableFileError("not_json")
    return plain.removeprefix(BOM_UTF8)


def read_json(content: bytes) -> Any:  # noqa: ANN401 - any JSON
    """Parse the file. Raises `UnreadableFileError`."""
    try:
        from_json(content)  # called to raise for lone surrogates and for more than two hundred levels of nesting
        return json.loads(
            content.decode(), object_pairs_hook=_read_object, parse_constant=_refuse_number, parse_float=_refuse_number
        )
    except UnreadableFileError:
        raise
    except (ValueError, RecursionError) as error:
        raise UnreadableFileError("not_json") from error


def _read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    json_object = dict(pairs)
    if len(json_object) > _MOST_KEYS:
        raise UnreadableFileError("shape")
    if len(json_object) < len(pairs):
        raise UnreadableFileError("key_twice", name=quotable(Counter(name for name, _ in pairs).most_common(1)[0][0]))
    return json_object


def _refuse_number(text: str) -> NoReturn:
    raise UnreadableFileError("no_number", value=quotable(text))
