"""The file of a carnet: how it writes a moment, is decompressed, and read as JSON of strangers.

No key twice, no number that is none, no text a database cannot store, no bottomless nesting.
"""

from __future__ import annotations

import datetime as dt
import json
import re
import zlib
from itertools import chain
from typing import Any, NoReturn

from scorekeeper.games.shape import quotable
from scorekeeper.record.exchange.faults import FileFault, UnreadableFileError

FORMAT = "la-marque/carnet"
VERSION = 1
PAGE_BYTES = 16 * 1024 * 1024  # of a file that comes by a page, once decompressed: some five thousand parties
FILE_BYTES = 512 * 1024 * 1024  # of one on the disk of whoever gives the command
DEEPEST = 16
MOST_KEYS = 1_000  # of one object: each that is unknown is a fault
_GZIP, _GZIP_BITS = b"\x1f\x8b", 16 + zlib.MAX_WBITS
_WIDEST = 2**53
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def write_moment(at: dt.datetime | None) -> str | None:
    """A moment as the file has it: ISO 8601, in UTC."""
    return None if at is None else at.astimezone(dt.UTC).isoformat().replace("+00:00", "Z")


def inflated(content: bytes, longest: int) -> bytes:
    """The file as JSON, decompressed if it is gzip.

    Raises `UnreadableFileError` once more than `longest` bytes come out, or where it breaks off.
    """
    if not content.startswith(_GZIP):
        return content
    decompressor = zlib.decompressobj(wbits=_GZIP_BITS)
    try:
        plain = decompressor.decompress(content, longest + 1)
    except zlib.error:
        _refuse("not_json")
    if len(plain) > longest:
        _refuse("too_long", longest=longest)
    if not decompressor.eof:
        _refuse("not_json")
    return plain


def read_json(content: bytes, longest: int) -> Any:  # noqa: ANN401 - whatever it says
    """What the file says. Raises `UnreadableFileError` with the line where it breaks off, or the key at fault."""
    if len(content) > longest:
        _refuse("too_long", bytes=len(content), longest=longest)
    try:
        read = json.loads(
            content.decode("utf-8-sig"), object_pairs_hook=_object, parse_constant=_no_number, parse_float=_no_number
        )
    except UnicodeDecodeError as error:
        _refuse("not_utf8", f"byte {error.start}")
    except json.JSONDecodeError as error:
        _refuse("not_json", f"line {error.lineno}, column {error.colno}")
    except RecursionError:
        _refuse("too_deep", deepest=DEEPEST)
    except ValueError:  # a whole number of thousands of digits
        _no_number("…")
    _look_through(read, DEEPEST)
    return read


def _refuse(key: str, place: str = "", **figures: object) -> NoReturn:
    raise UnreadableFileError([FileFault(place, key, figures)])


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(pairs) > MOST_KEYS:
        _refuse("list_long", length=len(pairs), longest=MOST_KEYS)
    if len(read) < len(pairs):
        names = [name for name, _ in pairs]
        _refuse("key_twice", name=quotable(next(name for name in names if names.count(name) > 1)))
    return read


def _no_number(text: str) -> NoReturn:
    _refuse("no_number", value=text[:20])


def _look_through(value: Any, depth: int) -> None:  # noqa: ANN401 - likewise
    """Refuse, anywhere, what no carnet holds and no database stores."""
    if isinstance(value, str):
        if not value.isprintable() and _CONTROL.search(value):
            _refuse("characters", value=quotable(value.encode("ascii", "backslashreplace").decode()))
    elif isinstance(value, int):
        if not -_WIDEST <= value <= _WIDEST:
            _no_number("…")
    elif value is not None:
        if depth == 0:
            _refuse("too_deep", deepest=DEEPEST)
        for each in value if isinstance(value, list) else chain(value, value.values()):
            _look_through(each, depth - 1)
