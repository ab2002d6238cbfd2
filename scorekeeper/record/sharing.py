"""The use cases of a carnet shared: who is invited, who has come in, as whom, and who is asked to leave.

Each runs inside `database.writing()` and raises `RefusedError` for what cannot be.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Select, func, or_, select, update
from sqlalchemy.orm import joinedload

from scorekeeper.record.database import db
from scorekeeper.record.models import (
    Access,
    Carnet,
    Invitation,
    Partie,
    Player,
    Role,
    Seat,
    Soiree,
    utc_now,
)
from scorekeeper.record.names import clean_name
from scorekeeper.record.recovery import renew_code
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.regrouping import remaining
from scorekeeper.record.summaries.lists import ListPage

PHONES = 50
OFFERED = 12
MOST_INVITATIONS = 50  # open at a time
_LATELY = 30  # soirées
_TOKEN_BYTES = 24
_MORNING = dt.time(12)
# How many phones an invitation lets in, and for how long: one to write is for those around the table.
_PLACES = {Role.MARQUEUR: 12, Role.SPECTATEUR: 200}
_OPEN_FOR = {Role.MARQUEUR: dt.timedelta(days=1), Role.SPECTATEUR: dt.timedelta(days=30)}


@dataclass(frozen=True)
class Comer:
    """Who comes in by an invitation: a player of the carnet, or somebody by a name of theirs, or nobody who says."""

    name: str = ""
    player_id: int | None = None


def invite(carnet: Carnet, role: Role, soiree: Soiree | None = None) -> tuple[Invitation, str]:
    """A new invitation, and the token of its link, which is kept nowhere here.

    One for a soirée is to watch, and ends with it. Raises `RefusedError` for any other, and when many are open already.
    """
    if len(open_invitations(carnet)) >= MOST_INVITATIONS:
        raise RefusedError("many_invitations", most=MOST_INVITATIONS)
    if role is Role.OWNER or (soiree is not None and role is not Role.SPECTATEUR):
        raise RefusedError("no_such_invitation")
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    ends_at = utc_now() + _OPEN_FOR[role] if soiree is None else end_of(soiree)
    invitation = Invitation(
        carnet=carnet, soiree=soiree, role=role, digest=_digest(token), places=_PLACES[role], ends_at=ends_at
    )
    db.session.add(invitation)
    db.session.flush()
    return invitation, token


def end_of(soiree: Soiree) -> dt.datetime:
    """When a soirée is over for those invited to it: at noon after its night, or after this one if it was earlier."""
    today = dt.datetime.now().astimezone()
    night = max(soiree.held_on, today.date())
    return dt.datetime.combine(night + dt.timedelta(days=1), _MORNING, today.tzinfo)


def invitation_by(token: str) -> Invitation | None:
    """The invitation whose link carries this token, if it still opens something."""
    query = select(Invitation).where(Invitation.digest == _digest(token))
    found = db.session.scalar(query.options(joinedload(Invitation.carnet), joinedload(Invitation.soiree)))
    return found if found is not None and _opens(found) else None


def soiree_of(invitation: Invitation) -> Soiree | None:
    """The only soirée that an invitation lets one see, if it is to one: what is left of it, once put to another."""
    return None if invitation.soiree is None else remaining(invitation.soiree)


def join(invitation: Invitation, comer: Comer, held: Access | None = None) -> Access:
    """The access of a phone that comes in; the one that it `held` before is given up.

    Raises `RefusedError` when the invitation opens nothing any more, and as `sign` does.
    """
    db.session.refresh(invitation, with_for_update=True)
    if invitation.soiree is not None:  # which nobody puts away meanwhile
        db.session.refresh(invitation.soiree, ["deleted_at"], with_for_update={"read": True})
    if not _opens(invitation):
        raise RefusedError("no_such_invitation")
    access = Access(carnet=invitation.carnet, role=invitation.role, invitation_id=invitation.id)
    soiree = soiree_of(invitation)
    if soiree is not None:
        access.soiree_id, access.ends_at = soiree.id, invitation.ends_at
    sign(access, comer)
    invitation.places -= 1
    if held is not None:
        leave(held)
    db.session.add(access)
    db.session.flush()
    return access


def sign(access: Access, comer: Comer) -> None:
    """Say who holds an access. Raises `RefusedError` for a player of another carnet, or a name that is none."""
    player = None if comer.player_id is None else db.session.get(Player, comer.player_id)
    if comer.player_id is not None and (player is None or player.carnet_id != access.carnet.id):
        raise RefusedError("player_unknown", field="player")
    access.name = "" if player is not None else clean_name(comer.name, required=False)
    access.player = player


def leave(access: Access) -> None:
    """Take an access back: its cookie opens nothing any more."""
    if access.gone_at is None:
        access.gone_at = utc_now()
        access.generation += 1


def revoke(invitation: Invitation) -> None:
    """Let an invitation open nothing any more, and put out those who came in by it."""
    invitation.revoked_at = invitation.revoked_at or utc_now()
    _put_out(invitation.carnet_id, Access.invitation_id == invitation.id, Access.role != Role.OWNER)


def revoke_all(carnet: Carnet, but: Access) -> None:
    """Let no invitation open anything, and put out every phone but one."""
    for invitation in open_invitations(carnet):
        invitation.revoked_at = utc_now()
    _put_out(carnet.id, Access.id != but.id)


def hand_over(giver: Access, taker: Access) -> None:
    """Make another phone the owner and this one a scorer; the code is another, which the new owner alone can see."""
    if taker.id == giver.id or taker.role is Role.OWNER or not is_inside(taker):
        raise RefusedError("cannot_take_over")
    giver.role, taker.role = Role.MARQUEUR, Role.OWNER
    taker.soiree_id = taker.ends_at = None
    renew_code(giver.carnet)


def is_inside(access: Access) -> bool:
    """Whether an access opens its carnet at this moment."""
    return access.gone_at is None and (access.ends_at is None or access.ends_at > utc_now())


def phones(carnet: Carnet, number: int = 1) -> ListPage[Access]:
    """The phones that hold the carnet, those that came last first."""
    query = _inside(carnet.id).options(joinedload(Access.player)).order_by(Access.id.desc())
    rows = db.session.scalars(query.limit(PHONES + 1).offset((number - 1) * PHONES)).all()
    return ListPage(tuple(rows[:PHONES]), number, len(rows) > PHONES)


def open_invitations(carnet: Carnet) -> Sequence[Invitation]:
    """The invitations that still open something, the latest first."""
    now = utc_now()
    query = select(Invitation).where(Invitation.carnet_id == carnet.id, Invitation.revoked_at.is_(None))
    open_now = query.where(Invitation.ends_at > now, Invitation.places > 0).options(joinedload(Invitation.soiree))
    return db.session.scalars(open_now.order_by(Invitation.id.desc())).all()


def players_to_be(carnet: Carnet, soiree: Soiree | None = None) -> Sequence[Player]:
    """Those whom somebody who comes in may be: who sits in that soirée, else who sat down last in the carnet."""
    soirees = _lately(carnet) if soiree is None else [soiree.id]
    sat = select(Seat.player_id, func.max(Seat.partie_id).label("latest")).join(Partie, Partie.id == Seat.partie_id)
    there = sat.where(Partie.soiree_id.in_(soirees), Partie.deleted_at.is_(None)).group_by(Seat.player_id).subquery()
    query = select(Player).join(there, there.c.player_id == Player.id).where(Player.retired_at.is_(None))
    return db.session.scalars(query.order_by(there.c.latest.desc(), Player.id).limit(OFFERED)).all()


def _lately(carnet: Carnet) -> Sequence[int]:
    """The latest soirées: asked for by themselves, lest a database look for them among all who ever sat down."""
    own = select(Soiree.id).where(Soiree.carnet_id == carnet.id, Soiree.deleted_at.is_(None))
    return db.session.scalars(own.order_by(Soiree.held_on.desc(), Soiree.id.desc()).limit(_LATELY)).all()


def signatures(accesses: Collection[int]) -> Mapping[int, str]:
    """Who holds these accesses, by name; those of whom nobody said are left out."""
    query = select(Access.id, func.coalesce(Player.name, Access.name)).outerjoin(Access.player)
    rows = db.session.execute(query.where(Access.id.in_(set(accesses)))).all() if accesses else ()
    return {number: name for number, name in rows if name}


def _inside(carnet_id: int) -> Select[Access]:
    return select(Access).where(*_are_inside(carnet_id))


def _are_inside(carnet_id: int) -> Sequence[ColumnElement[bool]]:
    present = or_(Access.ends_at.is_(None), Access.ends_at > utc_now())
    return Access.carnet_id == carnet_id, Access.gone_at.is_(None), present


def _put_out(carnet_id: int, *which: ColumnElement[bool]) -> None:
    """Take back those of the accesses that open the carnet, however many there are."""
    gone = update(Access).where(*_are_inside(carnet_id), *which)
    values = gone.values(gone_at=utc_now(), generation=Access.generation + 1)
    db.session.execute(values.execution_options(synchronize_session=False))
    db.session.expire_all()


def _opens(invitation: Invitation) -> bool:
    gone = invitation.soiree is not None and remaining(invitation.soiree) is None
    return not gone and invitation.revoked_at is None and invitation.places > 0 and invitation.ends_at > utc_now()


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
