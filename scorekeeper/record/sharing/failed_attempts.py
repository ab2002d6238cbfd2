"""Count wrong recovery codes by network address, so that an address that sends many has to wait.

The counts are in the database, shared by every worker and host. Addresses are hashed into a fixed number of buckets,
so that the table cannot grow.
"""

from __future__ import annotations

import datetime as dt
import math

from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Attempt, utc_now
from scorekeeper.record.refusals import RefusedError

BUCKETS = 4096
MOST_WRONG_CODES = 10
PERIOD = dt.timedelta(minutes=10)


def refuse_if_many(bucket: int) -> None:
    """Raise `RefusedError`, with the minutes to wait, once a bucket has reached the limit."""
    row = db.session.get(Attempt, bucket, populate_existing=True)
    if row is None or row.wrong < MOST_WRONG_CODES:
        return
    wait = row.since + PERIOD - utc_now()
    if wait > dt.timedelta():
        raise RefusedError("many_attempts", minutes=math.ceil(wait / dt.timedelta(minutes=1)))


def count_wrong_code(bucket: int) -> None:
    """Count a wrong code; the first one after a period starts a new period."""
    with writing() as session:
        now = utc_now()
        row = session.get(Attempt, bucket, with_for_update=True, populate_existing=True)
        if row is None:
            session.add(Attempt(bucket=bucket, wrong=1, since=now))
        elif row.since + PERIOD <= now:
            row.wrong, row.since = 1, now
        else:
            row.wrong += 1
