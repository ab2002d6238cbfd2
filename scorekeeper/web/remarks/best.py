"""The best moments of the parties of a year, or of those that a player won, for the pages of years and players.

A partie is a game played to its end, a manche one deal of it. The moments are the largest gap between the best and the
worst points of a manche (`swing`), the largest deficit of a winner (`comeback`) and the smallest lead of a winner at
the end (`close_finish`).
"""

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

# For each kind of moment: the function that yields the remark about the best moment of this kind in some parties.
_FINDERS = {"swing": find_swing, "comeback": find_comeback, "close_finish": find_close_finish}


@dataclass(frozen=True, slots=True)
class BestMoment:
    """A remark on the best moment of its kind."""

    remark: Remark

    # Its partie, and the day of the soirée of this partie.
    partie: ListedPartie
    held_on: dt.date

    # The number of the manche with the largest gap, None for the other kinds.
    manche: int | None


def best_moments(by_game: Mapping[str, Sequence[Any]], *, of_winner: bool = False) -> dict[str, BestMoment]:
    """Return the best moment of each kind in many parties, by the key of its remark.

    The keys are `best_manche` (the largest gap), `comeback` and `close_finish`. A kind that never happened is left out.
    `by_game` has the parties of each game, by slug, oldest first, as rows with the columns `statistics.SIZES`. With
    `of_winner`, the parties are those that one player won, and there is no `best_manche`.
    """
    # For each kind: the row of the partie with the best moment, among those of installed games.
    best = best_of_games({game: parties for game, parties in by_game.items() if game in PAGES})
    # The largest gap of a manche is one between all players: it says little about this one.
    if of_winner:
        best.pop("swing", None)
    ids = {row.partie_id for row in best.values()}
    # These parties by id: as `ListedPartie` with their totals, and as `PlayedPartie` with their feats.
    parties = {partie.id: partie for partie in parties_with_ids(ids)}
    played = {partie.id: partie for partie in played_from_list([*parties.values()])}
    moments = {}
    for kind, row in best.items():
        for remark in _FINDERS[kind]([played[row.partie_id]]):
            # The number of the manche: only the remark on the largest gap has one.
            manche = min((number for _id, number in remark.manches), default=None)
            if kind == "swing":
                remark = replace(remark, key="best_manche")  # noqa: PLW2901 - below a heading that names it
            moments[remark.key] = BestMoment(remark, parties[row.partie_id], row.held_on, manche)
    return moments
