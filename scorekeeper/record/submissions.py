"""A form sent twice is carried out once: a double tap, a reload, a retry after a lost connection."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from sqlalchemy import Select, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Base, Submission, utc_now

_TABLE = Base.metadata.tables[Submission.__tablename__]
KEPT = dt.timedelta(days=30)
_PURGED = "00"  # one form in 256 sweeps the old ones out


def once(digest: str, act: Callable[[], str], again: Callable[[], None] | None = None) -> str:
    """Run `act` in one writing transaction and give the address of its answer.

    The same digest again gives the same address and runs nothing but `again`, which may raise; it is forgotten some
    time after thirty days. Whatever `act` raises leaves no trace. `act` may run a second time when another writer of
    the same digest was rolled back meanwhile, never twice to its end.
    """
    try:
        with writing() as session:
            location = session.scalar(_location(digest))
            if location is not None:
                if again is not None:
                    again()
                return location
            if digest.startswith(_PURGED):
                session.execute(delete(Submission).where(Submission.at < utc_now() - KEPT))
            if session.get_bind().dialect.name == "sqlite":  # which has one writer at a time
                location = act()
                session.execute(insert(_TABLE).values(digest=digest, location=location, at=utc_now()))
                return location
            # Before anything else: another writer of the same form waits here until this one is done.
            session.execute(insert(_TABLE).values(digest=digest, location="", at=utc_now()))
            location = act()
            session.execute(update(_TABLE).where(_TABLE.c.digest == digest).values(location=location))
            return location
    except IntegrityError:
        # PostgreSQL: the other writer of the same form was faster, and has committed.
        location = db.session.scalar(_location(digest))
        if location is None:
            raise
        return location


def _location(digest: str) -> Select[str]:
    return select(Submission.location).where(Submission.digest == digest)
