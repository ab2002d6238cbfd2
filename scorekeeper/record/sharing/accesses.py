"""The use cases of sharing a carnet: invite, accept an invitation, name an access, revoke, hand over.

A carnet is the notebook of a group of players (`AnyCarnet`: an object of the ORM or a plain row), and a soirée an
evening of cards. An *access* is the right of one browser to one carnet. Its role is owner, marqueur (records scores) or
spectateur (only reads); a guest is a spectateur of one soirée. The cookie of the browser has the `generation` of the
access, which grows when it ends. Each use case runs inside `database.writing()` and raises `RefusedError` when it
cannot be done.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, func, or_, select, update
from sqlalchemy.orm import joinedload

from scorekeeper.record.carnet.habits import figures_by_player, latest_soirees
from scorekeeper.record.carnet.regrouping import surviving_soiree
from scorekeeper.record.database import add_row, db
from scorekeeper.record.models import (
    Access,
    Carnet,
    Invitation,
    Partie,
    Player,
    Role,
    Soiree,
    utc_now,
)
from scorekeeper.record.names import clean_name
from scorekeeper.record.read_models.evenings import find_zone
from scorekeeper.record.read_models.lists import ListPage, read_page
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.request_access import AnyCarnet
from scorekeeper.record.sharing.recovery_code import renew_code

_PAGE_SIZE = 50
MOST_SUGGESTED = 12  # players
MOST_INVITATIONS = 50  # open at a time
_TOKEN_BYTES = 24  # random ones
_NOON = dt.time(12)
# How many accesses an invitation can create, and how long it is valid.
_PLACES = {Role.MARQUEUR: 12, Role.SPECTATEUR: 200}
_OPEN_FOR = {Role.MARQUEUR: dt.timedelta(days=1), Role.SPECTATEUR: dt.timedelta(days=30)}


@dataclass(frozen=True)
class Joiner:
    """A user who accepts an invitation: a player of the carnet, another name, or anonymous."""

    name: str = ""
    player_id: int | None = None


def invite(carnet: Carnet, role: Role, soiree: Soiree | None = None) -> tuple[Invitation, str]:
    """Create an invitation, and return it with the token of its link, of which only the digest is stored.

    An invitation to a soirée is for a spectateur, and ends with the soirée. Raises `RefusedError` for other roles, and
    when too many invitations are open.
    """
    if len(open_invitations(carnet)) >= MOST_INVITATIONS:
        raise RefusedError("many_invitations", most=MOST_INVITATIONS)
    if role is Role.OWNER or (soiree is not None and role is not Role.SPECTATEUR):
        raise RefusedError("no_such_invitation")
    token = secrets.token_urlsafe(_TOKEN_BYTES)  # a random text for the link
    ends_at = utc_now() + _OPEN_FOR[role]
    if soiree is not None:
        ends_at = invitation_end(soiree)
    invitation = Invitation(
        carnet=carnet, soiree=soiree, role=role, digest=_digest(token), places=_PLACES[role], ends_at=ends_at
    )
    # `add_row` inserts a row and returns it with its id.
    return add_row(invitation), token


def invitation_end(soiree: Soiree) -> dt.datetime:
    """Return when invitations to a soirée end: at noon of the day after it, or of tomorrow if the soirée is past."""
    # In the time zone of the soirée, by default that of the server.
    now = utc_now().astimezone(find_zone(soiree.zone))
    last_day = max(soiree.held_on, now.date())
    return dt.datetime.combine(last_day + dt.timedelta(days=1), _NOON, now.tzinfo)


def find_invitation(token: str) -> Invitation | None:
    """Return the invitation with this token, if it is valid."""
    query = select(Invitation).where(Invitation.digest == _digest(token))
    # With its carnet and its soirée in the same query.
    invitation = db.session.scalar(query.options(joinedload(Invitation.carnet), joinedload(Invitation.soiree)))
    if invitation is None or not _is_open(invitation):
        return None
    return invitation


def soiree_of(invitation: Invitation) -> Soiree | None:
    """Return the soirée of an invitation, or the one to which it was joined since.

    None if the invitation is for the whole carnet, or if this soirée is deleted.
    """
    if invitation.soiree is None:
        return None
    return surviving_soiree(invitation.soiree)


def accept_invitation(invitation: Invitation, joiner: Joiner, previous: Access | None = None) -> Access:
    """Create an access by an invitation, and end the `previous` access of the same browser, if it has one.

    Raises `RefusedError` when the invitation is no longer valid, and as `name_access` does.
    """
    db.session.refresh(invitation, with_for_update=True)
    if invitation.soiree is not None:  # locked, so that it is not deleted concurrently
        db.session.refresh(invitation.soiree, ["deleted_at"], with_for_update={"read": True})
    if not _is_open(invitation):
        raise RefusedError("no_such_invitation")
    # A guest can open one soirée, until the invitation ends.
    access = Access(carnet=invitation.carnet, role=invitation.role, invitation_id=invitation.id)
    soiree = soiree_of(invitation)
    if soiree is not None:
        access.soiree_id = soiree.id
        access.ends_at = invitation.ends_at
    name_access(access, joiner)
    invitation.places -= 1
    if previous is not None:
        end_access(previous)
    return add_row(access)


def name_access(access: Access, joiner: Joiner) -> None:
    """Set the player or the name of an access; the other one is removed.

    Raises `RefusedError` for a player of another carnet, and for a name that is too long or has control characters.
    """
    if joiner.player_id is None:
        access.name = clean_name(joiner.name, required=False)
        access.player = None
        return
    player = db.session.get(Player, joiner.player_id)
    if player is None or player.carnet_id != access.carnet.id:
        raise RefusedError("player_unknown", field="player")
    access.name = ""
    access.player = player


def end_access(access: Access) -> None:
    """End an access; its cookie is no longer valid."""
    if access.gone_at is None:
        access.gone_at = utc_now()
        access.generation += 1


def revoke(invitation: Invitation) -> None:
    """Revoke the invitation and every access created with it, except an owner's."""
    invitation.revoked_at = invitation.revoked_at or utc_now()
    _revoke_accesses(invitation.carnet_id, Access.invitation_id == invitation.id, Access.role != Role.OWNER)


