"""Who usually plays in a carnet: the people of its last table, and everybody by how often they sat down lately."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
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
    recent = (
        select(Soiree.id)
        .where(Soiree.carnet_id == carnet.id, Soiree.deleted_at.is_(None))
        .order_by(Soiree.held_on.desc(), Soiree.id.desc())
        .limit(_LATELY)
    )
    played = (
        select(Seat.player_id, func.count().label("times"))
        .join(Partie, Partie.id == Seat.partie_id)
        .where(Partie.soiree_id.in_(recent), Partie.deleted_at.is_(None))
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
    """The table of the partie begun last in this carnet, or of that partie of it; None where there is none."""
    query = (
        select(Partie)
        .join(Partie.soiree)
        .where(Soiree.carnet_id == carnet.id, Partie.deleted_at.is_(None), Soiree.deleted_at.is_(None))
        .options(selectinload(Partie.seats))
        .order_by(Partie.id.desc())
        .limit(1)
    )
    partie = db.session.scalar(query if partie_id is None else query.where(Partie.id == partie_id))
    if partie is None:
        return None
    seated = (seat.player for seat in partie.seats)
    return SeatedTable(partie.game, tuple(player for player in seated if player.retired_at is None))
