"""Process each form once, even if it is sent again: a double tap, a reload, a retry after a lost connection."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.exc import IntegrityError

from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Base, Submission, utc_now
from scorekeeper.record.refusals import RefusedError

_TABLE = Base.metadata.tables[Submission.__tablename__]
_INSERT = insert(_TABLE)
# The address to which the browser was sent after the form with this digest.
_LOCATION = select(_TABLE.c.location).where(_TABLE.c.digest == bindparam("digest"))
STORED_FOR = dt.timedelta(days=30)
_PURGING = "00"  # a form whose digest starts with this, one in 256, deletes the old digests


def once(digest: str, act: Callable[[], str], again: Callable[[], None] | None = None) -> str:
    """Run `act` in one writing transaction and return the address that `act` returns.

    `digest` is that of the content of the form. A second call with the same digest returns the same address and runs
    only `again`, if it is given; `again` may raise. A digest is stored for at least thirty days. If `act` raises,
    everything is rolled back and the digest is not stored. Of two concurrent calls with the same digest, only one is
    committed.
    """
    try:
        with writing() as session:
            location = _location(digest)
            if location is None:
                if digest.startswith(_PURGING):
                    session.execute(delete(Submission).where(Submission.at < utc_now() - STORED_FOR))
                location = act()
                session.connection().execute(_INSERT, {"digest": digest, "location": location, "at": utc_now()})
                return location
    except (IntegrityError, RefusedError):
        # PostgreSQL: another writer of the same form may have committed first. Its digest, or its change, refuses ours.
        location = _location(digest)
        if location is None:
            raise
        return location
    # The form was processed before.
    if again is not None:
        again()
    return location


def _location(digest: str) -> str | None:
    location: str | None = db.session.connection().execute(_LOCATION, {"digest": digest}).scalar()
    return location
