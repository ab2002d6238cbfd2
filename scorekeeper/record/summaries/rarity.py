"""How rare something is in a carnet, by the key of its lines: how often it was done, in how many manches."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Integer, and_, case, cast, func, select

from scorekeeper.record.database import db
from scorekeeper.record.models import Carnet
from scorekeeper.record.summaries.outcomes import SeatOutcome
from scorekeeper.record.summaries.tables import Tally

Rarities = tuple[tuple[tuple[str, str], tuple[int, int]], ...]


def rarities(carnet: Carnet, games: Collection[str], whys: Collection[str], shared: Collection[str]) -> Rarities:
    """How often each of these was done in the parties that count, and in how many manches of its game.

    What is `shared` a whole side may do at once, and is kept of each partner: of a game that was played in teams, how
    often it was done is not known, and left out.
    """
    if not whys:
        return ()
    own = SeatOutcome.carnet_id == carnet.id, SeatOutcome.game.in_(games)
    manches = func.sum(case((SeatOutcome.number == 0, SeatOutcome.manches), else_=0)).label("manches")
    in_teams = func.max(cast(SeatOutcome.number >= SeatOutcome.sides, Integer)).label("in_teams")
    played = select(SeatOutcome.game, manches, in_teams).where(*own).group_by(SeatOutcome.game).subquery()
    key = SeatOutcome.game, Tally.why, played.c.manches, played.c.in_teams
    query = select(*key, func.sum(Tally.times)).where(*own, Tally.why.in_(whys)).group_by(*key)
    query = query.join(Tally, and_(Tally.partie_id == SeatOutcome.partie_id, Tally.number == SeatOutcome.number))
    query = query.join(played, played.c.game == SeatOutcome.game).order_by(SeatOutcome.game, Tally.why)
    return tuple(
        ((game, why), (int(times), int(count)))
        for game, why, count, teams, times in db.session.execute(query)
        if not (teams and why in shared)
    )
