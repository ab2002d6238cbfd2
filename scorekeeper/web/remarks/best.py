"""The best moments of the parties of a year, or of those that a player won: the pages of looking back show them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.record.read_models.lists import ListedPartie, parties_with_ids
from scorekeeper.record.read_models.moments import best_of_games
from scorekeeper.web.games import PAGES
from scorekeeper.web.remarks.course import find_close_finish, find_comeback, find_swing
from scorekeeper.web.remarks.played import played_from_list
from scorekeeper.web.remarks.remark import Remark

_FINDERS = {"swing": find_swing, "comeback": find_comeback, "close_finish": find_close_finish}


@dataclass(frozen=True, slots=True)
class BestMoment:
    """A remark on the best moment of its kind, its partie and the day of this partie."""

    remark: Remark
    partie: ListedPartie
    held_on: dt.date

    # The manche of the largest gap, None for the other kinds.
    manche: int | None


def best_moments(by_game: Mapping[str, Sequence[Any]], *, of_winner: bool = False) -> dict[str, BestMoment]:
    """Return the best moments of these parties that count (see `best_parties`), by the keys of their remarks.

    The keys are `best_manche` (the largest gap), `comeback` and `close_finish`; a kind that never happened has none.
    The parties that a player won have no `best_manche`.
    """
    best = best_of_games({game: parties for game, parties in by_game.items() if game in PAGES})
    # Of a manche that a player won, the points of the others say little.
    if of_winner:
        best.pop("swing", None)
    ids = {row.partie_id for row in best.values()}
    parties = {partie.id: partie for partie in parties_with_ids(ids)}
    played = {partie.id: partie for partie in played_from_list([*parties.values()])}
    moments = {}
    for kind, row in best.items():
        for remark in _FINDERS[kind]([played[row.partie_id]]):
            manche = min((number for _id, number in remark.manches), default=None)
            if kind == "swing":
                remark = replace(remark, key="best_manche")  # noqa: PLW2901 - below a heading that names it
            moments[remark.key] = BestMoment(remark, parties[row.partie_id], row.held_on, manche)
    return moments
