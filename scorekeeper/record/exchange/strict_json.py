"""JSON of strangers: no key twice, no number that is none, no text a database cannot keep, no bottomless nesting."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from scorekeeper.games.shape import quotable
from scorekeeper.record.exchange.faults import FileFault, UnreadableFileError
from scorekeeper.record.exchange.format import DEEPEST

_WIDEST = 2**53


def read_json(content: bytes, longest: int) -> object:
    """What the file says. Raises `UnreadableFileError` with the line where it breaks off, or the key at fault."""
    if len(content) > longest:
        raise _refused("too_long", bytes=len(content), longest=longest)
    try:
        read: object = json.loads(
            content.decode("utf-8-sig"), object_pairs_hook=_object, parse_constant=_no_number, parse_float=_no_number
        )
    except UnicodeDecodeError as error:
        raise _refused("not_utf8", place=f"byte {error.start}") from error
    except json.JSONDecodeError as error:
        raise _refused("not_json", place=f"line {error.lineno}, column {error.colno}") from error
    except RecursionError as error:
        raise _refused("too_deep", deepest=DEEPEST) from error
    except ValueError as error:  # a whole number of thousands of digits
        raise _refused("no_number", value="…") if not isinstance(error, UnreadableFileError) else error from error
    _look_through(read)
    return read


def _refused(key: str, *, place: str = "", **figures: object) -> UnreadableFileError:
    return UnreadableFileError([FileFault(place, key, figures)])


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) < len(pairs):
        names = [name for name, _ in pairs]
        raise _refused("key_twice", name=quotable(next(name for name in names if names.count(name) > 1)))
    return read


def _no_number(text: str) -> NoReturn:
    raise _refused("no_number", value=text[:20])


def _look_through(read: object) -> None:
    """Refuse, anywhere, what no carnet holds and no database keeps."""
    level = [read]
    for _ in range(DEEPEST):
        below: list[object] = []
        for value in level:
            if isinstance(value, dict):
                below += value
                below += value.values()
            elif isinstance(value, list):
                below += value
            else:
                _refuse_plain(value)
        if not below:
            return
        level = below
    raise _refused("too_deep", deepest=DEEPEST)


def _refuse_plain(value: object) -> None:
    if isinstance(value, str) and not _can_be_kept(value):
        raise _refused("characters", value=quotable(value.encode("ascii", "backslashreplace").decode()))
    if isinstance(value, int) and not -_WIDEST <= value <= _WIDEST:
        raise _refused("no_number", value="…")


def _can_be_kept(text: str) -> bool:
    return text.isprintable() or not any(
        (code < 32 and code not in {9, 10}) or 0x7F <= code < 0xA0 or 0xD800 <= code < 0xE000  # noqa: PLR2004 - Unicode's own
        for code in map(ord, text)
    )
