"""Clean typed names and notes: they may have any script and emoji, but no hidden or control characters.

NFC is Unicode's form in which an accent is a part of its letter. The categories are Unicode's: `Cc` control, `Cf`
format (invisible), `Cn` unassigned, `Co` private use, `Cs` surrogate, `M…` mark beside a letter, `Z…` space.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection
from typing import Any

from scorekeeper.games.contract import REASON_LENGTH
from scorekeeper.record.refusals import RefusedError

PLAYER_LENGTH = 40
TITLE_LENGTH = 80
NOTE_LENGTH = 2000
# The keys of the texts that a table typed, in the JSON of a manche (a deal), a change or a state, with their
# lengths.
TEXT_LENGTHS = {"note": NOTE_LENGTH, "reason": REASON_LENGTH, "side_names": PLAYER_LENGTH}
_JOINERS = frozenset("\u200c\u200d")  # Persian words and families of emoji need them
# Signs that nobody sees beside a letter: soft hyphen, joiners, variation selectors. Between two emoji they make another
# emoji, such as a family.
_UNSEEN = "[\u00ad\u034f\u200b-\u200d\u2060\ufe00-\ufe0f\ufeff]+"
# They are between emoji if another sign (neither a letter, a digit nor a space) is on both sides.
_UNSEEN_BESIDE_LETTER = re.compile(rf"(?<![^\w\s]){_UNSEEN}|{_UNSEEN}(?![^\w\s])")
# Signs without a shape that a copied name brings along at its ends, with spaces: soft hyphen, marks of direction, BOM.
_UNSEEN_ENDS = " \u00ad\u200b\u200e\u200f\u2060\ufeff"
# Characters that are blank, although their category is that of a letter (of Hangul) or a sign (of Braille).
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")


def clean_name(
    text: str, *, field: str = "name", longest: int = PLAYER_LENGTH, required: bool = True, empty: str = "name_empty"
) -> str:
    """Return the name in NFC, without unseen signs at its ends, and with one space for several.

    Raises `RefusedError` when a `required` name is empty (with the key `empty`), or when the name is longer than
    `longest` characters or has hidden or control characters. `field` is the field of the form, which the error names.
    """
    name = unicodedata.normalize("NFC", " ".join(text.split()).strip(_UNSEEN_ENDS))
    if any(map(_is_forbidden, name)):
        raise RefusedError("name_characters", field=field)
    # Invisible signs are refused even where no name is required: the field was not left empty.
    if not any(map(_is_visible, name)) and (required or text.strip()):
        raise RefusedError(empty, field=field)
    if len(name) > longest:
        raise RefusedError("name_long", field=field, length=len(name), longest=longest)
    return name


def clean_note(text: str, *, field: str = "note", longest: int = NOTE_LENGTH) -> str:
    """Return the note trimmed, in NFC, with its line breaks. Raises `RefusedError` as `clean_name` does."""
    note = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n").strip())
    if any(unicodedata.category(c) in {"Cc", "Cs"} and c not in "\n\t" for c in note):
        raise RefusedError("name_characters", field=field)
    if len(note) > longest:
        raise RefusedError("name_long", field=field, length=len(note), longest=longest)
    return note


def fold(name: str) -> str:
    """Return the name without case, as it is stored to be unique in a carnet (the notebook of a group of players)."""
    # `casefold` can undo NFC.
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def comparable(name: str) -> str:
    """Return the name without case, joiners and repeated spaces, equal for names that look the same: "Zoé", "ZOÉ"."""
    return fold(" ".join(_UNSEEN_BESIDE_LETTER.sub("", name).split()))


def change_texts(
    value: Any,  # noqa: ANN401 - any JSON
    change: Callable[[str, str], str],
    keys: Collection[str] = TEXT_LENGTHS.keys(),
    key: str = "",
) -> Any:  # noqa: ANN401 - likewise
    """Return this JSON with every text with one of these keys changed; `change` gets the text and its key.

    Example: of `{"note": "Zoé", "plays": ["QS"]}` only "Zoé" is changed, with the key "note".
    """
    if isinstance(value, dict):
        return {name: change_texts(below, change, keys, name) for name, below in value.items()}
    # The items of a list have the key of the list.
    if isinstance(value, list):
        return [change_texts(below, change, keys, key) for below in value]
    if key not in keys or not isinstance(value, str):
        return value
    return change(value, key)


def _is_forbidden(character: str) -> bool:
    # Unassigned characters are allowed, because they may be new emoji, but noncharacters will never be assigned.
    code = ord(character)
    # The last two codes of each block of 65,536, and 32 codes of one block.
    noncharacter = code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF  # noqa: PLR2004 - Unicode's own bounds
    category = unicodedata.category(character)
    # Except joiners, and the tags that the emoji of some flags are made of, such as that of Scotland.
    hidden = category == "Cf" and character not in _JOINERS and not 0xE0020 <= code <= 0xE007F  # noqa: PLR2004 - flags
    return category in {"Cc", "Cs", "Co"} or noncharacter or hidden


def _is_visible(character: str) -> bool:
    category = unicodedata.category(character)
    if category == "Cn":  # it may be a new emoji
        return True
    return category[0] not in "CZM" and character not in _BLANKS
