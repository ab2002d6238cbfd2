"""The gains and losses of the players of a soirée in cents; they add up to zero."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from math import lcm

from scorekeeper.record.carnet.debts import PlayedSeat
from scorekeeper.record.models import Stake, StakePer
from scorekeeper.web.games import PAGES

Seats = Sequence[PlayedSeat]


def balances(stake: Stake, seats: Iterable[PlayedSeat]) -> dict[int, int]:
    """Return the gain of each player over the parties of a soirée by player id, in the order of their first seats."""
    total: Counter[int] = Counter()
    for _, group in groupby(seats, key=lambda seat: seat.partie_id):
        partie = list(group)
        sides = _GAINS[stake.per]({seat.side: seat for seat in partie}, stake.cents)
        for seat, cents in zip(partie, _gains_of_seats(partie, sides), strict=True):
            total[seat.player_id] += cents
    return dict(total)


def _gains_of_seats(partie: Seats, sides: Mapping[int, int]) -> list[int]:
    """Return the gain of each seat: the whole gain of its side, which its players do not share.

    With sides of 1 and 2 players, the lone player gains or loses twice that, so that the sum is zero.
    """
    sizes = Counter(seat.side for seat in partie)
    multiple = lcm(*sizes.values())
    return [sides[seat.side] * (multiple // sizes[seat.side]) for seat in partie]


def _by_point(sides: Mapping[int, PlayedSeat], cents: int) -> dict[int, int]:
    """Each side pays every better side the difference; in a game whose victories have a value, the losers pay it."""
    value = _value_of_victory(next(iter(sides.values())))
    if value is not None:
        return _against_losers(sides, value * cents)
    ranked = sorted(sides.values(), key=lambda seat: seat.rank)
    sign = -1 if ranked[0].total < ranked[-1].total else 1
    sum_of_totals = sum(seat.total for seat in sides.values())
    return {side: sign * cents * (len(sides) * seat.total - sum_of_totals) for side, seat in sides.items()}


def _by_rank(sides: Mapping[int, PlayedSeat], cents: int) -> dict[int, int]:
    """Each side pays `cents` to every side of a better rank."""
    ranks = [seat.rank for seat in sides.values()]
    return {
        side: cents * (sum(rank > seat.rank for rank in ranks) - sum(rank < seat.rank for rank in ranks))
        for side, seat in sides.items()
    }


def _against_losers(sides: Mapping[int, PlayedSeat], cents: int) -> dict[int, int]:
    """Each loser pays `cents`, shared among the winners; the cents that do not divide go to the first winners."""
    winners = [side for side, seat in sides.items() if seat.won]
    losers = [side for side in sides if side not in winners]
    if not winners:
        return dict.fromkeys(sides, 0)
    each, rest = divmod(cents * len(losers), len(winners))
    gains = {side: each + (place < rest) for place, side in enumerate(winners)}
    return {side: gains.get(side, -cents) for side in sides}


def _value_of_victory(seat: PlayedSeat) -> int | None:
    debt = PAGES[seat.game].debt
    return None if debt is None or not seat.result else debt(seat.result)


_GAINS: Mapping[StakePer, Callable[[Mapping[int, PlayedSeat], int], dict[int, int]]] = {
    StakePer.POINT: _by_point,
    StakePer.PARTIE: _against_losers,
    StakePer.RANK: _by_rank,
}
