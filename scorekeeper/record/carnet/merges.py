"""Merge two players of a carnet, and undo the latest merge of a player.

Both run inside `database.writing()`. No points of a partie change, only the player of each seat.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, delete, select, update
from sqlalchemy.orm import aliased

from scorekeeper.record.carnet.carnets import refuse_namesake
from scorekeeper.record.database import db
from scorekeeper.record.models import Access, Base, Carnet, Merge, Partie, Player, Seat, Soiree
from scorekeeper.record.names import clean_name, fold
from scorekeeper.record.read_models import outcomes
from scorekeeper.record.refusals import RefusedError

_SEAT_TABLE = Base.metadata.tables[Seat.__tablename__]
SeatKeys = Sequence[Sequence[int]]
"""Seats, each as [partie id, number]."""


def player_named(carnet: Carnet, name: str) -> Player:
    """Return the player of that name, retired or not. Raises `RefusedError` when there is none."""
    valid_name = clean_name(name, field="other")
    player = db.session.scalar(select(Player).where(Player.carnet_id == carnet.id, Player.folded == fold(valid_name)))
    if player is None:
        raise RefusedError("no_such_player", field="other", name=valid_name)
    return player


def merge_players(player: Player, other: Player, author: Access) -> Merge:
    """Give all seats of `other` to `player`, and remove the row of `other`.

    Raises `RefusedError` when they are the same player, or both played in one partie.
    """
    db.session.refresh(player.carnet, with_for_update=True)
    # The lock waits for a request that seats the other player; if another request merged that player, there is no row.
    if db.session.scalar(select(Player.id).where(Player.id == other.id).with_for_update()) is None:
        raise RefusedError("no_such_player", field="other", name=other.name)
    _refuse_unmergeable(player, other)
    merge = Merge(carnet_id=player.carnet_id, name=other.name, player_id=player.id, access_id=author.id)
    merge.retired_at, merge.created_at, merge.seats = other.retired_at, other.created_at, _seat_keys(other)
    db.session.add(merge)
    _reassign_seats(merge.seats, other.id, player.id)
    for table in (Merge, Access):
        db.session.execute(update(table).where(table.player_id == other.id).values(player_id=player.id))
    db.session.execute(delete(Player).where(Player.id == other.id))
    db.session.expire_all()
    return merge


def undo_merge(player: Player, name: str) -> None:
    """Undo the latest merge of `player`: create the merged player again, with this name and the former seats.

    Raises `RefusedError` when the latest merge is of a player with another name, or when the name is now taken.
    """
    db.session.refresh(player.carnet, with_for_update=True)
    merge = latest_merge(player)
    if merge is None or merge.name != name:
        raise RefusedError("merged_since")
    refuse_namesake(player.carnet, name, None)
    other = Player(carnet_id=merge.carnet_id, name=name, folded=fold(name))
    other.retired_at, other.created_at = merge.retired_at, merge.created_at
    db.session.add(other)
    db.session.flush()
    _reassign_seats(merge.seats, player.id, other.id)
    # Earlier merges of the other player belong to that player again; they are those of which all seats are restored.
    other_seats = set(map(tuple, merge.seats))
    for earlier in db.session.scalars(select(Merge).where(Merge.player_id == player.id, Merge.id < merge.id)):
        if earlier.seats and other_seats.issuperset(map(tuple, earlier.seats)):
            earlier.player_id = other.id
    db.session.delete(merge)
    db.session.flush()
    db.session.expire_all()


def latest_merge(player: Player) -> Merge | None:
    """Return the merge of a player that can be undone, None if there is none."""
    return db.session.scalar(select(Merge).where(Merge.player_id == player.id).order_by(Merge.id.desc()).limit(1))


def _seat_keys(player: Player) -> list[list[int]]:
    query = select(Seat.partie_id, Seat.number).where(Seat.player_id == player.id).order_by(Seat.partie_id)
    return [list(row) for row in db.session.execute(query)]


def _reassign_seats(seats: SeatKeys, from_id: int, to_id: int) -> None:
    """Give these seats from one player to another, except seats that the first player no longer has."""
    if seats:
        same_seat = _SEAT_TABLE.c.partie_id == bindparam("partie"), _SEAT_TABLE.c.number == bindparam("seat")
        query = update(_SEAT_TABLE).where(*same_seat, _SEAT_TABLE.c.player_id == from_id).values(player_id=to_id)
        db.session.execute(query, [{"partie": partie, "seat": number} for partie, number in seats])
        outcomes.rewrite_outcomes(db.session(), {partie for partie, _number in seats})


def _refuse_unmergeable(player: Player, other: Player) -> None:
    """Raise `RefusedError` unless these are two players who never played in one partie."""
    if other is player:
        raise RefusedError("same_player", field="other")
    player_seat, other_seat = aliased(Seat), aliased(Seat)
    query = (
        select(Partie.game, Soiree.held_on)
        .join(Soiree, Soiree.id == Partie.soiree_id)
        .join(player_seat, player_seat.partie_id == Partie.id)
        .join(other_seat, other_seat.partie_id == Partie.id)
        .where(player_seat.player_id == player.id, other_seat.player_id == other.id)
        .order_by(Soiree.held_on.desc(), Partie.id.desc())
    )
    row = db.session.execute(query.limit(1)).first()
    if row is not None:
        figures = {"kept": player.name, "other": other.name, "slug": row.game, "held_on": row.held_on}
        raise RefusedError("played_together", field="other", **figures)
