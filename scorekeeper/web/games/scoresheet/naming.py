"""The name of the game of a sheet, as typed and as shown."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.games import GAMES
from scorekeeper.games.scoresheet import NAME_LENGTH, SCORESHEET
from scorekeeper.record.names import clean_name
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.i18n import gettext


def slug_of(sent: Mapping[str, str]) -> str:
    """Return the slug of the game with this name. Raises `RefusedError` for a name that no game can have."""
    name = clean_name(sent.get("name", ""), longest=NAME_LENGTH)
    slug = f"{SCORESHEET.slug}:{sent.get('wins', 'most')}:{name}"
    if slug not in GAMES:
        sentence = gettext(
            "Un nom de jeu a des lettres, des chiffres et de la ponctuation, sans / ni \\ ni deux-points."
        )
        raise RefusedError("not_understood", field="name", sentence=sentence)
    return slug
