"""The debts at the end of a soirée, computed from its parties and settled with few payments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from flask_babel import lazy_gettext as _l

from scorekeeper.record.carnet import debts
from scorekeeper.record.models import Soiree, StakePer
from scorekeeper.web.history.debts.balances import compute_balances
from scorekeeper.web.history.debts.money import format_amount
from scorekeeper.web.history.debts.payments import Payment, settle_balances

STAKE_LABELS = {
    StakePer.POINT: _l("par point"),
    StakePer.PARTIE: _l("par partie"),
    StakePer.RANK: _l("par rang"),
}


@dataclass(frozen=True, slots=True)
class PaymentText:
    """A payment as text."""

    giver: str
    taker: str
    amount: str


@dataclass(frozen=True, slots=True)
class SoireeDebts:
    """The stake of a soirée as text, whether one of its parties has ended, and the payments that settle the debts."""

    stake: str
    ended: bool
    payments: tuple[PaymentText, ...]


def soiree_debts(soiree: Soiree) -> SoireeDebts | None:
    """Return the debts of a soirée, None if it has no stake."""
    stake = debts.stake_of(soiree)
    if stake is None:
        return None
    seats = debts.counted_seats(soiree)
    names = {seat.player_id: seat.name for seat in seats}
    payments = settle_balances(compute_balances(stake, seats))
    stake_text = f"{format_amount(stake.cents, stake.sign)} {STAKE_LABELS[stake.per]}"
    return SoireeDebts(stake_text, bool(seats), tuple(payment_texts(payments, names, stake.sign)))


def payment_texts(payments: Sequence[Payment], names: Mapping[int, str], sign: str) -> Iterator[PaymentText]:
    """Yield the payments as text, sorted by giver, then by taker, in the order of `names`."""
    order = list(names)
    for payment in sorted(payments, key=lambda payment: (order.index(payment.giver), order.index(payment.taker))):
        yield PaymentText(names[payment.giver], names[payment.taker], format_amount(payment.cents, sign))
