"""Who owes what at the end of a soirée: worked out from its parties, settled with few payments."""

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
    """A payment in words: whoever gave the one before is not named again, and its `giver` is None."""

    giver: str | None
    taker: str
    amount: str


@dataclass(frozen=True, slots=True)
class Owed:
    """What a soirée is played for, in words, whether a partie of it has ended, and who then gives what to whom."""

    stake: str
    ended: bool
    paid: tuple[Paid, ...]


def who_owes(soiree: Soiree) -> Owed | None:
    """What is to be settled after a soirée, None where nothing was at stake."""
    stake = debts.stake_of(soiree)
    if stake is None:
        return None
    seats = debts.counted_seats(soiree)
    names = {seat.player_id: seat.name for seat in seats}
    settled = payments(balances(stake, seats))
    played_for = f"{amount(stake.cents, stake.sign)} {WAYS[stake.per]}"
    return Owed(played_for, bool(seats), tuple(in_words(settled, names, stake.sign)))


def in_words(settled: Sequence[Payment], names: Mapping[int, str], sign: str) -> Iterator[Paid]:
    """The payments by who gives, in the order of the names."""
    places, before = list(names), None
    for one in sorted(settled, key=lambda one: (places.index(one.giver), places.index(one.taker))):
        giver = None if one.giver == before else names[one.giver]
        yield Paid(giver, names[one.taker], amount(one.cents, sign))
        before = one.giver
