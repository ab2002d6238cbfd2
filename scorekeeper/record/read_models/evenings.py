"""Which soirées are over: at six the next morning, but never within two hours of their last manche."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import aliased

from scorekeeper.record.database import db
from scorekeeper.record.models import Change, ChangeKind, Partie, Soiree, UtcDateTime, utc_now
from scorekeeper.record.readers import AnyCarnet

# The changes that play a partie; a correction or a change of rules is often made days later.
PLAYING = (ChangeKind.STARTED, ChangeKind.BEGUN, ChangeKind.CARDS, ChangeKind.PLAYED, ChangeKind.RECORDED)
_DAY_BEGINS = dt.timedelta(hours=6)  # an evening that continues after midnight belongs to the day before
_PAUSE = dt.timedelta(hours=2)
_HALF_A_DAY = dt.timedelta(hours=12)


def soiree_day(now: dt.datetime) -> dt.date:
    """Return the day of a soirée that takes place now: until six in the morning, the day before."""
    return (_local(now) - _DAY_BEGINS).date()


def is_over(held_on: dt.date, last_played: dt.datetime | None, now: dt.datetime) -> bool:
    """Return whether a soirée is over: 14 July, last played at 05:30, is over at 07:30 of the 15th."""
    if last_played is not None and now < last_played + _PAUSE:
        return False
    return held_on < soiree_day(now)


def tonight() -> dt.date:
    """Return the day of a soirée that begins now."""
    return soiree_day(utc_now())


def is_past(soiree_id: int, held_on: dt.date) -> bool:
    """Return whether the soirée of this id and day is over now; makes no query for tonight's."""
    return held_on < tonight() and not current_soirees([soiree_id])


def current_soirees(soiree_ids: Collection[int]) -> list[int]:
    """Return those of these soirées that are not over."""
    if not soiree_ids:
        return []
    now = utc_now()
    rows = db.session.execute(_LAST_PLAYED, {"of": list(soiree_ids), "since": now - _PAUSE})
    return [soiree_id for soiree_id, held_on, last_played in rows if not is_over(held_on, last_played, now)]


def soiree_of_tonight(carnet: AnyCarnet) -> Soiree | None:
    """Return the soirée that is played now, None if there is none to begin a partie in.

    At noon an evening that went on past six has ended; manches of it that are entered later do not make it tonight's.
    """
    local = _local(utc_now())
    query = select(Soiree).where(Soiree.carnet_id == carnet.id, Soiree.deleted_at.is_(None))
    query = query.where(Soiree.held_on.between((local - _HALF_A_DAY).date(), local.date()))
    soirees = db.session.scalars(query.order_by(Soiree.held_on.desc(), Soiree.id.desc()))
    return next((soiree for soiree in soirees if not is_past(soiree.id, soiree.held_on)), None)


def _local(now: dt.datetime) -> dt.datetime:
    """Return a moment in the time zone of the server, which is that of every soirée."""
    return now.astimezone()


_latest = aliased(Change)
# The key finds the latest change of a partie, so the others are read only if the partie changed lately.
_PLAYS = (
    select(func.max(Change.at))
    .join(Partie, Partie.id == Change.partie_id)
    .join(_latest, (_latest.partie_id == Partie.id) & (_latest.version == Partie.version))
    .where(Partie.soiree_id == Soiree.id, Partie.deleted_at.is_(None))
    .where(_latest.at > bindparam("since", type_=UtcDateTime), Change.kind.in_(PLAYING))
    .correlate(Soiree)
)
_LAST_PLAYED = select(Soiree.id, Soiree.held_on, _PLAYS.scalar_subquery()).where(
    Soiree.id.in_(bindparam("of", expanding=True))
)
