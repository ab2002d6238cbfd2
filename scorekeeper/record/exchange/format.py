"""The file of a carnet: what it is called, how it writes a moment, and the fields of each of its objects.

`schema.json` beside this module says the same to others. A field added to a table belongs here, in `writing` and in
`reading`, or among those that `tests/record/test_exchange.py` names as left out.
"""

from __future__ import annotations

import datetime as dt
import zlib

from scorekeeper.record.exchange.faults import FileFault, UnreadableFileError

FORMAT = "la-marque/carnet"
VERSION = 1
PAGE_BYTES = 16 * 1024 * 1024  # of a file that comes by a page, once decompressed: some five thousand parties
FILE_BYTES = 512 * 1024 * 1024  # of one on the disk of whoever gives the command
DEEPEST = 16
LONGEST_LIST = 1_000_000
_GZIP, _GZIP_BITS = b"\x1f\x8b", 16 + zlib.MAX_WBITS

WHOLE = (
    "format",
    "version",
    "carnet",
    "players",
    "presets",
    "soirees",
    "parties",
    "regroupings",
    "merges",
    "decisions",
)
CARNET = ("name", "created_at")
PLAYER = ("name", "retired_at", "created_at")
PRESET = ("game", "name", "seats", "options")
SOIREE = ("held_on", "place", "notes", "version", "created_at", "deleted_at", "stake")
STAKE = ("per", "cents", "sign")
PARTIE = (
    "soiree",
    "game",
    "paper",
    "seats",
    "first_dealer",
    "side_names",
    "options",
    "version",
    "created_at",
    "abandoned_at",
    "deleted_at",
    "manches",
    "changes",
)
MANCHE = ("position", "state", "facts", "context", "cards", "note")
CHANGE = ("version", "at", "kind", "manche", "facts", "note", "options")
REGROUPING = ("source", "target", "whole", "parties", "place", "notes", "at", "undone_at")
MERGE = ("player", "within", "name", "retired_at", "created_at", "seats", "at")
DECISION = ("partie", "article", "quarrel", "words", "at", "deleted_at")


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
