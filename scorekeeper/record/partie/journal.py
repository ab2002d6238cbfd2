"""The journal of a partie: how it starts, and every change made to it since, each under a version of its own."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import func, insert, inspect, or_, select

from scorekeeper.games import GAMES
from scorekeeper.games.shape import Json
from scorekeeper.record.carnet.carnets import refuse_full
from scorekeeper.record.database import db
from scorekeeper.record.models import (
    Access,
    Base,
    Change,
    ChangeKind,
    Manche,
    MancheState,
    Partie,
    Player,
    Seat,
    Soiree,
)
from scorekeeper.record.names import clean_name
from scorekeeper.record.partie.standings import standing_of
from scorekeeper.record.read_models import upkeep
from scorekeeper.record.refusals import RefusedError, StaleError

_AT_EACH_END = 100  # changes


def start_partie(  # noqa: PLR0913, PLR0917 - a partie is all of these
    soiree: Soiree,
    game_slug: str,
    players: Sequence[Player],
    options: Json,
    first_dealer: int | None,
    author: Access | None,
    side_names: Sequence[str] = (),
) -> Partie:
    """A new partie, `players` in seating order clockwise; a first dealer of None is drawn.

    Raises `RefusedError` for a seat taken twice and for a soirée that is full, `ImpossibleOptionsError` for rules this
    table cannot play.
    """
    _refuse_put_away(soiree)
    if inspect(soiree).persistent:
        refuse_full(db.session(), soiree.id)
    game = GAMES[game_slug]
    if len({player.id for player in players}) != len(players):
        raise RefusedError("seat_twice", field="players")
    rules = game.read_options(options, len(players))
    if first_dealer is None:
        first_dealer = secrets.randbelow(len(players))
    if not 0 <= first_dealer < len(players):
        raise RefusedError("no_such_seat", field="dealer")
    partie = Partie(
        soiree=soiree, game=game.slug, options=game.write_options(rules), first_dealer=first_dealer, version=0
    )
    partie.side_names = clean_side_names(side_names)
    partie.seats = [Seat(number=number, player=player) for number, player in enumerate(players)]
    db.session.add(partie)
    db.session.flush()
    note_change(partie, author, ChangeKind.STARTED, options=partie.options)
    upkeep.add(db.session(), standing_of(partie))
    return partie


def _refuse_put_away(soiree: Soiree) -> None:
    """Raise `RefusedError` when a soirée was put away meanwhile, and keep it from being until the transaction ends."""
    if inspect(soiree).persistent and db.session.get_bind().dialect.name != "sqlite":  # which has one writer at a time
        db.session.refresh(soiree, ["deleted_at"], with_for_update={"read": True})
    if soiree.deleted_at is not None:
        raise RefusedError("soiree_gone")


def clean_side_names(names: Sequence[str]) -> list[str] | None:
    """The names that a table gives its teams, None when it gives none."""
    cleaned = [clean_name(name, field="side_names", required=False) for name in names]
    return cleaned if any(cleaned) else None


def note_change(  # noqa: PLR0913, PLR0917 - a change is all of these
    partie: Partie,
    author: Access | None,
    kind: ChangeKind,
    manche: Manche | None = None,
    options: dict[str, Any] | None = None,
    facts: dict[str, Any] | None = None,
) -> None:
    """Leave a change behind, under the next version of the partie."""
    partie.version += 1
    db.session.flush()
    row = {
        "manche_id": None if manche is None else manche.id,
        "facts": facts if manche is None else manche.facts,
        "note": None if manche is None else manche.note,
        "options": options,
    }
    _note([partie], author, kind, row)
    if manche is not None:
        db.session.expire(manche, ["changes"])


def note_of_each(parties: Sequence[Partie], author: Access | None, kind: ChangeKind) -> None:
    """Leave the same change behind for each of these parties, under the next version of each."""
    for partie in parties:
        partie.version += 1
    db.session.flush()
    if parties:
        _note(parties, author, kind, {"manche_id": None, "facts": None, "note": None, "options": None})


def _note(parties: Sequence[Partie], author: Access | None, kind: ChangeKind, row: dict[str, Any]) -> None:
    about = {**row, "access_id": None if author is None else author.id, "kind": kind}
    rows = [{**about, "partie_id": partie.id, "version": partie.version} for partie in parties]
    db.session.execute(insert(Base.metadata.tables[Change.__tablename__]), rows)
    for partie in parties:
        db.session.expire(partie, ["changes"])


def changes_since(partie: Partie, version: int) -> Sequence[Change]:
    """What was changed after that version, oldest first; where that is very much, its beginning and its end."""
    query = select(Change).where(Change.partie_id == partie.id, Change.version > version).order_by(Change.version)
    if partie.version - version > 2 * _AT_EACH_END:
        ends = Change.version <= version + _AT_EACH_END, Change.version > partie.version - _AT_EACH_END
        query = query.where(or_(*ends))
    return db.session.scalars(query).all()


def latest_changes(manche: Manche, most: int, before: int | None = None) -> Sequence[Change]:
    """The latest changes of a manche, the newest first: so many at most, and before that version where it is given."""
    query = select(Change).where(Change.manche_id == manche.id)
    if before is not None:
        query = query.where(Change.version < before)
    return db.session.scalars(query.order_by(Change.version.desc()).limit(most)).all()


def changed_at(manches: Sequence[Manche]) -> Mapping[int, dt.datetime]:
    """When each of these manches was last changed, by its id."""
    query = select(Change.manche_id, func.max(Change.at)).group_by(Change.manche_id)
    rows = db.session.execute(query.where(Change.manche_id.in_([manche.id for manche in manches])))
    return {number: at for number, at in rows if number is not None}


def refuse_if_undone(partie: Partie, version: int) -> None:
    """Raise `StaleError` when the manche recorded by a form of that version was taken out of the sheet since."""
    changes = changes_since(partie, version)
    if changes and changes[0].manche is not None and changes[0].manche.state is not MancheState.RECORDED:
        raise StaleError(changes)
