"""The debts at the end of a soirée: computed from its parties, settled with few payments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from flask_babel import lazy_gettext as _l

from scorekeeper.record.carnet import debts
from scorekeeper.record.models import Soiree, StakePer
from scorekeeper.web.history.debts.gains import balances
from scorekeeper.web.history.debts.money import amount
from scorekeeper.web.history.debts.payments import Payment, payments

WAYS = {
    StakePer.POINT: _l("par point"),
    StakePer.PARTIE: _l("par partie"),
    StakePer.RANK: _l("par rang"),
}


@dataclass(frozen=True, slots=True)
class Paid:
    """A payment as text; `giver` is None if it is the giver of the payment before."""

    giver: str | None
    taker: str
    amount: str


@dataclass(frozen=True, slots=True)
class Owed:
    """The stake of a soirée as text, whether one of its parties has ended, and the payments that settle it."""

    stake: str
    ended: bool
    paid: tuple[Paid, ...]


def who_owes(soiree: Soiree) -> Owed | None:
    """Return the debts of a soirée, None if it has no stake."""
    stake = debts.stake_of(soiree)
    if stake is None:
        return None
    seats = debts.counted_seats(soiree)
    names = {seat.player_id: seat.name for seat in seats}
    settled = payments(balances(stake, seats))
    played_for = f"{amount(stake.cents, stake.sign)} {WAYS[stake.per]}"
    return Owed(played_for, bool(seats), tuple(in_words(settled, names, stake.sign)))


def in_words(settled: Sequence[Payment], names: Mapping[int, str], sign: str) -> Iterator[Paid]:
    """Yield the payments as text by giver, then taker, in the order of the names."""
    order, previous = list(names), None
    for payment in sorted(settled, key=lambda payment: (order.index(payment.giver), order.index(payment.taker))):
        giver = None if payment.giver == previous else names[payment.giver]
        yield Paid(giver, names[payment.taker], amount(payment.cents, sign))
        previous = payment.giver
