"""Access to carnets: a browser sees the carnets whose keys are in its cookie, and gets a 404 for others.

A *carnet* is the notebook of a group of players; its key is in its address. It has *soirées* (evenings) of *parties*
(games to their end), and a partie has *manches* (deals). An `Access` is the permission of one browser in one carnet; a
*guest* has access to a single soirée. The session, in the cookie, stores under "carnets" the id and the generation of
each access by the key of its carnet: `{"k3y": [17, 1]}`. Revoking an access changes its generation, so that the cookie
is no longer valid. `g.access` is the access of the current request. A *reader* is the user who requests the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, TypeVar

from flask import Flask, abort, current_app, g, request, session, url_for
from flask.sessions import SecureCookieSessionInterface
from sqlalchemy import ColumnElement, Select, bindparam, select
from sqlalchemy.orm import contains_eager, joinedload

from scorekeeper.record.database import begin_writing, db
from scorekeeper.record.models import (
    Access,
    Base,
    Carnet,
    Change,
    Decision,
    Invitation,
    KeptQuestion,
    Manche,
    Participant,
    Partie,
    Player,
    Regrouping,
    SavedPreset,
    Soiree,
)
from scorekeeper.record.partie.scored_partie import is_by_totals
from scorekeeper.record.read_models import lists
from scorekeeper.record.read_models.lists import ListedPartie
from scorekeeper.record.read_models.partie_version import (
    IN_VISIBLE_SOIREE,
    in_visible_soiree,
    partie_version,
    version_and_names,
)
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.request_access import find_access
from scorekeeper.record.sharing.accesses import is_valid
from scorekeeper.web.core.roles import Right, required_right, right_of
from scorekeeper.web.core.security import csrf

RowT = TypeVar("RowT", bound=Base)
# The argument of the routes with the key of the carnet.
_KEY_ARGUMENT = "carnet_key"
# In the session: the keys of the carnets made in this browser whose recovery code was not shown.
_UNSEEN_CODES = "code_unseen"
# The most bytes of a cookie to which an access may be added; other values of the session may need 500 more.
_FULLEST_COOKIE = 3400
# The views that accept a partie *by totals*: of its manches, only the points are known, not the facts.
_VIEWS_BY_TOTALS = {
    "parties.show",
    "parties.delete",
    "parties.redo",
    "parties.restore",
    "parties.undo",
    "regrouping.elsewhere",
    "regrouping.move",
    "repairs.players",
    "repairs.repair_players",
    "screen.show",
    "sheets.partie",
}


def init_app(app: Flask) -> None:
    """Check, before each request, the carnet's key in the address, then the CSRF token of a POST.

    Also add the key of the current carnet to the addresses that `url_for` makes, and some values to the templates.
    """
    app.before_request(check_carnet)
    # `csrf.protect` checks the token of a POST, and lets other requests pass.
    app.before_request(csrf.protect)
    app.url_defaults(_add_carnet_key)
    app.context_processor(_template_values)


def check_carnet() -> None:
    """Abort with a 404 if the browser has no access to the carnet in the address, or lacks the right for the view."""
    if not request.view_args or _KEY_ARGUMENT not in request.view_args:
        return
    # Remove the key from the arguments of the view, which uses `g.access` in its place.
    key = request.view_args.pop(_KEY_ARGUMENT)
    # The id and the generation of the access, None without one.
    stored = session.get("carnets", {}).get(key)
    found = None
    if stored is not None:
        # The lock comes before the first query: what a POST reads cannot change until it has written.
        _begin_writing_for_post()
        # `stored` is the id and the generation. `found` is None if the access was revoked, left or ended.
        found = find_access(key, *stored)
    if found is None:
        # The page of the 404 says that the access has ended only if this browser had one: other browsers must not learn
        # that the carnet exists.
        g.closed = stored is not None
        abort(404)
    if right_of(found) < required_right(request.endpoint):
        abort(404)
    g.access = found


def may(endpoint: str) -> bool:
    """Whether the reader has the right that this view requires; if not, templates hide the links and buttons to it.

    On a page outside carnets, the answer is always yes.
    """
    return "access" not in g or right_of(g.access) >= required_right(endpoint)


def right_and_player_id() -> tuple[Right, int | None]:
    """Return the reader's right in the carnet of the address, and the id of the reader's player, None without one."""
    if "access" not in g:
        return Right.ANYONE, None
    return right_of(g.access), g.access.player_id


def _template_values() -> dict[str, Any]:
    """Return the values for templates: `carnet` (None outside carnets), `may`, `own_player` (an id or None)."""
    carnet = g.access.carnet if "access" in g else None
    return {"carnet": carnet, "may": may, "own_player": right_and_player_id()[1]}


def remember_access(access: Access, *, recovery_code_unseen: bool = False) -> None:
    """Store this access in the browser's cookie; `recovery_code_unseen`: the recovery code was not shown."""
    if recovery_code_unseen:
        session[_UNSEEN_CODES] = [*session.get(_UNSEEN_CODES, []), access.carnet.key]
    stored = dict(session.get("carnets", {}))
    stored[access.carnet.key] = [access.id, access.generation]
    session["carnets"] = stored
    session.permanent = True


