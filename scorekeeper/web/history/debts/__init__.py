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

    # Whether one of its parties has ended.
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
    """Yield the payments as text, sorted by giver, then by taker, in the order of `names`, which are by player id."""
    order = list(names)
    for payment in sorted(payments, key=lambda payment: (order.index(payment.giver), order.index(payment.taker))):
        yield PaymentText(names[payment.giver], names[payment.taker], format_amount(payment.cents, sign))


# The balances, the gains and losses of the players in cents; they add up to zero.

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
    """Return the balance of each seat: each player of a side has that of the whole side.

    A lone player against 2 gains or loses twice as much, so that the sum is zero: with the gains 5 and −5
    of the sides, the lone player gains 10, and the others lose 5 each.
    """
    # Multiplied by `multiple` / (players of the side), the balances of the players of each side add up to the same
    # multiple of the balance of the side.
    sizes = Counter(seat.side for seat in partie)
    multiple = lcm(*sizes.values())
    return [side_balances[seat.side] * (multiple // sizes[seat.side]) for seat in partie]


def _balances_by_point(sides: Mapping[int, PlayedSeat], cents: int) -> dict[int, int]:
    """If the victory has a value, each loser pays it; else each side pays the difference to every better side."""
    # The value is one of the whole partie, so any of its seats gives it.
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
    # 50 cents for 3 winners: 17, 17 and 16.
    gains = {side: each + int(index < remainder) for index, side in enumerate(winners)}
    return {side: gains.get(side, -cents) for side in sides}


def _value_of_victory(seat: PlayedSeat) -> int | None:
    """Return the points that a loser owes by the rules of the game, None if these are the difference of the totals."""
    # A function of the pages of the game, which computes it from the figures of the ending; None without one.
    debt = PAGES[seat.game].debt
    if debt is None or not seat.ending_result:
        return None
    return debt(seat.ending_result)


_SIDE_BALANCES: Mapping[StakePer, Callable[[Mapping[int, PlayedSeat], int], dict[int, int]]] = {
    StakePer.POINT: _balances_by_point,
    StakePer.PARTIE: _balances_by_partie,
    StakePer.RANK: _balances_by_rank,
}

# The payments that settle balances.


@dataclass(frozen=True, slots=True)
class Payment:
    """An amount in cents from one player to another, by their ids."""

    giver: int
    taker: int
    cents: int


def settle_balances(balances: Mapping[int, int]) -> list[Payment]:
    """Return the payments that settle these balances, which add up to zero.

    The player with the largest debt pays the player with the largest credit until all balances are zero, which takes
    fewer payments than there are players: for `{1: -30, 2: 20, 3: 10}`, 1 pays 20 to 2, then 10 to 3.
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
