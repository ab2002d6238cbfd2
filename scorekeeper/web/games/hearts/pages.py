"""What the sheet and the statistics of Dame de Pique show, and a sample manche (deal).

A *partie* is a game to its end, the limit of points. A *side* is a player, or a team of two. A *volte* is all counting
cards taken by one player, the shooter (`moon` in keys). Articles such as DP-25 are those of the rulebook.
"""

from __future__ import annotations

from random import Random

from flask_babel import lazy_gettext

from scorekeeper.games.hearts.options import Moon, cards_by_key
from scorekeeper.games.shape import Json
from scorekeeper.partie.scored import ScoredState
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.i18n import gettext
from scorekeeper.web.games.contract import Feat

# The sheet: the limit, and the points of each side below it.


def partie_note(scored: ScoredPartie) -> str:
    """Return the number of points at which the partie ends (DP-25)."""
    return gettext("Limite %(limit)s", limit=scored.options.limit)


def side_note(scored: ScoredPartie, side: int) -> str:
    """Say how many points a side is below the limit, or that it has reached it; empty once the partie is over.

    A partie may go on past the limit, if the lowest totals are equal (DP-26).
    """
    if scored.ending:
        return ""
    left = scored.options.limit - scored.sheet.totals[side]
    if left <= 0:
        return gettext("limite atteinte")
    return gettext("encore %(left)s", left=left)


# The feats that the statistics count: a name, and the key of the lines of the sheet (points with their reason) that
# record it. With `adds_counts`, the `count` of each line is added, because a line may be about two queens of one deck.

FEATS = (
    Feat(lazy_gettext("Voltes"), ("moon",)),
    Feat(lazy_gettext("Dames de pique prises"), ("queen",), adds_counts=True),
    Feat(lazy_gettext("Voltes subies"), ("moon_against",)),
)

# The sample.


def sample_facts(scored: ScoredState, generator: Random) -> Json:
    """Return plausible facts of a manche: some players take more than others, and one manche in thirty is a volte.

    The facts have the number of cards taken, by key (`H` for the hearts, else the code of a card) and by seat. Example:

        {"taken": {"H": [5, 4, 3, 1], "QS": [0, 0, 1, 0]}, "moon": None}
    """
    seats = range(scored.seats)
    moon = None
    # By seat, how likely it is to take a card.
    weights = [generator.random() + 0.2 for _ in seats]
    if generator.random() < 1 / 30:
        shooter = generator.choice(seats)
        # All weight on one seat: it takes every card.
        weights = [float(seat == shooter) for seat in seats]
        # If the house rules leave the choice of the kind of volte, the facts must have it (DP-22).
        if scored.options.moon is Moon.CHOICE:
            moon = Moon.OTHERS_PLUS.value
    taken = {}
    # `cards_by_key` returns by key the number of cards; `takers` has one seat for each of them.
    for key, total in cards_by_key(scored.options, scored.seats).items():
        takers = generator.choices(seats, weights, k=total)
        taken[key] = [takers.count(seat) for seat in seats]
    return {"taken": taken, "moon": moon}
