"""Two players who are one: the seats of the second become those of the first, and can be given back.

Each runs inside `database.writing()`. No figure of a partie changes: only whose seats they are.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, delete, select, update
from sqlalchemy.orm import aliased

from scorekeeper.record.carnets import refuse_namesake
from scorekeeper.record.database import db
from scorekeeper.record.models import Access, Base, Carnet, Merge, Partie, Player, Seat, Soiree
from scorekeeper.record.names import clean_name, fold
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.summaries import outcomes

_SEATS = Base.metadata.tables[Seat.__tablename__]


def player_named(carnet: Carnet, name: str) -> Player:
    """The player of that name, retired or not. Raises `RefusedError` when there is none."""
    clean = clean_name(name, field="other")
    query = select(Player).where(Player.carnet_id == carnet.id, Player.folded == fold(clean))
    found = db.session.scalar(query)
    if found is None:
        raise RefusedError("no_such_player", field="other", name=clean)
    return found


def merge(kept: Player, other: Player, author: Access | None) -> Merge:
    """Make two players one: what the other played, the one who is kept has played.

    Raises `RefusedError` when they are the same row, or sat at the same table once: then they are two.
    """
    db.session.refresh(kept.carnet, with_for_update=True)
    # Whoever sits down at this moment is waited for; who was merged at this moment is no more.
    if db.session.scalar(select(Player.id).where(Player.id == other.id).with_for_update()) is None:
        raise RefusedError("no_such_player", field="other", name=other.name)
    _refuse_two(kept, other)
    done = Merge(
        carnet_id=kept.carnet_id,
        player_id=kept.id,
        name=other.name,
        retired_at=other.retired_at,
        created_at=other.created_at,
        seats=_seats_of(other),
        access_id=None if author is None else author.id,
    )
    db.session.add(done)
    db.session.flush()
    _change_hands(done.seats, other.id, kept.id)
    within = update(Merge).where(Merge.player_id == other.id, Merge.within_id.is_(None)).values(within_id=done.id)
    db.session.execute(within)
    db.session.execute(update(Merge).where(Merge.player_id == other.id).values(player_id=kept.id))
    # Phones of the one who is no more are from now on, and stay, those of the one who is kept.
    db.session.execute(update(Access).where(Access.player_id == other.id).values(player_id=kept.id))
    db.session.execute(delete(Player).where(Player.id == other.id))
    db.session.expire_all()
    return done


def undo(done: Merge) -> Player:
    """Give the second player back, with the seats that were theirs.

    Raises `RefusedError` when somebody else has the name by now, or when this merge came within another.
    """
    carnet = db.session.get_one(Carnet, done.carnet_id)
    if done.within_id is not None:
        raise RefusedError("merged_again")
    refuse_namesake(carnet, done.name, None)
    player = Player(carnet_id=carnet.id, name=done.name, folded=fold(done.name), retired_at=done.retired_at)
    player.created_at = done.created_at
    db.session.add(player)
    db.session.flush()
    _change_hands(done.seats, done.player_id, player.id)
    own = update(Merge).where(Merge.id.in_(_beneath(done)))
    db.session.execute(own.values(player_id=player.id))
    db.session.execute(update(Merge).where(Merge.within_id == done.id).values(within_id=None))
    db.session.execute(delete(Merge).where(Merge.id == done.id))
    db.session.expire_all()
    return player


def merged_into(player: Player) -> Sequence[Merge]:
    """The merges that can be undone of a player, the latest first."""
    query = select(Merge).where(Merge.player_id == player.id, Merge.within_id.is_(None)).order_by(Merge.id.desc())
    return db.session.scalars(query).all()


def _beneath(done: Merge) -> list[int]:
    """The merges that came within this one, and those within them."""
    found: list[int] = []
    level = [done.id]
    while level:
        level = list(db.session.scalars(select(Merge.id).where(Merge.within_id.in_(level))))
        found += level
    return found


def _seats_of(player: Player) -> list[list[int]]:
    query = select(Seat.partie_id, Seat.number).where(Seat.player_id == player.id).order_by(Seat.partie_id)
    return [list(row) for row in db.session.execute(query)]


def _change_hands(seats: Sequence[Sequence[int]], giver: int, taker: int) -> None:
    """Give these seats, as far as they are the giver's, to another player."""
    if seats:
        place = _SEATS.c.partie_id == bindparam("partie"), _SEATS.c.number == bindparam("seat")
        change = update(_SEATS).where(*place, _SEATS.c.player_id == giver).values(player_id=taker)
        db.session.execute(change, [{"partie": partie, "seat": number} for partie, number in seats])
        outcomes.rewrite(db.session(), {partie for partie, _ in seats})


def _refuse_two(kept: Player, other: Player) -> None:
    """Raise `RefusedError` for one player, who is one already, or for two who sat at the same table once."""
    if other is kept:
        raise RefusedError("same_player", field="other")
    mine, theirs = aliased(Seat), aliased(Seat)
    query = (
        select(Partie.id, Partie.game, Soiree.held_on)
        .join(mine, mine.partie_id == Partie.id)
        .join(theirs, theirs.partie_id == Partie.id)
        .join(Soiree, Soiree.id == Partie.soiree_id)
        .where(mine.player_id == kept.id, theirs.player_id == other.id)
        .order_by(Soiree.held_on.desc(), Partie.id.desc())
        .limit(1)
    )
    row = db.session.execute(query).first()
    if row is not None:
        figures = {"kept": kept.name, "other": other.name, "slug": row.game, "held_on": row.held_on}
        raise RefusedError("played_together", field="other", partie_id=row.id, **figures)
