"""Which soirées (evenings of card games) are over.

A soirée is over from six the next morning on, but not before two hours have passed since its latest manche or card. The
hours are those of the soirée's time zone: that of the device that began it, else that of the server. A partie is a game
played to its end, a manche one deal of it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import aliased

from scorekeeper.partie.changes import CardPlayed, CardsBegun, ContextEntered, Recorded
from scorekeeper.partie.log import STARTED
from scorekeeper.record.database import db
from scorekeeper.record.models import Change, Partie, Soiree, UtcDateTime, utc_now
from scorekeeper.record.request_access import AnyCarnet

# The kinds of changes that play a partie: its start, what is known before the cards of a manche, a card, a manche. The
# other kinds, such as a correction or a change of rules, are often made days later.
PLAYING = (STARTED, ContextEntered.kind, CardsBegun.kind, CardPlayed.kind, Recorded.kind)
_DAY_BEGINS = dt.timedelta(hours=6)  # an evening that continues after midnight belongs to the day before
_PAUSE = dt.timedelta(hours=2)  # after this time without a manche or a card, a soirée of the day before is over
_HALF_A_DAY = dt.timedelta(hours=12)
_DAY = dt.timedelta(days=1)


@lru_cache(maxsize=64)
def find_zone(name: str | None) -> ZoneInfo | None:
    """Return the time zone of this name ("Pacific/Tahiti"), None without a name or for an unknown one.

    The callers give the result to `astimezone`, which uses the time zone of the server for None.
    """
    if name is None:
        return None
    try:
        return ZoneInfo(name)
    # The name comes from a browser: "../x" raises `ValueError`, and "America", which is a folder, `OSError`.
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def soiree_day(now: dt.datetime, zone: str | None = None) -> dt.date:
    """Return the day of a soirée that is played now in this zone: until six in the morning, it is the day before.

    At 02:00 on 15 July, it is 14 July.
    """
    # The hours are subtracted from the local time, so the day changes when a clock shows six, also in a night in which
    # the clock is changed.
    return (now.astimezone(find_zone(zone)) - _DAY_BEGINS).date()


def is_over(held_on: dt.date, zone: str | None, last_played: dt.datetime | None, now: dt.datetime) -> bool:
    """Return whether a soirée is over: 14 July, last played at 05:30, is over at 07:30 of the 15th."""
    if last_played is not None and now < last_played + _PAUSE:
        return False
    return held_on < soiree_day(now, zone)


def tonight(zone: str | None = None) -> dt.date:
    """Return the day of a soirée that begins now in this zone."""
    return soiree_day(utc_now(), zone)


def is_past(soiree: Soiree) -> bool:
    """Return whether a soirée is over now."""
    return is_day_past(soiree.id, soiree.held_on, soiree.zone)


def is_day_past(soiree_id: int, held_on: dt.date, zone: str | None) -> bool:
    """Return whether the soirée of this id, day and zone is over now.

    A soirée of tonight is not over. For it, no query is made.
    """
    return held_on < tonight(zone) and not current_soirees([soiree_id])


def current_soirees(soiree_ids: Collection[int]) -> list[int]:
    """Return the ids of those of these soirées that are not over."""
    if not soiree_ids:
        return []
    now = utc_now()
    rows = db.session.execute(_LAST_PLAYED, {"of": list(soiree_ids), "since": now - _PAUSE})
    return [soiree_id for soiree_id, held_on, zone, last_played in rows if not is_over(held_on, zone, last_played, now)]


# `AnyCarnet` is a `Carnet`, or the id, key and name of the carnet that the reader of a request may see.
def soiree_of_tonight(carnet: AnyCarnet) -> Soiree | None:
    """Return the soirée that is played now, in which the next partie is begun; None if there is none.

    A soirée that goes on after six in the morning is returned until noon at the latest. If manches of it are recorded
    after noon, it is still not the soirée of tonight.
    """
    now = utc_now()
    query = select(Soiree).where(Soiree.carnet_id == carnet.id, Soiree.deleted_at.is_(None))
    # The query leaves out days that are too old in every time zone. Local time is at most twelve hours behind UTC, and
    # `_is_near` subtracts twelve hours from it: together a day.
    query = query.where(Soiree.held_on >= (now - _DAY).date())
    soirees = db.session.scalars(query.order_by(Soiree.held_on.desc(), Soiree.id.desc()))
    return next((soiree for soiree in soirees if _is_near(soiree, now) and not is_past(soiree)), None)


def _is_near(soiree: Soiree, now: dt.datetime) -> bool:
    """Return whether a soirée has the date of today or, until noon, that of yesterday."""
    local = now.astimezone(find_zone(soiree.zone))
    return (local - _HALF_A_DAY).date() <= soiree.held_on <= local.date()


_latest = aliased(Change)
# The time at which a soirée was last played, NULL if no partie of it was changed after `since`. The latest change of a
# partie (`_latest`) has the version of the partie, so the primary key finds it. The other changes of the partie are
# read only if the latest one was made after `since`.
_PLAYS = (
    select(func.max(Change.at))
    .join(Partie, Partie.id == Change.partie_id)
    .join(_latest, (_latest.partie_id == Partie.id) & (_latest.version == Partie.version))
    .where(Partie.soiree_id == Soiree.id, Partie.deleted_at.is_(None))
    .where(_latest.at > bindparam("since", type_=UtcDateTime), Change.kind.in_(PLAYING))
    .correlate(Soiree)
)
# Rows (id, day, zone, time of the last play or None) of the soirées with the ids `of`.
_LAST_PLAYED = select(Soiree.id, Soiree.held_on, Soiree.zone, _PLAYS.scalar_subquery()).where(
    Soiree.id.in_(bindparam("of", expanding=True))
)
