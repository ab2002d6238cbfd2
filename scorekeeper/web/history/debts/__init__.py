"""The debts at the end of a soirée, computed from its parties and settled with few payments.

A soirée is an evening of parties, games played to their end. Its stake is the amount that is paid for each point,
partie or rank. A side is a player or a team. The balance of a player is what the player gains, negative for a debt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import lcm

from flask_babel import lazy_gettext as _l

from scorekeeper.record.carnet.debts import PlayedSeat, counted_seats, stake_of
from scorekeeper.record.models import Soiree, Stake, StakePer
from scorekeeper.web.games import PAGES
from scorekeeper.web.history.debts.money import format_amount

# What a stake is paid for.
STAKE_LABELS = {
    StakePer.POINT: _l("par point"),
    StakePer.PARTIE: _l("par partie"),
    StakePer.RANK: _l("par rang"),
}


@dataclass(frozen=True, slots=True)
class PaymentText:
    """A payment as text: the names of the two players, and the amount, « 3,20 € »."""

    giver: str
    taker: str
    amount: str


@dataclass(frozen=True, slots=True)
class SoireeDebts:
    """The stake of a soirée and what it leads to."""

    # « 0,10 € par point »
    stake: str

    # Whether a partie of the soirée counts: it has ended, and is neither abandoned nor deleted.
    ended: bool

    # The payments that settle the debts.
    payments: tuple[PaymentText, ...]


def soiree_debts(soiree: Soiree) -> SoireeDebts | None:
    """Return the debts of a soirée, None if it has no stake."""
    stake = stake_of(soiree)
    if stake is None:
        return None
    # The seats of the parties that count, by partie and number, each with its player and the result of its side.
    seats = counted_seats(soiree)
    names = {seat.player_id: seat.name for seat in seats}
    payments = settle_balances(compute_balances(stake, seats))
    stake_text = f"{format_amount(stake.cents, stake.sign)} {STAKE_LABELS[stake.per]}"
    return SoireeDebts(stake_text, bool(seats), tuple(payment_texts(payments, names, stake.sign)))


def payment_texts(payments: Sequence[Payment], names: Mapping[int, str], sign: str) -> Iterator[PaymentText]:
    """Yield the payments as text, sorted by giver, then by taker.

    `names` are the names of the players by id. Players come in the order of this mapping.
    """
    order = list(names)
    for payment in sorted(payments, key=lambda payment: (order.index(payment.giver), order.index(payment.taker))):
        yield PaymentText(names[payment.giver], names[payment.taker], format_amount(payment.cents, sign))


# First part: the balances, which are the gains and losses of the players in cents. They add up to zero.

# The seats of one partie.
Seats = Sequence[PlayedSeat]


def compute_balances(stake: Stake, seats: Iterable[PlayedSeat]) -> dict[int, int]:
    """Return the balance of each player of a soirée, by player id, in the order of their first seats."""
    total: Counter[int] = Counter()
    for _, group in groupby(seats, key=lambda seat: seat.partie_id):
        partie = list(group)
        # One seat is enough: all seats of a side have the same total, rank and victory.
        one_seat_by_side = {seat.side: seat for seat in partie}
        # One of the functions `_balances_by_point`, `_balances_by_partie` and `_balances_by_rank`.
        side_balances = _SIDE_BALANCES[stake.per](one_seat_by_side, stake.cents)
        for seat, cents in zip(partie, _seat_balances(partie, side_balances), strict=True):
            total[seat.player_id] += cents
    return dict(total)


def _seat_balances(partie: Seats, side_balances: Mapping[int, int]) -> list[int]:
    """Return the balance of each seat of a partie, from the balances of its sides, by number of the side.

    If all sides have as many players, each player gains or loses as much as the side. Else those of smaller sides gain
    or lose more, so that the sum is zero. Example: a lone player against two, with the gains 5 and −5 of the sides. The
    lone player gains 10, and each of the other two loses 5.
    """
    # `multiple` is the least common multiple of the sizes of the sides: of sides of 1 and 2 players it is 2. A player
    # has the balance of the side times `multiple` / (size of the side): the lone player 5 × 2, each of the two −5 × 1.
    # So a side has together `multiple` times its balance, and all sides add up to zero as before.
    sizes = Counter(seat.side for seat in partie)
    multiple = lcm(*sizes.values())
    return [side_balances[seat.side] * (multiple // sizes[seat.side]) for seat in partie]


def _balances_by_point(sides: Mapping[int, PlayedSeat], cents: int) -> dict[int, int]:
    """Return the balances, by number of the side, of a stake of `cents` for a point.

    In some games, the rules say how many points a loser owes: each losing side then pays these. In the other games,
    each side pays the difference of the totals to every better side.
    """
    # This number of points is the same for the whole partie, so any of its seats gives it.
    value = _value_of_victory(next(iter(sides.values())))
    if value is not None:
        return _balances_by_partie(sides, value * cents)
    ranked = sorted(sides.values(), key=lambda seat: seat.rank)
    sign = -1 if ranked[0].total < ranked[-1].total else 1  # −1 if the lowest total wins
    sum_of_totals = sum(seat.total for seat in sides.values())
    # With n sides, the differences to all other sides add up to n × total − the sum of totals. Example: the totals 10,
    # 4 and 1 make 15. For the first side, (10 − 4) + (10 − 1) = 3 × 10 − 15.
    return {side: sign * cents * (len(sides) * seat.total - sum_of_totals) for side, seat in sides.items()}


def _balances_by_rank(sides: Mapping[int, PlayedSeat], cents: int) -> dict[int, int]:
    """Return the balances, by number of the side, if each side pays `cents` to every side of a better rank."""
    ranks, gains = [seat.rank for seat in sides.values()], {}
    for side, seat in sides.items():
        better = sum(rank < seat.rank for rank in ranks)
        worse = sum(rank > seat.rank for rank in ranks)
        gains[side] = cents * (worse - better)
    return gains


def _balances_by_partie(sides: Mapping[int, PlayedSeat], cents: int) -> dict[int, int]:
    """Return the balances, by number of the side, if each losing side pays `cents` and the winners share the sum.

    If the sum cannot be shared equally, the first winners get one cent more than the others.
    """
    winners = [side for side, seat in sides.items() if seat.won]
    losers = [side for side in sides if side not in winners]
    if not winners:
        return dict.fromkeys(sides, 0)
    each, remainder = divmod(cents * len(losers), len(winners))
    # 50 cents for 3 winners are 17, 17 and 16: `each` is 16, and `remainder` 2.
    gains = {side: each + int(index < remainder) for index, side in enumerate(winners)}
    return {side: gains.get(side, -cents) for side in sides}


def _value_of_victory(seat: PlayedSeat) -> int | None:
    """Return the points that each loser owes by the rules of the game; None if the rules say nothing about it.

    Losers then owe the difference of the totals.
    """
    # The function of the game that returns these points from the figures of the ending; None for a game without one.
    debt = PAGES[seat.game].debt
    if debt is None or not seat.ending_result:
        return None
    return debt(seat.ending_result)


_SIDE_BALANCES: Mapping[StakePer, Callable[[Mapping[int, PlayedSeat], int], dict[int, int]]] = {
    StakePer.POINT: _balances_by_point,
    StakePer.PARTIE: _balances_by_partie,
    StakePer.RANK: _balances_by_rank,
}

# Second part: the payments that settle the balances.


@dataclass(frozen=True, slots=True)
class Payment:
    """An amount in cents that one player pays to another."""

    # The ids of the player who pays and of the one who is paid.
    giver: int
    taker: int
    cents: int


def settle_balances(balances: Mapping[int, int]) -> list[Payment]:
    """Return the payments that settle these balances, which add up to zero.

    `balances` are by player id, negative for a debt. Again and again, the player with the largest debt pays the player
    with the largest credit, until all balances are zero. This takes fewer payments than there are players.
    With these balances, the player 1 pays 20 to the player 2, then 10 to the player 3:

        {1: -30, 2: 20, 3: 10}
    """
    # What each player is still to get, negative for what is still to pay.
    open_balances, payments = dict(balances), []
    # Each payment brings at least one balance to zero, so the loop ends.
    while any(open_balances.values()):
        # The players with the smallest and the largest balance.
        giver = min(open_balances, key=open_balances.__getitem__)
        taker = max(open_balances, key=open_balances.__getitem__)
        cents = min(-open_balances[giver], open_balances[taker])
        open_balances[giver] += cents
        open_balances[taker] -= cents
        payments.append(Payment(giver, taker, cents))
    return payments
