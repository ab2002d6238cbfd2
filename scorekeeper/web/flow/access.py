"""Who may see what: the carnets whose key this browser holds, and a 404 for everything else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from flask import Flask, abort, g, request, session, url_for
from sqlalchemy import ColumnElement, Select, and_, select
from sqlalchemy.orm import contains_eager, joinedload, selectinload

from scorekeeper.record.database import begin_writing, db
from scorekeeper.record.models import (
    Access,
    Base,
    Carnet,
    Decision,
    Invitation,
    Manche,
    Partie,
    Player,
    Regrouping,
    SavedPreset,
    Soiree,
)
from scorekeeper.record.partie.standings import is_by_totals
from scorekeeper.record.sharing.accesses import is_inside
from scorekeeper.web.core.roles import Right, least, right_of
from scorekeeper.web.core.security import csrf

RowT = TypeVar("RowT", bound=Base)
_OWN_ADDRESS = "carnet_key"
_UNSEEN = "code_unseen"
_BY_TOTALS = {
    *("parties.show", "parties.delete", "parties.restore", "regrouping.elsewhere", "regrouping.move"),
    *("screen.show", "sheets.partie"),
}


def init_app(app: Flask) -> None:
    """Check the key of the carnet in the address first, then the cross-site token of what is posted."""
    app.before_request(check_carnet)
    app.before_request(check_token)
    app.url_defaults(_stay_in_carnet)
    app.context_processor(lambda: {"carnet": g.get("carnet"), "may": may, "own_player": reader()[1]})


def check_carnet() -> None:
    """Answer 404, as if there were nothing, to whoever has no key to the carnet in the address or may not ask that."""
    if not request.view_args or _OWN_ADDRESS not in request.view_args:
        return
    key = request.view_args.pop(_OWN_ADDRESS)
    access = _access_to(key)
    if access is None:
        # Whoever had the key knows that the carnet exists, and is told that it is closed.
        g.closed = key in session.get("carnets", {})
        abort(404)
    if right_of(access) < least(request.endpoint):
        abort(404)
    g.access, g.carnet = access, access.carnet


def may(endpoint: str) -> bool:
    """Whether the reader may ask for that view: what a page offers is what its reader may do."""
    return "access" not in g or right_of(g.access) >= least(endpoint)


def reader() -> tuple[Right, int | None]:
    """For whom a page is made: what the reader may do in the carnet of the address, and which player that is."""
    return (right_of(g.access), g.access.player_id) if "access" in g else (Right.ANYBODY, None)


def check_token() -> None:
    """Refuse a form that this site did not write; the fault page lets one send it again."""
    if request.method == "POST":
        csrf.protect()


def keep(access: Access, *, code_unseen: bool = False) -> None:
    """Put the key of this access in the browser's cookie, and whether nobody saw the code that opens it elsewhere."""
    if code_unseen:
        session[_UNSEEN] = [*session.get(_UNSEEN, []), access.carnet.key]
    kept = dict(session.get("carnets", {}))
    kept[access.carnet.key] = [access.id, access.generation]
    session["carnets"] = kept
    session.permanent = True


def code_is_unseen(carnet: Carnet) -> bool:
    """Whether this browser made the carnet without showing the code that opens it elsewhere."""
    return carnet.key in session.get(_UNSEEN, [])


def note_code_seen(carnet: Carnet) -> None:
    """The code was shown on this phone: it needs no reminder."""
    if code_is_unseen(carnet):
        session[_UNSEEN] = [key for key in session[_UNSEEN] if key != carnet.key]


def forget(key: str) -> None:
    """Take the key of a carnet out of the browser's cookie."""
    session["carnets"] = {known: value for known, value in session.get("carnets", {}).items() if known != key}


def held() -> Sequence[Access]:
    """The accesses whose key this browser holds, oldest first."""
    kept = session.get("carnets", {})
    if not kept:
        return []
    _begin()
    query = select(Access).options(joinedload(Access.carnet))
    numbers = [number for number, _ in kept.values()]
    found = {access.id: access for access in db.session.scalars(query.where(Access.id.in_(numbers)))}
    accesses = (_opening(found.get(one[0]), key, one[1]) for key, one in kept.items())
    return [access for access in accesses if access is not None]


def held_of(carnet: Carnet) -> Access | None:
    """The access to that carnet whose key this browser holds."""
    return _access_to(carnet.key)


def home_of(access: Access) -> str:
    """Where a carnet opens for whoever holds this access: at its first page, or at the only soirée to be seen."""
    key = access.carnet.key
    if access.soiree_id is not None:
        return url_for("soirees.show", carnet_key=key, soiree_id=access.soiree_id)
    return url_for("carnet.show", carnet_key=key)


def writer() -> Access:
    """The access of the request under way."""
    access: Access = g.access
    return access


