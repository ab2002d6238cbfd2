"""The access of a request as a plain row, which is read in a fourth of the time of an object of the ORM.

An access is the right of one browser to one carnet, the notebook of a group of players. The cookie of the browser has
its id and its `generation`, which grows when the access ends, so that an older cookie is no longer valid.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from sqlalchemy import bindparam, select

from scorekeeper.record.database import db
from scorekeeper.record.models import Access, Base, Carnet, Role, utc_now

_accesses = Base.metadata.tables[Access.__tablename__]
_carnets = Base.metadata.tables[Carnet.__tablename__]
# The query of an access by its id, its generation and the key of its carnet, with these columns of both tables. It
# finds no access that was revoked or left (`gone_at`).
_ACCESS = (
    select(*_accesses.c["id", "role", "player_id", "soiree_id", "ends_at"], *_carnets.c["id", "name"])
    .join(_carnets)
    .where(
        _accesses.c.id == bindparam("access_id"),
        _accesses.c.generation == bindparam("generation"),
        _accesses.c.gone_at.is_(None),
        _carnets.c.key == bindparam("key"),
    )
)


@dataclass(frozen=True, slots=True)
class AccessCarnet:
    """The carnet of an access."""

    id: int
    key: str
    name: str


@dataclass(frozen=True, slots=True)
class RequestAccess:
    """A valid access to a carnet."""

    id: int
    role: Role

    # The player of the carnet who uses it, None for another user.
    player_id: int | None

    # The only soirée that a guest can open, None for other users.
    soiree_id: int | None
    carnet: AccessCarnet


# A carnet, and an access, as an object of the ORM or as a plain row. Functions that need no more than the id take both.
AnyCarnet: TypeAlias = Carnet | AccessCarnet
AnyAccess: TypeAlias = Access | RequestAccess


def find_access(key: str, access_id: int, generation: int) -> RequestAccess | None:
    """Return this access to the carnet of this key, None if it is not valid."""
    values = {"key": key, "access_id": access_id, "generation": generation}
    row = db.session.connection().execute(_ACCESS, values).one_or_none()
    if row is None:
        return None
    id_, role, player_id, soiree_id, ends_at, carnet_id, name = row
    # The access of a guest ends with the soirée (the evening).
    if ends_at is not None and ends_at <= utc_now():
        return None
    return RequestAccess(id_, role, player_id, soiree_id, AccessCarnet(carnet_id, key, name))
