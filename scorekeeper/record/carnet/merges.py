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

_SEATS = Base.metadata.tables[Seat.__tablename__]
Seats = Sequence[Sequence[int]]


def player_named(carnet: Carnet, name: str) -> Player:
    """Return the player of that name, retired or not. Raises `RefusedError` when there is none."""
    clean = clean_name(name, field="other")
    player = db.session.scalar(select(Player).where(Player.carnet_id == carnet.id, Player.folded == fold(clean)))
    if player is None:
        raise RefusedError("no_such_player", field="other", name=clean)
    return player


def merge(player: Player, other: Player, author: Access) -> Merge:
    """Give all seats of `other` to `player`, and remove the row of `other`.

    Raises `RefusedError` when they are the same player, or both played in one partie.
    """
    db.session.refresh(player.carnet, with_for_update=True)
    # The lock waits for a partie that starts with the other player; a player merged concurrently is not found.
    if db.session.scalar(select(Player.id).where(Player.id == other.id).with_for_update()) is None:
        raise RefusedError("no_such_player", field="other", name=other.name)
    _refuse_unmergeable(player, other)
    done = Merge(carnet_id=player.carnet_id, name=other.name, player_id=player.id, access_id=author.id)
    done.retired_at, done.created_at, done.seats = other.retired_at, other.created_at, _seats_of(other)
    db.session.add(done)
    _reassign(done.seats, other.id, player.id)
    for table in (Merge, Access):
        db.session.execute(update(table).where(table.player_id == other.id).values(player_id=player.id))
    db.session.execute(delete(Player).where(Player.id == other.id))
    db.session.expire_all()
    return done


def undo_merge(player: Player, name: str) -> None:
    """Undo the latest merge into `player`: restore the merged player of this name, with that player's seats.

    Raises `RefusedError` when another player was merged since, or when the name is now taken.
    """
    db.session.refresh(player.carnet, with_for_update=True)
    done = latest_merge(player)
    if done is None or done.name != name:
        raise RefusedError("merged_since")
    refuse_namesake(player.carnet, name, None)
    other = Player(carnet_id=done.carnet_id, name=name, folded=fold(name))
    other.retired_at, other.created_at = done.retired_at, done.created_at
    db.session.add(other)
    db.session.flush()
    _reassign(done.seats, player.id, other.id)
    # Earlier merges into the other player are the other player's again.
    other_seats = set(map(tuple, done.seats))
    for earlier in db.session.scalars(select(Merge).where(Merge.player_id == player.id, Merge.id < done.id)):
        if earlier.seats and other_seats.issuperset(map(tuple, earlier.seats)):
            earlier.player_id = other.id
    db.session.delete(done)
    db.session.flush()
    db.session.expire_all()


def latest_merge(player: Player) -> Merge | None:
    """Return the merge of a player that can be undone, None if there is none."""
    return db.session.scalar(select(Merge).where(Merge.player_id == player.id).order_by(Merge.id.desc()).limit(1))


def _seats_of(player: Player) -> list[list[int]]:
    query = select(Seat.partie_id, Seat.number).where(Seat.player_id == player.id).order_by(Seat.partie_id)
    return [list(row) for row in db.session.execute(query)]


def _reassign(seats: Seats, giver: int, taker: int) -> None:
    """Give these seats to the player `taker`, except seats that are no longer those of the player `giver`."""
    if seats:
        seat = _SEATS.c.partie_id == bindparam("partie"), _SEATS.c.number == bindparam("seat")
        change = update(_SEATS).where(*seat, _SEATS.c.player_id == giver).values(player_id=taker)
        db.session.execute(change, [{"partie": partie, "seat": number} for partie, number in seats])
        outcomes.rewrite(db.session(), {partie for partie, _ in seats})


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
