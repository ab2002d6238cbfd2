"""How rare something is in a carnet, by the key of its lines: how often it was done, in how many manches.

This counts the parties of the whole carnet.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import case, func, literal, select

from scorekeeper.record.database import db
from scorekeeper.record.models import Carnet, Partie, Soiree
from scorekeeper.record.summaries.evenings import COUNTS
from scorekeeper.record.summaries.tables import SeatSummary, Summary, Tally

_MANCHES = ""
Rarities = tuple[tuple[tuple[str, str], tuple[int, int]], ...]


def rarities(carnet: Carnet, games: Collection[str], whys: Collection[str], shared: Collection[str]) -> Rarities:
    """How often each of these was done in the parties that count, and in how many manches of its game.

    What is `shared` a whole side may do at once: it is then in the tally of each partner, and counts once.
    """
    if not whys:
        return ()
    here = Soiree.carnet_id == carnet.id, Soiree.deleted_at.is_(None), Partie.game.in_(games), COUNTS
    manches = (
        select(Partie.game, literal(_MANCHES).label("why"), func.sum(Summary.ending_after))
        .join(Soiree)
        .join(Summary, Summary.partie_id == Partie.id)
        .where(*here)
        .group_by(Partie.game)
    )
    times = case((Tally.why.in_(shared), func.max(Tally.times)), else_=func.sum(Tally.times))
    by_side = (
        select(Partie.game, Tally.why, times.label("times"))
        .join(Soiree)
        .join(Summary, Summary.partie_id == Partie.id)
        .join(Tally, Tally.partie_id == Partie.id)
        .join(SeatSummary, (SeatSummary.partie_id == Partie.id) & (SeatSummary.number == Tally.number))
        .where(*here, Tally.why.in_(whys))
        .group_by(Partie.id, Partie.game, Tally.why, SeatSummary.side)
        .subquery()
    )
    done = select(by_side.c.game, by_side.c.why, func.sum(by_side.c.times)).group_by(by_side.c.game, by_side.c.why)
    counted = {(game, why): int(count or 0) for game, why, count in db.session.execute(manches.union_all(done))}
    return tuple((key, (count, counted[key[0], _MANCHES])) for key, count in counted.items() if key[1] != _MANCHES)
