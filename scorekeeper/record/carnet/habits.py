"""Who usually plays in a carnet: the people of its last table, and everybody by how often they sat down lately."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Select, func, select, union
from sqlalchemy.orm import selectinload

from scorekeeper.record.database import db
from scorekeeper.record.models import Carnet, Partie, Player, Seat, Soiree

# Enough to know who usually comes, and to choose from: somebody else is typed.
_LATELY, _SHOWN = 60, 100


@dataclass(frozen=True)
class SeatedTable:
    """What a table played, and who sat there, in order; those retired since are left out."""

    game: str
    players: tuple[Player, ...]


def players_by_habit(carnet: Carnet) -> Sequence[Player]:
    """The players one may seat, those who played most in the latest soirées first; of many, a hundred."""
    played = (
        select(Seat.player_id, func.count().label("times"))
        .join(Partie, Partie.id == Seat.partie_id)
        .where(Partie.soiree_id.in_(_latest(carnet)), Partie.deleted_at.is_(None))
        .group_by(Seat.player_id)
        .subquery()
    )
    query = (
        select(Player)
        .outerjoin(played, played.c.player_id == Player.id)
        .where(Player.carnet_id == carnet.id, Player.retired_at.is_(None))
        .order_by(func.coalesce(played.c.times, 0).desc(), Player.id)
        .limit(_SHOWN)
    )
    return db.session.scalars(query).all()


def last_table(carnet: Carnet, partie_id: int | None = None) -> SeatedTable | None:
    """The table of the partie begun last, or of that partie of the carnet; None where there is none.

    Begun last in one of the latest soirées, or in that entered last, which may be of long ago.
    """
    of_carnet = Soiree.carnet_id == carnet.id, Soiree.deleted_at.is_(None)
    query = select(Partie).where(Partie.deleted_at.is_(None)).options(selectinload(Partie.seats))
    if partie_id is None:
        entered = select(func.max(Soiree.id)).where(*of_carnet)
        among = union(select(_latest(carnet).subquery().c.id), entered).subquery()
        query = query.where(Partie.soiree_id.in_(select(among.c[0]))).order_by(Partie.id.desc()).limit(1)
    else:
        query = query.join(Partie.soiree).where(*of_carnet, Partie.id == partie_id)
    partie = db.session.scalar(query)
    if partie is None:
        return None
    seated = (seat.player for seat in partie.seats)
    return SeatedTable(partie.game, tuple(player for player in seated if player.retired_at is None))


def _latest(carnet: Carnet) -> Select[int]:
    """The soirées held lately."""
    query = select(Soiree.id).where(Soiree.carnet_id == carnet.id, Soiree.deleted_at.is_(None))
    return query.order_by(Soiree.held_on.desc(), Soiree.id.desc()).limit(_LATELY)
