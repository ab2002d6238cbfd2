"""A form sent twice is carried out once: a double tap, a reload, a retry after a lost connection."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from sqlalchemy import Select, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Submission, utc_now

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
            # Before anything else: another writer of the same form waits here until this one is done.
            session.execute(insert(Submission).values(digest=digest, location="", at=utc_now()))
            location = act()
            session.execute(update(Submission).where(Submission.digest == digest).values(location=location))
            return location
    except IntegrityError:
        # PostgreSQL: the other writer of the same form was faster, and has committed.
        location = db.session.scalar(_location(digest))
        if location is None:
            raise
        return location


def _location(digest: str) -> Select[str]:
    return select(Submission.location).where(Submission.digest == digest)
