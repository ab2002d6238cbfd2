"""How rare something is in a carnet, by the key of its lines: how often it was done, in how many manches."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import func, select

from scorekeeper.record.database import db
from scorekeeper.record.models import Carnet
from scorekeeper.record.summaries.cell_tables import CellPair, CellParties, CellTally
from scorekeeper.record.summaries.sums import CellPlace

Rarities = tuple[tuple[tuple[str, str], tuple[int, int]], ...]


def rarities(carnet: Carnet, games: Collection[str], whys: Collection[str], shared: Collection[str]) -> Rarities:
    """How often each of these was done in the parties that count, and in how many manches of its game.

    What is `shared` a whole side may do at once, and is kept of each partner: of a game that was played in teams, how
    often it was done is not known, and left out.
    """
    if not whys:
        return ()
    places = {CellPlace(carnet.id, game).key: game for game in games}
    together = select(func.max(CellPair.together)).where(CellPair.cell == CellParties.key).scalar_subquery()
    query = (
        select(CellParties.key, CellTally.why, func.sum(CellTally.times), CellParties.manches, together)
        .join(CellTally, CellTally.cell == CellParties.key)
        .where(CellParties.key.in_(places), CellTally.why.in_(whys))
        .group_by(CellParties.key, CellTally.why, CellParties.manches)
        .order_by(CellParties.key, CellTally.why)
    )
    return tuple(
        ((places[key], why), (int(times), manches))
        for key, why, times, manches, in_teams in db.session.execute(query)
        if not (in_teams and why in shared)
    )