def player_or_404(player_id: int) -> Player:
    """A player of this carnet."""
    return _own(select(Player).where(Player.id == player_id, Player.carnet_id == g.carnet.id))


def soiree_or_404(soiree_id: int, *, deleted: bool = False) -> Soiree:
    """A soirée of this carnet; a deleted one only when asked for."""
    soiree = _own(select(Soiree).where(Soiree.id == soiree_id, seen_soirees()))
    if soiree.deleted_at is not None and not deleted:
        abort(404)
    return soiree


def soiree_of_carnet(soiree_id: int) -> Soiree | None:
    """A soirée of this carnet that was not put away, if it has that one."""
    query = select(Soiree).where(Soiree.id == soiree_id, Soiree.carnet_id == g.carnet.id, Soiree.deleted_at.is_(None))
    return db.session.scalar(query)


def regrouping_or_404(regrouping_id: int) -> Regrouping:
    """What went from one soirée of this carnet to another, undone or not."""
    query = select(Regrouping).join(Regrouping.source)
    return _own(query.where(Regrouping.id == regrouping_id, Soiree.carnet_id == g.carnet.id))


def partie_or_404(partie_id: int, *, deleted: bool = False) -> Partie:
    """A partie of this carnet; a deleted one, or one of a deleted soirée, only when asked for.

    One by totals is shown, moved and deleted; any other page needs facts, and is not found.
    """
    query = select(Partie).join(Partie.soiree).options(contains_eager(Partie.soiree), selectinload(Partie.seats))
    partie = _own(query.where(Partie.id == partie_id, seen_soirees()))
    if is_by_totals(partie) and request.endpoint not in _BY_TOTALS:
        abort(404)
    if not deleted and (partie.deleted_at is not None or partie.soiree.deleted_at is not None):
        abort(404)
    return partie


def version_or_404(partie_id: int) -> int:
    """The version of a partie of this carnet, and nothing else of it."""
    query = select(Partie.version).join(Partie.soiree).where(Partie.id == partie_id, seen_soirees())
    version = db.session.scalar(query.where(Partie.deleted_at.is_(None), Soiree.deleted_at.is_(None)))
    if version is None:
        abort(404)
    return version


def manche_or_404(partie: Partie, manche_id: int) -> Manche:
    """A manche of that partie that is or was in its sheet."""
    manche = _own(select(Manche).where(Manche.id == manche_id, Manche.partie_id == partie.id))
    if not manche.facts:
        abort(404)
    return manche


def preset_or_404(preset_id: int) -> SavedPreset:
    """House rules kept by this carnet."""
    return _own(select(SavedPreset).where(SavedPreset.id == preset_id, SavedPreset.carnet_id == g.carnet.id))


def decision_or_404(decision_id: int) -> Decision:
    """What a table of this carnet decided, put away or not."""
    return _own(select(Decision).where(Decision.id == decision_id, Decision.carnet_id == g.carnet.id))


def phone_or_404(access_id: int) -> Access:
    """The access of another phone to this carnet."""
    query = select(Access).where(Access.id == access_id, Access.carnet_id == g.carnet.id, Access.gone_at.is_(None))
    return _own(query.where(Access.id != g.access.id))


def invitation_or_404(invitation_id: int) -> Invitation:
    """An invitation into this carnet, open or not."""
    return _own(select(Invitation).where(Invitation.id == invitation_id, Invitation.carnet_id == g.carnet.id))


def seen_soirees() -> ColumnElement[bool]:
    """The soirées that the reader may see: those of the carnet, or the only one."""
    own = Soiree.carnet_id == g.carnet.id
    return own if g.access.soiree_id is None else and_(own, Soiree.id == g.access.soiree_id)


def _own(query: Select[RowT]) -> RowT:
    row = db.session.scalar(query)
    if row is None:
        abort(404)
    return row


def _access_to(key: str) -> Access | None:
    held = session.get("carnets", {}).get(key)
    if held is None:
        return None
    _begin()
    return _opening(db.session.get(Access, held[0], options=[joinedload(Access.carnet)]), key, held[1])


def _begin() -> None:
    """Begin the one transaction of a form before anything is read."""
    if request.method == "POST" and not db.session().in_transaction():
        begin_writing()


def _opening(access: Access | None, key: str, generation: int) -> Access | None:
    """The access if it opens the carnet of this key for whoever holds it in this generation."""
    if access is None or access.generation != generation or access.carnet.key != key:
        return None
    return access if is_inside(access) else None


def _stay_in_carnet(endpoint: str, values: dict[str, Any]) -> None:
    from flask import current_app  # noqa: PLC0415 - the application is known only inside a request

    if (
        _OWN_ADDRESS not in values
        and "carnet" in g
        and current_app.url_map.is_endpoint_expecting(endpoint, _OWN_ADDRESS)
    ):
        values[_OWN_ADDRESS] = g.carnet.key
