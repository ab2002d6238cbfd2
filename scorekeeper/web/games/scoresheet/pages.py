"""What a sheet for any game shows above its totals, the name of its game, and a sample manche (deal).

The *slug* of a game is its name in addresses, such as `scoresheet:most:Belote`. A *partie* is a game played to its end,
a *side* a player or a team.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from scorekeeper.games import GAMES
from scorekeeper.games.scoresheet import NAME_LENGTH, SCORESHEET
from scorekeeper.games.shape import Json
from scorekeeper.partie.scored import ScoredState
from scorekeeper.record.names import clean_name
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.i18n import gettext


def partie_note(scored: ScoredPartie) -> str:
    """Return the points that end the partie, if the table named any."""
    limit = scored.options.limit
    if limit is None:
        return ""
    return gettext("Limite %(limit)s", limit=limit)


# The name of the game, as typed.


def slug_of(sent: Mapping[str, str]) -> str:
    """Return the slug of the game with this name. Raises `RefusedError` for a name that no game can have."""
    # `clean_name` removes spaces at the ends; it raises `RefusedError` for an empty or a too long name.
    name = clean_name(sent.get("name", ""), longest=NAME_LENGTH)
    # `wins` is `most` if the most points win, `fewest` if the fewest do: `scoresheet:most:Belote`.
    slug = f"{SCORESHEET.slug}:{sent.get('wins', 'most')}:{name}"
    # `GAMES` makes a game for every name that is allowed, so that such a slug is always in it.
    if slug not in GAMES:
        sentence = gettext(
            "Un nom de jeu a des lettres, des chiffres et de la ponctuation, sans / ni \\ ni deux-points."
        )
        raise RefusedError("not_understood", field="name", sentence=sentence)
    return slug


# The sample.

# The most points of a side.
_HIGHEST = 60
# The share of manches that are the last of their partie.
_LAST = 0.125


def sample_facts(scored: ScoredState, chance: Random) -> Json:
    """Return the facts of a random manche, with the sum that the table named; about every eighth is the last."""
    points = [chance.randint(0, _HIGHEST) for _side in range(scored.sheet.sides)]
    # If the house rules set the sum of a manche, add to the first side what lacks to it (a negative number if the
    # others have more).
    if scored.options.total is not None:
        points[0] += scored.options.total - sum(points)
    return {"points": points, "last": int(chance.random() < _LAST)}
