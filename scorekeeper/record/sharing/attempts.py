"""Count the wrong recovery codes from a network and the carnets made from it; a network that makes many has to wait.

A carnet is the notebook of a group of players, and its recovery code opens it. A network is a range of IP addresses.
The counts are in the database, shared by every worker and host. Those that no longer matter are deleted.
"""

from __future__ import annotations

import datetime as dt
import enum
import math
from collections.abc import Sequence

from sqlalchemy import Integer, bindparam, delete, text

from scorekeeper.record.database import db
from scorekeeper.record.models import Attempt, UtcDateTime, utc_now
from scorekeeper.record.refusals import RefusedError


class Counted(enum.Enum):
    """What is counted. The value of each is a period, and two limits of the number of attempts in this period.

    The first limit is for the network of a subscriber, the second for the larger network around it: in ten minutes, a
    subscriber can type 10 wrong codes, and all subscribers of the larger network together 100.
    """

    WRONG_CODE = dt.timedelta(minutes=10), (10, 100)
    NEW_CARNET = dt.timedelta(hours=1), (60, 600)


class ManyAttemptsError(RefusedError):
    """Too many attempts came from a network; the next one can be made after the time `wait`."""

    def __init__(self, wait: dt.timedelta) -> None:
        """Store how long to wait; the sentence that is shown has it in minutes."""
        self.wait = wait
        super().__init__("many_attempts", minutes=math.ceil(wait / dt.timedelta(minutes=1)))


# Insert the count of a network, or increase it. A count older than the period (`since` is before `:ended`) begins again
# at one. SQLite and PostgreSQL both know this form.
_COUNT = text(
    "INSERT INTO attempt (network, number, since) VALUES (:network, 1, :now) ON CONFLICT (network) DO UPDATE SET "
    "number = CASE WHEN attempt.since <= :ended THEN 1 ELSE attempt.number + 1 END, "
    "since = CASE WHEN attempt.since <= :ended THEN :now ELSE attempt.since END RETURNING number, since"
).bindparams(bindparam("now", type_=UtcDateTime), bindparam("ended", type_=UtcDateTime))
_COUNTED = _COUNT.columns(number=Integer, since=UtcDateTime)


def count_attempt(counted: Counted, networks: Sequence[str]) -> None:
    """Count an attempt for each network, the smallest first. To be called inside `database.writing()`.

    Raises `ManyAttemptsError` once one has reached its limit.
    """
    period, limits = counted.value
    now = utc_now()
    # Delete the counts that are older than the longest period.
    db.session.execute(delete(Attempt).where(Attempt.since < now - max(counted.value[0] for counted in Counted)))
    # The largest network first: once it is refused, the many small ones in it are not stored.
    for network, most in reversed(list(zip(networks, limits, strict=False))):
        values = {"network": f"{counted.name}:{network}", "now": now, "ended": now - period}
        number, since = db.session.execute(_COUNTED, values).one()
        if number > most:
            raise ManyAttemptsError(since + period - now)
