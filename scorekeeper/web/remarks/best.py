"""The best moments of the parties of a year, or of those that a player won: the pages of looking back show them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.record.read_models.lists import ListedPartie, parties_with_ids
from scorekeeper.record.read_models.moments import best_parties
from scorekeeper.web.remarks.course import find_close_finish, find_comeback, find_swing
from scorekeeper.web.remarks.played import played_from_list
from scorekeeper.web.remarks.remark import Remark


@dataclass(frozen=True, slots=True)
class BestMoment:
    """A remark on the best moment of its kind, its partie and the day of this partie."""

    remark: Remark
    partie: ListedPartie
    held_on: dt.date

    # The manche of the largest gap, None for the other kinds.
    manche: int | None


def best_moments(rows: Iterable[Any], *, of_winner: bool = False) -> dict[str, BestMoment]:
    """Return the best moments of these parties that count (rows for `best_parties`), by the keys of their remarks.

    The keys are `best_manche` (the largest gap), `comeback` and `close_finish`; a kind that never happened has none.
    The parties that a player won have no `best_manche`.
    """
    days = best_parties(rows)
    parties = {partie.id: partie for partie in reversed(parties_with_ids(days))}
    oldest_first = [parties[partie_id] for partie_id in days]
    played = played_from_list(oldest_first)
    remarks = [*find_comeback(played), *find_close_finish(played)]
    if not of_winner:
        # Of a manche that a player won, the points of the others say little.
        remarks += [replace(remark, key="best_manche") for remark in find_swing(played)]
    moments = {}
    for remark in remarks:
        manche = min((number for _id, number in remark.manches), default=None)
        moments[remark.key] = BestMoment(remark, parties[remark.partie_id], days[remark.partie_id], manche)
    return moments
