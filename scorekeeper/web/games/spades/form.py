"""The forms of a manche of Atout Pique: the bids as they are called, then the tricks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from flask import request
from wtforms.validators import Optional

from scorekeeper.games.spades import bids as calls
from scorekeeper.games.spades.bids import TRICKS, Bid, Zero
from scorekeeper.games.spades.facts import nil_seats, tricks_by_seat
from scorekeeper.games.spades.options import SEATS, TEAMS
from scorekeeper.games.spades.scoring import SACS, blind_nil_warnings, sac_gauge
from scorekeeper.web.forms import CountField, FactsForm, SelectField, completed, numbered
from scorekeeper.web.games.spades import faults as spades_faults
from scorekeeper.web.games.spades import words
from scorekeeper.web.i18n import gettext as _

if TYPE_CHECKING:
    from random import Random

    from scorekeeper.games.shape import Json
    from scorekeeper.record.models import Manche
    from scorekeeper.record.standings import Standing


@dataclass(frozen=True)
class Bidding:
    """The bids so far, by seat; whose turn it is, and what that player may bid (AP-3, AP-7)."""

    bids: tuple[Bid | None, ...]
    bidder: int | None
    blind: bool
    behind: int

    @property
    def total(self) -> int:
        """The sum of the bids, against the 13 tricks."""
        return sum(calls.contracts(self.bids))


def bidding(standing: Standing) -> Bidding:
    """The bids of the manche under way, as they were saved."""
    bids = saved_bids(standing)
    bidder = calls.next_bidder(standing.deal.dealer, bids)
    totals = standing.sheet.totals
    blind = bidder is not None and calls.may_blind_nil(standing.options, bidder, totals)
    return Bidding(bids, bidder, blind, 0 if bidder is None else calls.deficit(bidder % TEAMS, totals))


def beginning(standing: Standing) -> Bidding | None:
    """The bidding while somebody still has to bid, else None."""
    found = bidding(standing)
    return found if found.bidder is not None else None


def begun(standing: Standing) -> Json:
    """The bids with the one just called, or without the latest, which was taken back.

    Raises `ImpossibleFactsError` for a bid that cannot be.
    """
    bids = saved_bids(standing)
    dealer = standing.deal.dealer
    if "back" in request.form:
        last = calls.last_bidder(dealer, bids)
        left = [None if seat == last else bid for seat, bid in enumerate(bids)]
        return _written(left) if any(bid is not None for bid in left) else {}
    seat = calls.next_bidder(dealer, bids)
    called = request.form.get("bid", "")
    value: object = int(called) if called.isascii() and called.isdigit() and len(called) < SEATS else called
    pressed = request.form.get("seat", "")
    known = int(pressed) if pressed in {str(one) for one in range(SEATS)} else seat
    if known is None:
        known = 0
    return _written(calls.add_bid(standing.options, dealer, standing.sheet.totals, bids, known, value))


def saved_bids(standing: Standing) -> tuple[Bid | None, ...]:
    """The bids kept with the partie until its manche is recorded."""
    kept = (standing.partie.begun or {}).get("bids", [None] * SEATS)
    return tuple(None if bid is None else calls.read_bid(standing.options, seat, bid) for seat, bid in enumerate(kept))


class SpadesForm(FactsForm):
    """The tricks of each team, those of each nil bidder and, in a correction, the bids."""

    bids: tuple[Bid | None, ...]
    correcting: bool
    recorded: tuple[int | None, ...]

    def trick_fields(self) -> list[CountField]:
        """The tricks, by team."""
        return [self[f"tricks-{side}"] for side in range(TEAMS)]

    def bid_fields(self) -> list[SelectField]:
        """The bids, by seat, in a correction."""
        return [self[f"bid-{seat}"] for seat in range(SEATS)] if self.correcting else []

    def nil_fields(self) -> list[tuple[int, CountField]]:
        """Seat and field of each nil bidder's own tricks."""
        seats = (
            range(SEATS) if self.correcting else sorted(seat for side in (0, 1) for seat in nil_seats(self.bids, side))
        )
        return [(seat, self[f"nil-{seat}"]) for seat in seats]

    def contract(self, side: int) -> int:
        """The contract of a team (AP-4)."""
        return calls.contracts(self.bids)[side]

    def exact_sides(self) -> list[int]:
        """The teams whose tricks are told by a contract made exactly: none of their players bid a zero (AP-17)."""
        return [side for side in range(TEAMS) if 0 < self.contract(side) <= TRICKS and not nil_seats(self.bids, side)]

    def facts(self) -> dict[str, Any]:
        """The facts entered, the other team's tricks filled in. Raises `ImpossibleFactsError`."""
        bids = [self._bid(field.data) for field in self.bid_fields()] or _written(self.bids)["bids"]
        exact = request.form.get("exact", "")
        tricks: list[int | None] = [field.data for field in self.trick_fields()]
        if exact in {"0", "1"}:
            tricks = [None, None]
            tricks[int(exact)] = self.contract(int(exact))
            for field, count in zip(self.trick_fields(), tricks, strict=True):
                field.data, field.raw_data = count, None
        tricks = self._other_corrected(tricks)
        facts: dict[str, Any] = {"bids": bids, "tricks": completed(tricks, TRICKS)}
        zeros = {str(seat) for seat, bid in enumerate(bids) if bid in {zero.value for zero in Zero}}
        own = {str(seat): field.data for seat, field in self.nil_fields() if field.data is not None}
        facts["nil_tricks"] = {seat: count for seat, count in own.items() if seat in zeros}
        penalties = self.penalties()
        return {**facts, "penalties": penalties} if penalties else facts

    def _other_corrected(self, tricks: list[int | None]) -> list[int | None]:
        """In a correction, the team left as it was recorded is computed again from the one that was changed."""
        changed = [before != now for before, now in zip(self.recorded, tricks, strict=True)]
        if self.recorded != (None, None) and changed.count(True) == 1 and sum(count or 0 for count in tricks) != TRICKS:
            return [count if new else None for new, count in zip(changed, tricks, strict=True)]
        return tricks

    def asks_nil(self, seat: int) -> bool:
        """Whether the tricks of this seat are to be shown: it bid a zero, or is being given one."""
        sent = self[f"bid-{seat}"].data if self.correcting else None
        return isinstance(self.bids[seat], Zero) or sent in {zero.value for zero in Zero}

    def holds_something(self) -> bool:
        """Whether tricks or a note were typed, to be given back even when the bids are gone."""
        fields = [*self.trick_fields(), *(self[f"nil-{seat}"] for seat in range(SEATS))]
        return any(field.raw_data and field.raw_data[0].strip() for field in fields) or bool(self.note.data)

    @staticmethod
    def _bid(sent: str | None) -> int | str | None:
        return int(sent) if sent is not None and sent.isascii() and sent.isdigit() else sent