def refuse_full_cookie(access: Access) -> None:
    """Raise `RefusedError` if the browser's cookie, of which browsers keep 4,096 bytes, is too full for this access."""
    if access.carnet.key in session.get("carnets", {}):
        return
    serializer = SecureCookieSessionInterface().get_signing_serializer(current_app)
    # The session as the text of its cookie, to measure it.
    if serializer is None or len(serializer.dumps(dict(session))) > _FULLEST_COOKIE:
        session.pop("_flashes", None)  # the notices of Flask, which would say that the form was carried out
        raise RefusedError("cookie_full")


def code_is_unseen() -> bool:
    """Whether this browser created the carnet of the address without showing its recovery code."""
    return g.access.carnet.key in session.get(_UNSEEN_CODES, [])


def note_code_seen() -> None:
    """Record that the recovery code was shown in this browser, which ends the reminder."""
    if code_is_unseen():
        session[_UNSEEN_CODES] = [key for key in session[_UNSEEN_CODES] if key != g.access.carnet.key]


def forget_access(key: str) -> None:
    """Remove the access to the carnet of this key from the browser's cookie."""
    session["carnets"] = {other: value for other, value in session.get("carnets", {}).items() if other != key}


def session_accesses() -> Sequence[Access]:
    """Return the valid accesses in the browser's cookie, in the order of the cookie: by the keys of their carnets."""
    stored = session.get("carnets", {})
    if not stored:
        return []
    _begin_writing_for_post()
    query = select(Access).options(joinedload(Access.carnet))
    ids = [access_id for access_id, _generation in stored.values()]
    by_id = {access.id: access for access in db.session.scalars(query.where(Access.id.in_(ids)))}
    # None in place of each access that is not valid.
    accesses = (_if_valid(by_id.get(access_id), key, generation) for key, (access_id, generation) in stored.items())
    return [access for access in accesses if access is not None]


def session_access(carnet: Carnet) -> Access | None:
    """Return the valid access to this carnet in the browser's cookie, else None."""
    return next((access for access in session_accesses() if access.carnet_id == carnet.id), None)


def first_address(access: Access) -> str:
    """Return the address of the first page of an access: its carnet, or a guest's only soirée."""
    key = access.carnet.key
    if access.soiree_id is not None:
        return url_for("soirees.show", carnet_key=key, soiree_id=access.soiree_id)
    return url_for("carnet.show", carnet_key=key)


def resumable_parties(accesses: Sequence[Access]) -> list[ListedPartie]:
    """Return the unfinished parties to resume with these accesses, the one played last first."""
    # For an access to a whole carnet, the latest soirée; for that of a guest, its only soirée.
    carnet_soiree_ids = lists.latest_soirees_of([access.carnet_id for access in accesses if access.soiree_id is None])
    guest_soiree_ids = [access.soiree_id for access in accesses if access.soiree_id is not None]
    return lists.resumable_parties([*carnet_soiree_ids, *guest_soiree_ids])


def current_access() -> Access:
    """Return the row of the access of the current request, to change it."""
    # `g.access` is a copy of some columns, not the row.
    return db.session.get_one(Access, g.access.id)


def current_carnet() -> Carnet:
    """Return the row of the carnet of the address, to change it."""
    return db.session.get_one(Carnet, g.access.carnet.id)


def saved_presets() -> Sequence[SavedPreset]:
    """Return the presets saved in this carnet, oldest first."""
    query = select(SavedPreset).where(SavedPreset.carnet_id == g.access.carnet.id)
    return db.session.scalars(query.order_by(SavedPreset.id)).all()


def are_own(changes: Sequence[Change]) -> bool:
    """Return whether there are changes and this browser made them all, for instance in another tab."""
    return bool(changes) and all(change.access_id == g.access.id for change in changes)


def own_row(table: type[RowT], row_id: int | None, *conditions: ColumnElement[bool]) -> RowT | None:
    """Return the row of this table and carnet with this id that meets the conditions, None without one."""
    columns = table.__table__.columns
    return db.session.scalar(
        select(table).where(columns.id == row_id, columns.carnet_id == g.access.carnet.id, *conditions)
    )


def row_or_404(table: type[RowT], row_id: int) -> RowT:
    """Return the row of this table and carnet with this id, or abort with a 404, as the functions below do."""
    return own_row(table, row_id) or abort(404)


# Each of these functions takes an id and returns a row, which may be marked as deleted, or no longer be valid.
player_or_404 = partial(row_or_404, Player)
preset_or_404 = partial(row_or_404, SavedPreset)
decision_or_404 = partial(row_or_404, Decision)
question_or_404 = partial(row_or_404, KeptQuestion)
invitation_or_404 = partial(row_or_404, Invitation)


