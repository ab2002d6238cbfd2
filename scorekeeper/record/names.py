"""Names as people type them: any script, emoji too, but nothing that hides or breaks a line."""

from __future__ import annotations

import unicodedata

from scorekeeper.record.refusals import RefusedError

PLAYER_LENGTH = 40
TITLE_LENGTH = 80
NOTE_LENGTH = 2000
_DIRECTIONS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean_name(text: str, *, field: str = "name", longest: int = PLAYER_LENGTH, required: bool = True) -> str:
    """The name trimmed, its spaces folded, in NFC.

    Raises `RefusedError` when it is empty though required, longer than `longest` characters, or holds control
    characters.
    """
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    if any(
        unicodedata.category(character) in {"Cc", "Cs", "Co", "Cn"} or character in _DIRECTIONS for character in name
    ):
        raise RefusedError("name_characters", field=field)
    visible = any(unicodedata.category(character)[0] not in "CZM" for character in name)
    if not visible and (required or name):
        raise RefusedError("name_empty", field=field)
    if len(name) > longest:
        raise RefusedError("name_long", field=field, length=len(name), longest=longest)
    return name


def clean_note(text: str, *, field: str = "note", longest: int = NOTE_LENGTH) -> str:
    """A note trimmed, its lines kept. Raises `RefusedError` as `clean_name` does."""
    note = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n").strip())
    if any(unicodedata.category(c) in {"Cc", "Cs"} and c not in "\n\t" for c in note):
        raise RefusedError("name_characters", field=field)
    if len(note) > longest:
        raise RefusedError("name_long", field=field, length=len(note), longest=longest)
    return note


def fold(name: str) -> str:
    """The name without its case, for finding two of the same."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
