"""What the statistics of Petite Belote count, and a sample manche."""

from __future__ import annotations

from random import Random

from flask_babel import lazy_gettext
from petite_belote.facts import TOTAL
from petite_belote.options import SEATS, TEAMS

from scorekeeper.cards.cards import Suit
from scorekeeper.games.shape import Json
from scorekeeper.partie.scored import ScoredState
from scorekeeper.web.games.contract import Feat

FEATS = (Feat(lazy_gettext("Prises réussies"), ("made",)), Feat(lazy_gettext("Capots"), ("capot",)))

# The sample.

_FEWEST, _MOST = 60, 140


def sample_facts(_scored: ScoredState, chance: Random) -> Json:
    """Return the facts of a random manche, which the takers usually win."""
    taker, points = chance.randrange(SEATS), [0, 0]
    points[taker % TEAMS] = chance.randint(_FEWEST, _MOST)
    points[1 - taker % TEAMS] = TOTAL - points[taker % TEAMS]
    return {"trump": chance.choice([suit.value for suit in Suit]), "taker": taker, "points": points}