def facts_form(standing: Standing, manche: Manche | None) -> SpadesForm:
    """The form for this table, holding what was sent, else the facts of `manche`, else nothing."""
    bids = saved_bids(standing)
    if manche is not None:
        bids = _recorded_bids(standing, manche)
    fields: dict[str, Any] = {"standing": standing, "bids": bids, "correcting": manche is not None}
    fields["recorded"] = (None, None) if manche is None else tuple(manche.facts["tricks"])
    fields |= {f"tricks-{side}": CountField(validators=[Optional()]) for side in range(TEAMS)}
    fields |= {f"nil-{seat}": CountField(validators=[Optional()]) for seat in range(SEATS)}
    if manche is not None:
        fields |= {f"bid-{seat}": SelectField(choices=_sent_bids()) for seat in range(SEATS)}
    form: SpadesForm = type("SpadesForm", (SpadesForm,), fields)()
    form.penalty_side.choices = numbered(TEAMS)
    if request.method == "GET":
        if manche is not None:
            _show(form, manche)
        else:
            _show_so_far(form, standing)
        form.show_earlier(manche, standing)
    return form


def _show_so_far(form: SpadesForm, standing: Standing) -> None:
    """Show the tricks that the cards of the manche under way have told (T-7)."""
    cards = standing.cards
    if cards is None:
        return
    taken = tricks_by_seat(standing.arbiter(cards).tricks)
    for side, field in enumerate(form.trick_fields()):
        field.data = sum(taken[side::TEAMS])
    for seat, own in form.nil_fields():
        own.data = taken[seat]


