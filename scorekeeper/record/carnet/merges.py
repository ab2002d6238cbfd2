"""Merge two players of a carnet, and undo the latest merge of a player.

Both run inside `database.writing()`. No points of a partie change, only the player of each seat.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import CompoundSelect, bindparam, delete, or_, select, union, update

from scorekeeper.record.carnet.carnets import refuse_namesake
from scorekeeper.record.database import db
from scorekeeper.record.models import Access, Base, Carnet, Merge, Partie, Player, Replacement, Seat, Soiree
from scorekeeper.record.names import clean_name, fold
from scorekeeper.record.read_models import outcomes
from scorekeeper.record.read_models.tables import Tally
from scorekeeper.record.readers import Author
from scorekeeper.record.refusals import RefusedError

# The columns with the player of a seat, each in a table with the columns `partie_id` and `number`.
_PLAYER_COLUMNS = (Seat.player_id, Replacement.former_id, Replacement.player_id, Tally.player_id)
_TABLES = Base.metadata.tables
SeatKeys = Sequence[Sequence[int]]
"""Seats, each as [partie id, number]."""


def player_named(carnet: Carnet, name: str) -> Player:
    """Return the player of that name, retired or not. Raises `RefusedError` when there is none."""
    valid_name = clean_name(name, field="other")
    player = db.session.scalar(select(Player).where(Player.carnet_id == carnet.id, Player.folded == fold(valid_name)))
    if player is None:
        raise RefusedError("no_such_player", field="other", name=valid_name)
    return player


def merge_players(player: Player, other: Player, author: Author) -> Merge:
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
    return sorted([row.partie_id, row.number] for row in db.session.execute(_seats_of(player)))


def _seats_of(player: Player) -> CompoundSelect[tuple[int, int]]:
    """Select (partie id, number) of every seat that a player has or had."""
    return union(
        select(Seat.partie_id, Seat.number).where(Seat.player_id == player.id),
        select(Replacement.partie_id, Replacement.number).where(
            or_(Replacement.former_id == player.id, Replacement.player_id == player.id)
        ),
    )


def _reassign_seats(seats: SeatKeys, from_id: int, to_id: int) -> None:
    """Give these seats from one player to another, except seats that the first player no longer has."""
    if seats:
        keys = [{"partie": partie, "seat": number} for partie, number in seats]
        for column in _PLAYER_COLUMNS:
            table = _TABLES[column.class_.__tablename__]
            same_seat = table.c.partie_id == bindparam("partie"), table.c.number == bindparam("seat")
            query = update(table).where(*same_seat, table.c[column.key] == from_id).values({column.key: to_id})
            db.session.execute(query, keys)
        outcomes.rewrite_outcomes(db.session(), {partie for partie, _number in seats})


def _refuse_unmergeable(player: Player, other: Player) -> None:
    """Raise `RefusedError` unless these are two players who never played in one partie."""
    if other is player:
        raise RefusedError("same_player", field="other")
    player_seat, other_seat = _seats_of(player).subquery(), _seats_of(other).subquery()
    query = (
        select(Partie.game, Soiree.held_on)
        .join(Soiree, Soiree.id == Partie.soiree_id)
        .join(player_seat, player_seat.c.partie_id == Partie.id)
        .join(other_seat, other_seat.c.partie_id == Partie.id)
        .order_by(Soiree.held_on.desc(), Partie.id.desc())
    )
    row = db.session.execute(query.limit(1)).first()
    if row is not None:
        figures = {"kept": player.name, "other": other.name, "slug": row.game, "held_on": row.held_on}
        raise RefusedError("played_together", field="other", **figures)
