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


def compute_balances(stake: Stake, seats: Iterable[PlayedSeat]) -> dict[int, int]:
    """Return the balance of each player of a soirée, by player id, in the order of their first seats."""
    total: Counter[int] = Counter()
    for _, group in groupby(seats, key=lambda seat: seat.partie_id):
        partie = list(group)
        one_seat_by_side = {seat.side: seat for seat in partie}
        side_balances = _SIDE_BALANCES[stake.per](one_seat_by_side, stake.cents)
        for seat, cents in zip(partie, _seat_balances(partie, side_balances), strict=True):
            total[seat.player_id] += cents
    return dict(total)


def _seat_balances(partie: Seats, side_balances: Mapping[int, int]) -> list[int]:
    """Return the balance of each seat: each player of a side has that of the whole side.

    A lone player against 2 gains or loses twice as much, so that the sum is zero: with the gains 5 and −5
    of the sides, the lone player gains 10, and the others lose 5 each.
    """
    sizes = Counter(seat.side for seat in partie)
    multiple = lcm(*sizes.values())
    return [side_balances[seat.side] * (multiple // sizes[seat.side]) for seat in partie]


def _balances_by_point(sides: Mapping[int, PlayedSeat], cents: int) -> dict[int, int]:
    """If the victory has a value, each loser pays it; else each side pays the difference to every better side."""
    value = _value_of_victory(next(iter(sides.values())))
    if value is not None:
        return _balances_by_partie(sides, value * cents)
    ranked = sorted(sides.values(), key=lambda seat: seat.rank)
    sign = -1 if ranked[0].total < ranked[-1].total else 1  # −1 if the lowest total wins
    sum_of_totals = sum(seat.total for seat in sides.values())
    # The differences to all other sides add up to n × total − the sum of totals.
    return {side: sign * cents * (len(sides) * seat.total - sum_of_totals) for side, seat in sides.items()}


def _balances_by_rank(sides: Mapping[int, PlayedSeat], cents: int) -> dict[int, int]:
    """Each side pays `cents` to every side of a better rank."""
    ranks, gains = [seat.rank for seat in sides.values()], {}
    for side, seat in sides.items():
        better = sum(rank < seat.rank for rank in ranks)
        worse = sum(rank > seat.rank for rank in ranks)
        gains[side] = cents * (worse - better)
    return gains


def _balances_by_partie(sides: Mapping[int, PlayedSeat], cents: int) -> dict[int, int]:
    """Each loser pays `cents`, and the winners share the sum; the first winners each take a cent of the remainder."""
    winners = [side for side, seat in sides.items() if seat.won]
    losers = [side for side in sides if side not in winners]
    if not winners:
        return dict.fromkeys(sides, 0)
    each, remainder = divmod(cents * len(losers), len(winners))
    gains = {side: each + int(index < remainder) for index, side in enumerate(winners)}
    return {side: gains.get(side, -cents) for side in sides}


def _value_of_victory(seat: PlayedSeat) -> int | None:
    debt = PAGES[seat.game].debt
    if debt is None or not seat.ending_result:
        return None
    return debt(seat.ending_result)


_SIDE_BALANCES: Mapping[StakePer, Callable[[Mapping[int, PlayedSeat], int], dict[int, int]]] = {
    StakePer.POINT: _balances_by_point,
    StakePer.PARTIE: _balances_by_partie,
    StakePer.RANK: _balances_by_rank,
}
