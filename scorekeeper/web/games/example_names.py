"""The names of players in the texts of the rulebook; they are replaced if a player of the table has one of them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

# Names in the same position have the same gender, and all begin with a vowel or all with a consonant: the sentence
# stays grammatical.
_NAME_SETS = (
    ("Anne", "Luc", "Zoé", "Max", "Inès"),
    ("Alice", "Paul", "Jeanne", "Rémi", "Odile"),
    ("Élise", "Marc", "Claire", "Bruno", "Irène"),
)
_EXAMPLE_NAME = re.compile(rf"\b({'|'.join(_NAME_SETS[0])})\b")


def replace_example_names(players: tuple[str, ...], text: str) -> str:
    """Replace the names in a text with the names of the first set that has no name of a player.

    If every set has one, replace each name with a free name in the same position, else with its first letter. Example:
    at Luc's table, « Anne mène » becomes « Alice mène ».
    """
    replacements = _replacements(players)
    return _EXAMPLE_NAME.sub(lambda match: replacements[match[1]], text)


@lru_cache  # a page replaces the names of some twenty texts
def _replacements(players: tuple[str, ...]) -> Mapping[str, str]:
    taken = {_without_accents(word) for name in players for word in re.split(r"[\s-]+", name)}
    free_names: Sequence[str] = next(
        (names for names in _NAME_SETS if taken.isdisjoint(map(_without_accents, names))), ()
    )
    if not free_names:
        free_names = [_free_name(names, taken) for names in zip(*_NAME_SETS, strict=True)]
    return dict(zip(_NAME_SETS[0], free_names, strict=True))


def _free_name(names: Sequence[str], taken: Collection[str]) -> str:
    return next((name for name in names if _without_accents(name) not in taken), names[0][0])


def _without_accents(name: str) -> str:
    """Return a name in lower case, without accents."""
    characters = unicodedata.normalize("NFD", name.casefold())
    return "".join(character for character in characters if not unicodedata.combining(character))
