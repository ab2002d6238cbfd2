"""The feats of parties, which are lines of a score that are worth telling, such as a nil made.

A line is points with the key of their reason (`why`: `"nil_made"`), and a tally the number of such lines of a player in
a seat. A partie is a game played to its end, a manche one deal of it, a soirée an evening of a carnet, the notebook of
a group of players. Only parties that count have feats here: they have ended, and are neither abandoned nor deleted.

The feats are rows of `soiree_id`, `partie_id`, `held_on`, `game` (the slug under which statistics count it), `why`,
`side`, `number` (of the seat), `player_id`, `player` (the name), `times` (how often the player did it in the partie)
and `manche` (the number of the first one in which it was done, from 1). They are sorted by day, partie, side and seat.
A player who was replaced in a partie has the feats of the manches before.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Integer, bindparam, cast, func, select, tuple_

from scorekeeper.record.database import db
from scorekeeper.record.models import Partie, Player
from scorekeeper.record.read_models.lists import AnySelect
from scorekeeper.record.read_models.outcomes import TALLY_OF_OUTCOME, SeatOutcome
from scorekeeper.record.read_models.statistics import IN_DAYS, PartieFilter, sum_of
from scorekeeper.record.read_models.tables import Tally

# Rows with the columns above, of some or of all feats.
Feats = Sequence[Any]


def feats_of_soirees(soiree_ids: Collection[int], whys: Collection[str]) -> Mapping[int, Feats]:
    """Return the feats of these soirées with these keys of lines, by the id of the soirée."""
    by_soiree: defaultdict[int, list[Any]] = defaultdict(list)
    for feat in _read(_OF_SOIREES, whys, {"of": [*soiree_ids]}):
        by_soiree[feat.soiree_id].append(feat)
    return by_soiree


def feats_of_parties(partie_ids: Collection[int], whys: Collection[str]) -> Feats:
    """Return the feats of these parties with these keys of lines."""
    return _read(_OF_PARTIES, whys, {"of": [*partie_ids]})


def feats_of_carnet(
    partie_filter: PartieFilter, whys: Collection[str], *, partie_ids: Collection[int] = (), player_id: int = 0
) -> Feats:
    """Return the feats of one player, or of all players of a carnet if `player_id` is 0, with these keys of lines.

    Of the filter, only the carnet and the year are used. A caller that knows the ids of all parties of this year gives
    them as `partie_ids`: an index then finds the feats faster.
    """
    # Without `partie_ids`, these are the lowest and the highest possible id.
    ids = {"lowest": min(partie_ids, default=0), "highest": max(partie_ids, default=2**31 - 1)}
    return _read(_OF_CARNET, whys, {**partie_filter.parameters, **ids, "player_id": player_id})


def group_by_feat(feats: Iterable[Any]) -> Mapping[tuple[str, str], Feats]:
    """Return the feats by (slug of the game, key of the line); those of each key are in their former order."""
    by_feat: defaultdict[tuple[str, str], list[Any]] = defaultdict(list)
    for feat in feats:
        # Parties of a kind of a game, such as `hearts:simple`, have the feats that the game (`hearts`) declares.
        by_feat[feat.game.partition(":")[0], feat.why].append(feat)
    return by_feat


def count_lines(
    carnet_id: int, feats: Collection[tuple[str, str]], shared: Collection[str], upto: tuple[dt.date, int]
) -> dict[tuple[str, str], int]:
    """Return how often lines are recorded in the parties of a carnet, by (game, key of the line).

    `feats` are the pairs (game, key) to count: `("spades", "nil_made")`. `shared` are the keys of lines that belong to
    a whole side. The tallies have such a line once for each partner, so their sum is wrong in a game of teams: there,
    they are omitted from the result. `upto` is the date and id of the latest partie to count.
    """
    if not feats:
        return {}
    # 1 if a player in a seat whose number is that of no side did the feat, else 0. With sides of one player, there are
    # as many seats as sides, and both are numbered from 0: such a seat shows that the game was played in teams.
    in_teams = func.max(cast(SeatOutcome.number >= SeatOutcome.sides, Integer))
    key = SeatOutcome.game, Tally.why
    query = select(*key, sum_of(Tally.times), in_teams).select_from(Player).join(Tally, Tally.player_id == Player.id)
    query = query.join(SeatOutcome, TALLY_OF_OUTCOME).where(tuple_(_DAY, SeatOutcome.partie_id) <= upto)
    query = query.where(Player.carnet_id == carnet_id, Tally.why.in_({why for _game, why in feats})).group_by(*key)
    # The query may also find a key that was wanted for another game only. The pairs in `feats` are selected here.
    return {
        (game, why): lines
        for game, why, lines, is_in_teams in db.session.execute(query)
        if (game, why) in feats and not (is_in_teams and why in shared)
    }


def _read(query: AnySelect, whys: Collection[str], parameters: Mapping[str, Any]) -> Feats:
    # The connection executes a query in less time than the session, which can return objects too.
    return db.session.connection().execute(query, {**parameters, "whys": [*whys]}).all()


# The columns by which feats are sorted.
_SEAT = SeatOutcome.held_on, SeatOutcome.partie_id, SeatOutcome.side, SeatOutcome.number, SeatOutcome.player_id
# `coalesce` changes nothing, as each row has a day. But for the plain column, the database would use an index of days,
# which finds all outcomes instead of the few feats.
_DAY = func.coalesce(SeatOutcome.held_on, dt.date.max)
# The query begins with the players: an index of tallies finds the feats of a player, which are few of all lines.
_FEATS: AnySelect = (
    select(Partie.soiree_id, *_SEAT, SeatOutcome.game, Tally.why, Player.name.label("player"), Tally.times)
    .add_columns(Tally.manche)
    .select_from(Player)
    .join(Tally, Tally.player_id == Player.id)
    .join(SeatOutcome, TALLY_OF_OUTCOME)
    .join(Partie, Partie.id == SeatOutcome.partie_id)
    .where(Tally.why.in_(bindparam("whys", expanding=True)))
    .order_by(*_SEAT)
)
_OF_SOIREES = _FEATS.where(Partie.soiree_id.in_(bindparam("of", expanding=True)))
_OF_PARTIES = _FEATS.where(SeatOutcome.partie_id.in_(bindparam("of", expanding=True)))
# The player id 0 accepts every player.
_OF_CARNET = _FEATS.where(
    Player.carnet_id == bindparam("carnet_id"),
    bindparam("player_id", type_=Integer).in_((0, Player.id)),
    Tally.partie_id.between(bindparam("lowest"), bindparam("highest")),
    _DAY.between(*IN_DAYS),
)
