"""The names of players in the texts of the rulebook, replaced where a player of the table has one of them."""

from __future__ import annotations

import re
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

    Where every set has one, a name that a player has becomes one of another set that no player has.
    """
    seated = {name.split()[0].casefold() for name in players if name.strip()}
    free: Sequence[str] = next((names for names in _SETS if seated.isdisjoint(map(str.casefold, names))), ())
    if not free:
        of_position = zip(*_SETS, strict=True)
        free = [next((name for name in names if name.casefold() not in seated), names[0]) for names in of_position]
    others = dict(zip(_SETS[0], free, strict=True))
    return _WRITTEN.sub(lambda found: others[found[1]], text)
