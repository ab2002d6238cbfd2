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
    StakePer.POINT: _l("par point"),
    StakePer.PARTIE: _l("par partie"),
    StakePer.RANK: _l("par rang"),
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
    """What a soirée is played for: « 0,10 € par point »."""
    return f"{amount(stake.cents, stake.sign)} {WAYS[stake.per]}"


def sentence(settled: Sequence[Payment], names: Mapping[int, str], sign: str) -> str:
    """Who gives what: « Luc donne 3,20 € à Zoé, 2 € à Max, Anne 1 € à Zoé. »."""
    if not settled:
        return _("Personne ne doit rien à personne.")
    places = list(names)
    pieces, before = [], None
    for one in sorted(settled, key=lambda one: (places.index(one.giver), places.index(one.taker))):
        pieces.append(_piece(one, before, names, sign))
        before = one.giver
    return ", ".join(pieces) + "."


def _piece(payment: Payment, before: int | None, names: Mapping[int, str], sign: str) -> str:
    """A payment in words: whoever was named `before` is not named again."""
    said = {"amount": amount(payment.cents, sign), "taker": names[payment.taker]}
    if payment.giver == before:
        return _("%(amount)s à %(taker)s", **said)
    if before is None:
        return _("%(giver)s donne %(amount)s à %(taker)s", giver=names[payment.giver], **said)
    return _("%(giver)s %(amount)s à %(taker)s", giver=names[payment.giver], **said)
