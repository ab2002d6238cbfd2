"""Who owes what at the end of a soirée: worked out from its parties, settled with the fewest payments, said once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask_babel import lazy_gettext as _l

from scorekeeper.record import stakes
from scorekeeper.record.models import Soiree, Stake, StakePer
from scorekeeper.web.i18n import gettext as _
from scorekeeper.web.stakes.gains import balances
from scorekeeper.web.stakes.money import amount
from scorekeeper.web.stakes.payments import Payment, payments

WAYS = {
    StakePer.POINT: _l("le point"),
    StakePer.PARTIE: _l("la partie"),
    StakePer.RANK: _l("le rang"),
}


@dataclass(frozen=True, slots=True)
class Owed:
    """What a soirée is played for, and who gives what to whom, each in words; nothing before a partie has ended."""

    stake: str
    sentence: str | None


def who_owes(soiree: Soiree) -> Owed | None:
    """What is to be settled after a soirée, None where nothing was at stake."""
    stake = stakes.stake_of(soiree)
    if stake is None:
        return None
    seats = stakes.played(soiree)
    names = {seat.player_id: seat.name for seat in seats}
    settled = payments(balances(stake, seats))
    return Owed(said(stake), sentence(settled, names, stake.sign) if seats else None)


def said(stake: Stake) -> str:
    """What a soirée is played for: « 0,10 € le point »."""
    return _("%(amount)s %(way)s", amount=amount(stake.cents, stake.sign), way=WAYS[stake.per])


def sentence(settled: Sequence[Payment], names: Mapping[int, str], sign: str) -> str:
    """Who gives what: « Luc donne 3,20 € à Zoé, Anne 1 € à Zoé. »."""
    if not settled:
        return _("Personne ne doit rien à personne.")
    said = [
        _("%(giver)s donne %(amount)s à %(taker)s", **_places(settled[0], names, sign)),
        *(_("%(giver)s %(amount)s à %(taker)s", **_places(one, names, sign)) for one in settled[1:]),
    ]
    return ", ".join(said) + "."


def _places(payment: Payment, names: Mapping[int, str], sign: str) -> dict[str, str]:
    return {
        "giver": names[payment.giver],
        "taker": names[payment.taker],
        "amount": amount(payment.cents, sign),
    }