def side_note(standing: Standing, side: int) -> str:
    """The sacs of a team, and what it still needs to win (AP-14, AP-18)."""
    played = standing.played[: standing.ending.after if standing.ending else None]
    sacs = sac_gauge(standing.options, SEATS, played)[side]
    needed = standing.options.target - standing.sheet.totals[side]
    gauge = _("sacs %(count)s/%(ten)s", count=sacs, ten=SACS)
    return (
        gauge if standing.ending or needed <= 0 else _("%(gauge)s · il manque %(needed)s", gauge=gauge, needed=needed)
    )


def remarks(standing: Standing) -> dict[int, list[tuple[str, str]]]:
    """The double zeros that the totals before their manche did not allow, by the manche's index (AP-7)."""
    found: dict[int, list[tuple[str, str]]] = {}
    for one in blind_nil_warnings(standing.options, SEATS, standing.played):
        found.setdefault(one.manche, []).append((spades_faults.warning(one, standing.names), "AP-7"))
    return found


def sample_facts(_standing: Standing, chance: Random) -> Json:
    """The facts of a manche as it might have gone."""
    bids: list[int | str] = [chance.choice([2, 3, 3, 4]) for _ in range(SEATS)]
    if chance.random() < 1 / 4:
        bids[chance.randrange(SEATS)] = Zero.NIL.value
    first = min(
        TRICKS, max(0, sum(bid for bid in bids[::TEAMS] if isinstance(bid, int)) + chance.choice([-1, 0, 0, 1, 2]))
    )
    nils = {str(seat): 0 for seat, bid in enumerate(bids) if bid == Zero.NIL.value}
    return {"bids": bids, "tricks": [first, TRICKS - first], "nil_tricks": nils}


def bid_choices() -> list[tuple[str, str]]:
    """Every bid as a correction sends it, and as it is said."""
    bids: list[Bid] = [*range(1, TRICKS + 1), *Zero]
    return [(str(calls.write_bid(bid)), words.bid(bid)) for bid in bids]


HELPERS: dict[str, Callable[..., Any]] = {
    "bidding": bidding,
    "contracts": calls.contracts,
    "bid": words.bid,
    "bid_choices": bid_choices,
}


def _written(bids: Any) -> dict[str, Any]:  # noqa: ANN401 - a sequence of bids or of none
    return {"bids": [None if bid is None else calls.write_bid(bid) for bid in bids]}


def _recorded_bids(standing: Standing, manche: Manche) -> tuple[Bid | None, ...]:
    """The bids of a manche recorded earlier; of one since deleted, whatever today's rules say of blind nils."""
    options = replace(standing.options, blind_nil=True)
    return tuple(calls.read_bid(options, seat, bid) for seat, bid in enumerate(manche.facts["bids"]))


def _sent_bids() -> list[Any]:
    return [sent for sent, _said in bid_choices()]


def _show(form: SpadesForm, manche: Manche) -> None:
    facts = manche.facts
    for side, field in enumerate(form.trick_fields()):
        field.data = facts["tricks"][side]
    for seat, bid_field in enumerate(form.bid_fields()):
        bid_field.data = str(facts["bids"][seat])
    for seat, nil_field in form.nil_fields():
        nil_field.data = facts.get("nil_tricks", {}).get(str(seat))