def revoke_all(carnet: Carnet, except_access: Access) -> None:
    """Revoke every invitation of a carnet, and every access except one."""
    for invitation in open_invitations(carnet):
        invitation.revoked_at = utc_now()
    _revoke_accesses(carnet.id, Access.id != except_access.id)


def hand_over(giver: Access, taker: Access) -> None:
    """Make `taker` the owner and `giver` a marqueur, and renew the recovery code of the carnet."""
    if taker.id == giver.id or taker.role is Role.OWNER or not is_valid(taker):
        raise RefusedError("cannot_take_over")
    giver.role = Role.MARQUEUR
    taker.role = Role.OWNER
    # A guest becomes a user of the whole carnet.
    taker.soiree_id = taker.ends_at = None
    renew_code(giver.carnet)


def is_valid(access: Access) -> bool:
    """Return whether an access was not revoked, left or ended."""
    if access.gone_at is not None:
        return False
    return access.ends_at is None or access.ends_at > utc_now()


def list_accesses(carnet: AnyCarnet, number: int = 1) -> ListPage[Access]:
    """Return a page of the valid accesses of a carnet, newest first."""
    query = select(Access).where(*_valid_conditions(carnet.id)).options(joinedload(Access.player))
    # One page of the query: its items, its number, and whether older ones follow.
    return read_page(query.order_by(Access.id.desc()), number, _PAGE_SIZE)


def open_invitations(carnet: AnyCarnet) -> Sequence[Invitation]:
    """Return the valid invitations of a carnet, newest first."""
    now = utc_now()
    query = select(Invitation).where(Invitation.carnet_id == carnet.id, Invitation.revoked_at.is_(None))
    open_now = query.where(Invitation.ends_at > now, Invitation.places > 0).options(joinedload(Invitation.soiree))
    return db.session.scalars(open_now.order_by(Invitation.id.desc())).all()


def suggested_players(carnet: AnyCarnet, soiree: Soiree | None = None) -> Sequence[Player]:
    """Return the players to suggest for a new access: those of `soiree`, by default of the latest soirées."""
    # The ids are read by a query of their own: with a subquery instead, the database may start from every seat that it
    # has.
    soiree_ids = db.session.scalars(latest_soirees(carnet)).all() if soiree is None else [soiree.id]
    # For each player, the id of the latest partie: the players of the latest parties come first.
    seated = figures_by_player(soiree_ids, func.max(Partie.id))
    query = select(Player).join(seated, seated.c.player_id == Player.id).where(Player.retired_at.is_(None))
    return db.session.scalars(query.order_by(seated.c.figure.desc(), Player.id).limit(MOST_SUGGESTED)).all()


def access_names(access_ids: Collection[int | None]) -> Mapping[int | None, str]:
    """Map these ids to the names of the accesses. Omit accesses without a name, and None."""
    if not access_ids:
        return {}
    # The name of the player, for an access that has one.
    query = select(Access.id, func.coalesce(Player.name, Access.name)).outerjoin(Access.player)
    rows = db.session.execute(query.where(Access.id.in_(set(access_ids))))
    return {access_id: name for access_id, name in rows if name}


def _valid_conditions(carnet_id: int) -> Sequence[ColumnElement[bool]]:
    not_ended = or_(Access.ends_at.is_(None), Access.ends_at > utc_now())
    return Access.carnet_id == carnet_id, Access.gone_at.is_(None), not_ended


def _revoke_accesses(carnet_id: int, *conditions: ColumnElement[bool]) -> None:
    statement = update(Access).where(*_valid_conditions(carnet_id), *conditions)
    statement = statement.values(gone_at=utc_now(), generation=Access.generation + 1)
    # The rows are updated without their objects, which are then read again.
    db.session.execute(statement.execution_options(synchronize_session=False))
    db.session.expire_all()


def _is_open(invitation: Invitation) -> bool:
    if invitation.revoked_at is not None or invitation.places <= 0 or invitation.ends_at <= utc_now():
        return False
    # An invitation to a deleted soirée is not valid.
    return invitation.soiree is None or soiree_of(invitation) is not None


def _digest(token: str) -> str:
    # "surrogatepass": the token of an address may be any text, and must not raise.
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
