"""The journal of a partie: its start and every change since. Each change makes the next version of the partie."""

from __future__ import annotations

import datetime as dt
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import func, insert, inspect, or_, select

from scorekeeper.games import GAMES
from scorekeeper.games.shape import Json
from scorekeeper.record.carnet.carnets import refuse_full_soiree
from scorekeeper.record.database import db
from scorekeeper.record.models import (
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
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.record.read_models import upkeep
from scorekeeper.record.readers import Author
from scorekeeper.record.refusals import RefusedError, StaleError

_MOST_AT_EACH_END = 100  # changes
_INSERT_CHANGE = insert(Base.metadata.tables[Change.__tablename__])


def start_partie(  # noqa: PLR0913, PLR0917 - a partie is all of these
    soiree: Soiree,
    game_slug: str,
    players: Sequence[Player],
    options: Json,
    first_dealer: int | None,
    author: Author | None,
    side_names: Sequence[str] = (),
) -> Partie:
    """Start a partie. `players` are in seating order, clockwise; if `first_dealer` is None, a seat is drawn at random.

    Raises `RefusedError` for a player in two seats and for a soirée that is full or deleted, `ImpossibleOptionsError`
    for rules that this table cannot play.
    """
    _refuse_deleted(soiree)
    if inspect(soiree).persistent:
        refuse_full_soiree(db.session(), soiree.id)
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
    record_change(partie, author, ChangeKind.STARTED, options=partie.options)
    upkeep.insert_rows(db.session(), score_partie(partie))
    return partie


def _refuse_deleted(soiree: Soiree) -> None:
    """Raise `RefusedError` when a soirée is deleted, and lock it against deletion until the transaction ends."""
    if inspect(soiree).persistent and db.session.get_bind().dialect.name != "sqlite":  # SQLite has one writer at a time
        db.session.refresh(soiree, ["deleted_at"], with_for_update={"read": True})
    if soiree.deleted_at is not None:
        raise RefusedError("soiree_gone")


def clean_side_names(names: Sequence[str]) -> list[str] | None:
    """Return the cleaned names of the teams, None when all are empty."""
    cleaned = [clean_name(name, field="side_names", required=False) for name in names]
    return cleaned if any(cleaned) else None


def record_change(  # noqa: PLR0913, PLR0917 - a change is all of these
    partie: Partie,
    author: Author | None,
    kind: ChangeKind,
    manche: Manche | None = None,
    options: dict[str, Any] | None = None,
    facts: dict[str, Any] | None = None,
) -> None:
    """Record a change in the journal, as the next version of the partie."""
    partie.version += 1
    db.session.flush()
    values = {
        "manche_id": None if manche is None else manche.id,
        "facts": facts if manche is None else manche.facts,
        "note": None if manche is None else manche.note,
        "options": options,
    }
    _insert_changes([partie], author, kind, values)
    if manche is not None:
        db.session.expire(manche, ["changes"])


def record_changes(parties: Sequence[Partie], author: Author | None, kind: ChangeKind) -> None:
    """Record the same change for each of these parties, as the next version of each."""
    for partie in parties:
        partie.version += 1
    db.session.flush()
    if parties:
        _insert_changes(parties, author, kind, {"manche_id": None, "facts": None, "note": None, "options": None})


def _insert_changes(parties: Sequence[Partie], author: Author | None, kind: ChangeKind, values: dict[str, Any]) -> None:
    shared_values = {**values, "access_id": None if author is None else author.id, "kind": kind}
    rows = [{**shared_values, "partie_id": partie.id, "version": partie.version} for partie in parties]
    db.session.connection().execute(_INSERT_CHANGE, rows)
    for partie in parties:
        db.session.expire(partie, ["changes"])


def changes_since(partie: Partie, version: int) -> Sequence[Change]:
    """Return the changes after that version, oldest first; if over 200, only the first and last hundred."""
    query = select(Change).where(Change.partie_id == partie.id, Change.version > version).order_by(Change.version)
    if partie.version - version > 2 * _MOST_AT_EACH_END:
        ends = Change.version <= version + _MOST_AT_EACH_END, Change.version > partie.version - _MOST_AT_EACH_END
        query = query.where(or_(*ends))
    return db.session.scalars(query).all()


def latest_changes(manche: Manche, most: int, before: int | None = None) -> Sequence[Change]:
    """Return at most `most` changes of a manche, newest first; with `before`, only those before this version."""
    query = select(Change).where(Change.manche_id == manche.id)
    if before is not None:
        query = query.where(Change.version < before)
    return db.session.scalars(query.order_by(Change.version.desc()).limit(most)).all()


def latest_not_undone(partie: Partie, kinds: Sequence[ChangeKind]) -> Mapping[ChangeKind, Change]:
    """Map each of these kinds to its latest change of a partie that no later one undid; leave out kinds without one."""
    query = select(Change).where(Change.partie_id == partie.id, Change.kind.in_(kinds))
    latest, undone = dict[ChangeKind, Change](), Counter[ChangeKind]()
    for change in db.session.scalars(query.order_by(Change.version.desc())):
        if (change.facts or {}).get("undone"):
            undone[change.kind] += 1
        elif undone[change.kind]:
            undone[change.kind] -= 1
        else:
            latest.setdefault(change.kind, change)
    return latest


def last_change_times(manches: Sequence[Manche]) -> Mapping[int, dt.datetime]:
    """Map the id of each of these manches to the time of its last change."""
    query = select(Change.manche_id, func.max(Change.at)).group_by(Change.manche_id)
    rows = db.session.execute(query.where(Change.manche_id.in_([manche.id for manche in manches])))
    return {manche_id: at for manche_id, at in rows if manche_id is not None}


def refuse_if_undone(partie: Partie, version: int, author: Author) -> None:
    """Raise `StaleError` when the form of this author and version recorded a manche that is no longer in the sheet."""
    changes = changes_since(partie, version)
    # Another device may have recorded the same manche and undone it before.
    own = [change.manche for change in changes if change.access_id == author.id]
    if own and own[0] is not None and own[0].state is not MancheState.RECORDED:
        raise StaleError(changes)
