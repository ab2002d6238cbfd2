"""The hashes of every eight consecutive words of the source documents, which the rulebook must not contain.

The documents may not be distributed, so `tests/data/source_runs.txt` has one hash a line instead of their text. To
recreate it from a folder with the documents as text files:

    python tests/support/source_runs.py FOLDER
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

HASHES = Path(__file__).parents[1] / "data" / "source_runs.txt"
LENGTH = 8
_BYTES = 6


def words(text: str) -> list[str]:
    """Return the words and numbers of a text, in lower case without accents or punctuation."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe").replace("æ", "ae"))
    return re.findall(r"[a-z0-9]+", "".join(sign for sign in plain if not unicodedata.combining(sign)))


def runs(text: str) -> Iterator[str]:
    """Yield every eight consecutive words of a text, except rows of numbers."""
    found = words(text)
    for start in range(len(found) - LENGTH + 1):
        run = found[start : start + LENGTH]
        if not all(word.isdecimal() for word in run):
            yield " ".join(run)


def hashed(run: str) -> str:
    """Return the hash of a run, long enough to avoid collisions with other texts."""
    return blake2b(run.encode(), digest_size=_BYTES).hexdigest()


def main(folder: Path) -> None:
    """Write the hashes of every text file of a folder."""
    documents = [path.read_text(encoding="utf-8") for path in folder.glob("*.txt")]
    hashes = sorted({hashed(run) for document in documents for run in runs(document)})
    HASHES.write_text("".join(f"{one}\n" for one in hashes), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
