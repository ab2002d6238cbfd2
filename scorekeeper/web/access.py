"""Who may see what: the carnets whose key this browser holds, and a 404 for everything else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from flask import Flask, abort, g, request, session
from sqlalchemy import Select, select
from sqlalchemy.orm import contains_eager, joinedload, selectinload

from scorekeeper.record.database import begin_writing, db
from scorekeeper.record.models import (
    Access,
    Base,
    Carnet,
    Decision,
    Manche,
    Merge,
    Partie,
    Player,
    Regrouping,
    Role,
    SavedPreset,
    Soiree,
)
from scorekeeper.web.guards import csrf

RowT = TypeVar("RowT", bound=Base)
_WRITERS = frozenset({Role.OWNER, Role.MARQUEUR})
_OWN_ADDRESS = "carnet_key"
_UNSEEN = "code_unseen"


def init_app(app: Flask) -> None:
    """Check the key of the carnet in the address first, then the cross-site token of what is posted."""
    app.before_request(check_carnet)
    app.before_request(check_token)
    app.url_defaults(_stay_in_carnet)
    app.context_processor(lambda: {"carnet": g.get("carnet")})


def check_carnet() -> None:
    """Answer 404 to whoever has no key to the carnet in the address, as if it did not exist."""
    if not request.view_args or _OWN_ADDRESS not in request.view_args:
        return
    key = request.view_args.pop(_OWN_ADDRESS)
    access = _access_to(key)
    if access is None or (request.method == "POST" and access.role not in _WRITERS):
        abort(404)
    g.access, g.carnet = access, access.carnet


def check_token() -> None:
    """Refuse a form that this site did not write; the fault page lets one send it again."""
    if request.method == "POST":
        csrf.protect()


def keep(access: Access, *, code_unseen: bool = False) -> None:
    """Put the key of this access in the browser's cookie, and whether nobody saw the code that opens it elsewhere."""
    if code_unseen:
        session[_UNSEEN] = [*session.get(_UNSEEN, []), access.carnet.key]
    held = dict(session.get("carnets", {}))
    held[access.carnet.key] = [access.id, access.generation]
    session["carnets"] = held
    session.permanent = True


def code_is_unseen(carnet: Carnet) -> bool:
    """Whether this browser made the carnet without showing the code that opens it elsewhere."""
    return carnet.key in session.get(_UNSEEN, [])


def note_code_seen(carnet: Carnet) -> None:
    """The code was shown on this phone: it needs no reminder."""
    if code_is_unseen(carnet):
        session[_UNSEEN] = [key for key in session[_UNSEEN] if key != carnet.key]


def forget(carnet: Carnet) -> None:
    """Take the carnet's key out of the browser's cookie."""
    session["carnets"] = {key: value for key, value in session.get("carnets", {}).items() if key != carnet.key}


def held_carnets() -> Sequence[Carnet]:
    """The carnets whose key this browser holds, oldest first."""
    accesses = (_access_to(key) for key in session.get("carnets", {}))
    return [access.carnet for access in accesses if access is not None]


def writer() -> Access:
    """The access of the request under way."""
    access: Access = g.access
    return access


def owner_or_404() -> None:
    """Answer 404 to whoever writes here without owning the carnet."""
    if writer().role is not Role.OWNER:
        abort(404)


def player_or_404(player_id: int) -> Player:
    """A player of this carnet."""
    return _own(select(Player).where(Player.id == player_id, Player.carnet_id == g.carnet.id))


def merge_or_404(player: Player, merge_id: int) -> Merge:
    """A merge into that player."""
    return _own(select(Merge).where(Merge.id == merge_id, Merge.player_id == player.id))


def soiree_or_404(soiree_id: int, *, deleted: bool = False) -> Soiree:
    """A soirée of this carnet; a deleted one only when asked for."""
    soiree = _own(select(Soiree).where(Soiree.id == soiree_id, Soiree.carnet_id == g.carnet.id))
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


def partie_or_404(partie_id: int, *, deleted: bool = False, paper: bool = False) -> Partie:
    """A partie of this carnet; a deleted one, or one of a deleted soirée, only when asked for, nor one on paper.

    Of a partie on paper there are points, and nothing that any other page asks about.
    """
    query = select(Partie).join(Partie.soiree).options(contains_eager(Partie.soiree), selectinload(Partie.seats))
    partie = _own(query.where(Partie.id == partie_id, Soiree.carnet_id == g.carnet.id))
    if partie.paper and not paper:
        abort(404)
    if not deleted and (partie.deleted_at is not None or partie.soiree.deleted_at is not None):
        abort(404)
    return partie


def version_or_404(partie_id: int) -> int:
    """The version of a partie of this carnet, and nothing else of it."""
    query = select(Partie.version).join(Partie.soiree).where(Partie.id == partie_id, Soiree.carnet_id == g.carnet.id)
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


def _own(query: Select[RowT]) -> RowT:
    row = db.session.scalar(query)
    if row is None:
        abort(404)
    return row


def _access_to(key: str) -> Access | None:
    held = session.get("carnets", {}).get(key)
    if held is None:
        return None
    if request.method == "POST" and not db.session().in_transaction():
        begin_writing()
    access = db.session.get(Access, held[0], options=[joinedload(Access.carnet)])
    if access is None or access.generation != held[1] or access.carnet.key != key:
        return None
    return access


def _stay_in_carnet(endpoint: str, values: dict[str, Any]) -> None:
    from flask import current_app  # noqa: PLC0415 - the application is known only inside a request

    if (
        _OWN_ADDRESS not in values
        and "carnet" in g
        and current_app.url_map.is_endpoint_expecting(endpoint, _OWN_ADDRESS)
    ):
        values[_OWN_ADDRESS] = g.carnet.key
