"""The names of players in the texts of the rulebook, replaced where a player of the table has one of them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence

# Alike by position in gender and in whether they begin with a vowel, so that a sentence keeps its grammar.
_SETS = (
    ("Anne", "Luc", "Zoé", "Max", "Inès"),
    ("Alice", "Paul", "Jeanne", "Rémi", "Odile"),
    ("Élise", "Marc", "Claire", "Bruno", "Irène"),
)
_WRITTEN = re.compile(rf"\b({'|'.join(_SETS[0])})\b")


def without_names_of(players: Collection[str], text: str) -> str:
    """Replace the names in a text with the first set in which no player of this table has a name.

    Where every set has one, each name becomes that of another set which no player has, or its first letter.
    """
    seated = {_bare(word) for name in players for word in re.split(r"[\s-]+", name)}
    free: Sequence[str] = next((names for names in _SETS if seated.isdisjoint(map(_bare, names))), ())
    if not free:
        of_position = zip(*_SETS, strict=True)
        free = [next((name for name in names if _bare(name) not in seated), names[0][0]) for names in of_position]
    others = dict(zip(_SETS[0], free, strict=True))
    return _WRITTEN.sub(lambda found: others[found[1]], text)


def _bare(name: str) -> str:
    """Return a name without accents and case."""
    return "".join(one for one in unicodedata.normalize("NFD", name.casefold()) if not unicodedata.combining(one))
