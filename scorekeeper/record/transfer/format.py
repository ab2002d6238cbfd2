"""The encoding of the file of a carnet, the notebook of a group of players.

It is JSON without duplicate keys or fractions. A file that is imported may also be compressed with gzip, or be alone in
a zip archive.
"""

from __future__ import annotations

import json
import zlib
from codecs import BOM_UTF8
from collections import Counter
from gzip import BadGzipFile, GzipFile
from io import BytesIO
from typing import Any, NoReturn
from zipfile import BadZipFile, ZipFile

from pydantic_core import from_json

from scorekeeper.games.shape import quotable
from scorekeeper.record.transfer.errors import UnreadableFileError

# The format and its version, as each file names them.
FORMAT = "la-marque/carnet"
VERSION = 2
MAX_UPLOAD_BYTES = 16 * 1024 * 1024  # the limit of an uploaded file, decompressed: about three thousand parties
FILE_BYTES = 512 * 1024 * 1024  # the limit of a file imported by the command, decompressed
_MOST_KEYS = 1_000  # of one object: `rows.py` makes an error for each unknown key
# The first bytes of a packed file.
_ZIP = b"PK"
_GZIP = b"\x1f\x8b"


def decompress(content: bytes, longest: int) -> bytes:
    """Decompress a file if it is gzip or zip. Raises `UnreadableFileError` if it is too long or truncated."""
    try:
        # One byte more than allowed shows that the file is too long.
        plain = _unpack(content, longest + 1)
    # Damaged, or with a password.
    except (BadGzipFile, BadZipFile, RuntimeError, NotImplementedError, zlib.error, EOFError) as error:
        raise UnreadableFileError("not_json") from error
    if len(plain) > longest:
        raise UnreadableFileError("too_long")
    return plain.removeprefix(BOM_UTF8)  # the mark that some Windows programs put before a text


def _unpack(content: bytes, most: int) -> bytes:
    """Return the first `most` bytes of a packed file, as a small one can unpack to gigabytes; any other as it is."""
    if content.startswith(_GZIP):
        return GzipFile(fileobj=BytesIO(content)).read(most)
    if not content.startswith(_ZIP):
        return content
    # Some phones send a file in an archive. Those made on a Mac also have a folder `__MACOSX`.
    with ZipFile(BytesIO(content)) as archive:
        names = [name for name in archive.namelist() if name.endswith(".json") and not name.startswith("__MACOSX")]
        if len(names) != 1:
            raise UnreadableFileError("not_one_file")
        with archive.open(names[0]) as file:
            return file.read(most)


def read_json(content: bytes) -> Any:  # noqa: ANN401 - any JSON
    """Parse the file. Raises `UnreadableFileError`."""
    # The file begins with { or [ after spaces; with another character it is a picture or a PDF, for instance. JSON in
    # UTF-16 begins with a mark (FF FE), and has a zero byte beside each letter: both are skipped here, and refused
    # below.
    if content.lstrip(b"\xff\xfe\0 \t\r\n")[:1] not in {b"", b"{", b"["}:
        raise UnreadableFileError("other_kind")
    if b"\0" in content:  # UTF-16
        raise UnreadableFileError("not_utf8")
    try:
        text = content.decode()
        from_json(content)  # called to raise for lone surrogates and for more than two hundred levels of nesting
        # The functions are called for each object, for NaN and Infinity, and for fractions.
        return json.loads(
            text, object_pairs_hook=_read_object, parse_constant=_refuse_number, parse_float=_refuse_number
        )
    except UnreadableFileError:
        raise
    except UnicodeDecodeError as error:
        raise UnreadableFileError("not_utf8") from error
    except (ValueError, RecursionError) as error:
        raise UnreadableFileError("not_json") from error


# JSON allows a key twice, and `dict` would use the last one without an error.
def _read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    json_object = dict(pairs)
    if len(json_object) > _MOST_KEYS:
        raise UnreadableFileError("shape")
    if len(json_object) < len(pairs):
        # The key that occurs most often is one that occurs twice.
        raise UnreadableFileError("key_twice", name=quotable(Counter(name for name, _ in pairs).most_common(1)[0][0]))
    return json_object


def _refuse_number(text: str) -> NoReturn:
    raise UnreadableFileError("no_number", value=quotable(text))
