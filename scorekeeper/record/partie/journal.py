"""The log of a partie: its start and every change since. Each row makes the next version of the partie.

A partie is a game played to its end, and a manche one deal of it. A row of the log is a change, a step (*Annuler* takes
a change back, *Refaire* makes it again) or a mark, which changes nothing of the table. Its `kind` says which, and its
`payload` has its values as JSON. The changes that are not taken back form a stack: each has the version of the one
`below` it. The *base* is the state at which the log begins. An *access*, the right of one browser, made each row;
`AnyAccess` is one as an object of the ORM or as a plain row.
"""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Mapping, Sequence

from sqlalchemy import ColumnElement, func, insert, inspect, select

from scorekeeper.games import GAMES
from scorekeeper.games.shape import Json
from scorekeeper.partie.log import STARTED, Again, Moved, Redo, Undo
from scorekeeper.partie.payloads import write_value
from scorekeeper.partie.state import Seating, State, Stay
from scorekeeper.record.carnet.carnets import refuse_full_soiree
from scorekeeper.record.database import db
from scorekeeper.record.models import (
    Base,
    Change,
    Manche,
    Participant,
    Partie,
    PartieBase,
    Player,
    Seat,
    Soiree,
)
from scorekeeper.record.names import clean_name
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.record.partie.storing import partie_values, seat_rows
from scorekeeper.record.read_models import upkeep
from scorekeeper.record.refusals import RefusedError, StaleError
from scorekeeper.record.request_access import AnyAccess

_MOST_CHANGES = 100  # in one list
# The key, in the payload of the row that starts a partie, of the seat that was drawn for the first dealer.
DRAWN = "drawn"
# An insert into the table, not by its class: it takes a third of the time.
_INSERT_CHANGE = insert(Base.metadata.tables[Change.__tablename__])


def start_partie(  # noqa: PLR0913, PLR0917 - a partie is all of these
    soiree: Soiree,
    game_slug: str,
    players: Sequence[Player],
    options: Json,
    first_dealer: int | None,
    access: AnyAccess | None,
    side_names: Sequence[str] = (),
) -> Partie:
    """Start a partie, and return it. `players` are in seating order, clockwise; `options` are the house rules as JSON.

    `first_dealer` is a seat; if it is None, a seat is drawn at random. `access` is that of the user who starts it, and
    `side_names` are the names of the teams.
    Raises `RefusedError` for a player in two seats and for a soirée that is full or deleted, `ImpossibleOptionsError`
    for rules that this table cannot play.
    """
    # A `persistent` soirée is in the database already: lock it against deletion until the transaction ends.
    if inspect(soiree).persistent:
        db.session.refresh(soiree, ["deleted_at"], with_for_update={"read": True})
        refuse_full_soiree(soiree.id)
    if soiree.deleted_at is not None:
        raise RefusedError("soiree_gone")
    game = GAMES[game_slug]
    # If a player has two seats, there are fewer ids than seats.
    if len({player.id for player in players}) != len(players):
        raise RefusedError("seat_twice", field="players")
    # The rules in the game's own type; `write_options` returns them as complete JSON.
    rules = game.read_options(options, len(players))
    payload = None
    if first_dealer is None:
        first_dealer = secrets.randbelow(len(players))
        payload = {DRAWN: first_dealer}
    if not 0 <= first_dealer < len(players):
        raise RefusedError("no_such_seat", field="dealer")
    # The participant (player of a partie) of number 0 has seat 0, and so on. `Stay(0, number)` is this participant in a
    # seat since version 0; the second `number` of a `Seating` is the participant for whom statistics count the partie.
    seats = tuple(Seating((Stay(0, number),), number) for number in range(len(players)))
    state = State(
        version=1,
        game=game.slug,
        options=game.write_options(rules),
        seats=seats,
        first_dealer=first_dealer,
        side_names=clean_side_names(side_names),
    )
    # `partie_values` and `seat_rows` return the columns of the rows that store this state.
    partie = Partie(soiree=soiree, game=game.slug, version=1, **partie_values(state))
    partie.participants = [Participant(number=number, player=player) for number, player in enumerate(players)]
    partie.seats = [Seat(**values) for values in seat_rows(state)]
    db.session.add(partie)
    # The base needs the id of the partie.
    db.session.flush()
    # `write_value` returns the state as JSON.
    db.session.add(PartieBase(partie_id=partie.id, version=1, state=write_value(state)))
    insert_changes([partie], access, STARTED, payload)
    # Store the summary of the partie, which lists read instead of scoring it.
    upkeep.write_rows(db.session(), score_partie(partie))
    return partie


