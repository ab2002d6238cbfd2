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
    """Return the number of points of a side below the limit; a tie continues the partie past the limit (DP-26)."""
    if scored.ending:
        return ""
    left = scored.options.limit - scored.sheet.totals[side]
    if left <= 0:
        return gettext("limite atteinte")
    return gettext("encore %(left)s", left=left)


# The feats that the statistics count, each by the key of a line of the sheet (points with their reason). Of queens, the
# cards are added up, since some decks have two.

FEATS = (
    Feat(lazy_gettext("Voltes"), ("moon",)),
    Feat(lazy_gettext("Dames de pique prises"), ("queen",), adds_counts=True),
    Feat(lazy_gettext("Voltes subies"), ("moon_against",)),
)

# The sample.


def sample_facts(scored: ScoredState, generator: Random) -> Json:
    """Return plausible facts of a manche, with some players taking more than others; one in thirty is a volte.

    The facts are the number of cards taken, by key (`H` for the hearts, else a code) and by seat.
    """
    seats = range(scored.seats)
    moon = None
    weights = [generator.random() + 0.2 for _ in seats]
    if generator.random() < 1 / 30:
        shooter = generator.choice(seats)
        # All weight on one seat: it takes every card.
        weights = [float(seat == shooter) for seat in seats]
        # The table names the kind of volte where its rules leave the choice (DP-22).
        if scored.options.moon is Moon.CHOICE:
            moon = Moon.OTHERS_PLUS.value
    taken = {}
    # The number of cards in the deck, by key.
    for key, total in cards_by_key(scored.options, scored.seats).items():
        takers = generator.choices(seats, weights, k=total)
        taken[key] = [takers.count(seat) for seat in seats]
    return {"taken": taken, "moon": moon}