def soiree_or_404(soiree_id: int, *, deleted: bool = False) -> Soiree:
    """Return a soirée that the reader may see; a deleted one only if `deleted`."""
    soiree = _row_or_404(select(Soiree).where(Soiree.id == soiree_id, visible_soirees()))
    if soiree.deleted_at is not None and not deleted:
        abort(404)
    return soiree


def soiree_of_carnet(soiree_id: int) -> Soiree | None:
    """Return a soirée of this carnet, None if it is deleted or of another carnet."""
    return own_row(Soiree, soiree_id, Soiree.deleted_at.is_(None))


def regrouping_or_404(regrouping_id: int) -> Regrouping:
    """Return a regrouping of soirées of this carnet, undone or not."""
    query = select(Regrouping).join(Regrouping.source)
    return _row_or_404(query.where(Regrouping.id == regrouping_id, Soiree.carnet_id == g.access.carnet.id))


def partie_or_404(partie_id: int, *, deleted: bool = False) -> Partie:
    """Return a partie that the reader may see; a deleted one, or one of a deleted soirée, only if `deleted`."""
    partie = db.session.scalars(_PARTIE, _partie_values(partie_id)).unique().one_or_none()
    if partie is None:
        abort(404)
    # A partie by totals has no facts: it can be shown, moved or deleted, but not played.
    if request.endpoint not in _VIEWS_BY_TOTALS and is_by_totals(partie):
        abort(404)
    if not deleted and (partie.deleted_at is not None or partie.soiree.deleted_at is not None):
        abort(404)
    return partie


# The query of a partie that the reader may see, with its soirée, carnet and participants (the players in its seats).
# It is built once for all requests, because building it takes time; `_partie_values` returns its values.
_PARTIE = (
    select(Partie)
    .join(Partie.soiree)
    # `contains_eager`: the soirée is read from the join above, not queried again.
    .options(contains_eager(Partie.soiree).joinedload(Soiree.carnet, innerjoin=True))
    # `innerjoin=False`: with an inner join, SQLite would read every participant of every partie.
    .options(joinedload(Partie.participants).joinedload(Participant.player, innerjoin=False).undefer(Player.number))
    .where(Partie.id == bindparam("partie_id"), IN_VISIBLE_SOIREE)
)


def partie_version_or_404(partie_id: int) -> int:
    """Return the version of a partie that the reader may see, without loading the partie."""
    version = partie_version(_partie_values(partie_id))
    if version is None:
        abort(404)
    return version


def version_and_names_or_404(partie_id: int) -> tuple[tuple[Any, ...], ...]:
    """Return a value that differs whenever the sheet of a partie does, without loading the partie."""
    # No rows: the reader may not see the partie.
    return version_and_names(_partie_values(partie_id)) or abort(404)


def _partie_values(partie_id: int) -> dict[str, int | None]:
    """Return the values of a query of a partie: its id, the carnet, and a guest's only soirée (None: all soirées)."""
    return {"partie_id": partie_id, "carnet_id": g.access.carnet.id, "only_soiree": g.access.soiree_id}


def manche_or_404(partie: Partie, manche_id: int) -> Manche:
    """Return a manche of the partie that is or was in its score sheet."""
    return _row_or_404(select(Manche).where(Manche.id == manche_id, Manche.partie_id == partie.id))


def access_or_404(access_id: int) -> Access:
    """Return the access of another device to this carnet, if it is still valid, or abort with a 404."""
    # `gone_at` is the time when an access was revoked, left or ended; None before.
    return own_row(Access, access_id, Access.gone_at.is_(None), Access.id != g.access.id) or abort(404)


def visible_soirees() -> ColumnElement[bool]:
    """Return the SQL condition for the soirées that the reader may see: all of the carnet, or a guest's only one."""
    return in_visible_soiree(carnet_id=g.access.carnet.id, only_soiree=g.access.soiree_id)


def _row_or_404(query: Select[RowT]) -> RowT:
    return db.session.scalar(query) or abort(404)


def _begin_writing_for_post() -> None:
    """Begin a write transaction before the first query of a POST, so that no other writer changes what it reads."""
    if request.method == "POST" and not db.session().in_transaction():
        begin_writing()


def _if_valid(access: Access | None, key: str, generation: int) -> Access | None:
    """Return the access if it is to the carnet of this key, of this generation and not revoked, else None."""
    if access is None or access.generation != generation or access.carnet.key != key or not is_valid(access):
        return None
    return access


def _add_carnet_key(endpoint: str, values: dict[str, Any]) -> None:
    """Add the key of the current carnet to the values of `url_for`, if the view is one of a carnet."""
    if (
        _KEY_ARGUMENT not in values
        and "access" in g
        and current_app.url_map.is_endpoint_expecting(endpoint, _KEY_ARGUMENT)
    ):
        values[_KEY_ARGUMENT] = g.access.carnet.key