def clean_side_names(names: Sequence[str]) -> tuple[str, ...] | None:
    """Return the cleaned names of the teams, None when all are empty."""
    cleaned = tuple(clean_name(name, field="side_names", required=False) for name in names)
    if not any(cleaned):
        return None
    return cleaned


def insert_changes(  # noqa: PLR0913, PLR0917 - a row of the log is all of these
    parties: Sequence[Partie],
    access: AnyAccess | None,
    kind: str,
    payload: Json | None = None,
    below: int | None = None,
    manche: Manche | None = None,
) -> None:
    """Insert a row of the log for the present version of each of these parties.

    `kind` and `payload` say what was done. `below` is the version of the change under this one in the stack, None if
    the row is not in the stack. `manche` is the manche that the row is about, None if it is about none.
    """
    # Write the changed objects first: the rows refer to the new version, and to the id of a new manche.
    db.session.flush()
    values = {
        "access_id": None if access is None else access.id,
        "kind": kind,
        "payload": dict(payload or {}),
        "below": below,
        "manche_id": None if manche is None else manche.id,
    }
    rows = [{**values, "partie_id": partie.id, "version": partie.version} for partie in parties]
    if rows:
        db.session.connection().execute(_INSERT_CHANGE, rows)


def mark(parties: Sequence[Partie], access: AnyAccess | None, kind: str) -> None:
    """Insert a row that changes nothing of the table, as the next version of each of these parties."""
    for partie in parties:
        partie.version += 1
    insert_changes(parties, access, kind)


def change_at(partie: Partie, version: int) -> Change | None:
    """Return the row of the log that made this version of a partie."""
    return db.session.get(Change, (partie.id, version))


def top_at(partie: Partie, version: int) -> int | None:
    """Return the version of the change that was on top of the stack at this version of the partie, None if unknown."""
    row = change_at(partie, version)
    # A mark leaves the stack as it was: look at the row before it.
    while row is not None and row.kind in {Again.kind, Moved.kind}:
        row = change_at(partie, row.version - 1)
    if row is None:
        return None
    # `step` in the payload is the version of the change that is made again or taken back. *Refaire* puts this change on
    # top again; after *Annuler*, the one below it is on top.
    if row.kind == Redo.kind:
        step: int = row.payload["step"]
        return step
    if row.kind == Undo.kind:
        undone = change_at(partie, row.payload["step"])
        return None if undone is None else undone.below
    return row.version


def changes_since(partie: Partie, version: int) -> Sequence[Change]:
    """Return the changes after that version, oldest first; if over a hundred, only the last ones."""
    return _latest(Change.partie_id == partie.id, Change.version > version)[::-1]


def changes_of(manche: Manche) -> Sequence[Change]:
    """Return the changes of a manche, newest first, at most a hundred."""
    return _latest(Change.manche_id == manche.id)


def _latest(*conditions: ColumnElement[bool]) -> Sequence[Change]:
    query = select(Change).where(*conditions).order_by(Change.version.desc())
    return db.session.scalars(query.limit(_MOST_CHANGES)).all()


def last_change_times(manches: Sequence[Manche]) -> Mapping[int, dt.datetime]:
    """Map the id of each of these manches to the time of its last change."""
    query = select(Change.manche_id, func.max(Change.at)).group_by(Change.manche_id)
    rows = db.session.execute(query.where(Change.manche_id.in_([manche.id for manche in manches])))
    return {manche_id: at for manche_id, at in rows if manche_id is not None}


def refuse_if_undone(partie: Partie, version: int, access: AnyAccess) -> None:
    """Raise `StaleError` when a form that is sent again has recorded a manche that is no longer in the sheet.

    The form was filled in for this version, by this access. Example: Anne records manche 3, undoes it, and her browser
    sends the form again: without the error, she would be told that manche 3 is recorded.
    """
    # The first change of this access since is that of the form. Another device may have recorded the same manche and
    # undone it before: its changes are left out.
    query = select(Change).where(Change.partie_id == partie.id, Change.version > version)
    own = db.session.scalars(query.where(Change.access_id == access.id).order_by(Change.version).limit(1)).first()
    # None for a change that is about no manche.
    if own is not None and own.manche is not None and not own.manche.kept:
        raise StaleError(changes_since(partie, version))
