"""The form of a manche of Atout Pique after the bids: the tricks of each team, and of each zero."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from wtforms.validators import Optional

from scorekeeper.games.spades import bids as calls
from scorekeeper.games.spades.bids import TRICKS, Bid, Zero
from scorekeeper.games.spades.facts import nil_seats, tricks_by_seat
from scorekeeper.games.spades.options import SEATS, TEAMS
from scorekeeper.record.models import Manche
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.sent_fields import is_sent, sent_fields
from scorekeeper.web.forms import CountField, FactsForm, SelectField, complete_counts, index_choices
from scorekeeper.web.games.spades.begin import bid_choices, saved_bids, written_bids


class SpadesForm(FactsForm):
    """The tricks of each team and of each nil bidder and, in a correction, the bids."""

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
        """The teams that may have made their contract exactly: neither partner bid a zero (AP-17)."""
        return [side for side in range(TEAMS) if 0 < self.contract(side) <= TRICKS and not nil_seats(self.bids, side)]

    def facts(self) -> dict[str, Any]:
        """The facts entered, the other team's tricks filled in. Raises `ImpossibleFactsError`."""
        bids = [self._bid(field.data) for field in self.bid_fields()] or written_bids(self.bids)["bids"]
        exact = sent_fields().get("exact", "")
        tricks: list[int | None] = [field.data for field in self.trick_fields()]
        if exact in {"0", "1"}:
            tricks = [None, None]
            tricks[int(exact)] = self.contract(int(exact))
            for field, count in zip(self.trick_fields(), tricks, strict=True):
                field.data, field.raw_data = count, None
        tricks = self._recomputed_other_team(tricks)
        facts: dict[str, Any] = {"bids": bids, "tricks": complete_counts(tricks, TRICKS)}
        zeros = {str(seat) for seat, bid in enumerate(bids) if bid in {zero.value for zero in Zero}}
        own = {str(seat): field.data for seat, field in self.nil_fields() if field.data is not None}
        facts["nil_tricks"] = {seat: count for seat, count in own.items() if seat in zeros}
        return facts

    def _recomputed_other_team(self, tricks: list[int | None]) -> list[int | None]:
        """In a correction of one team's tricks, clear those of the other team, to be computed again."""
        changed = [before != now for before, now in zip(self.recorded, tricks, strict=True)]
        if self.recorded != (None, None) and changed.count(True) == 1 and sum(count or 0 for count in tricks) != TRICKS:
            return [count if new else None for new, count in zip(changed, tricks, strict=True)]
        return tricks

    def show_typed_before(self, manche: Manche) -> None:
        """Show what was typed before another client recorded the manche, from a form that did not have the bids."""
        self.recorded = (None, None)
        _show_bids(self, manche)
        typed = [field.data for field in self.trick_fields()]
        if typed.count(None) == 1:
            for field, count in zip(self.trick_fields(), complete_counts(typed, TRICKS), strict=True):
                field.data, field.raw_data = count, None

    def shows_nil(self, seat: int) -> bool:
        """Whether to show the tricks of this seat: it bid a zero, or a zero is chosen in the correction."""
        sent = self[f"bid-{seat}"].data if self.correcting else None
        return isinstance(self.bids[seat], Zero) or sent in {zero.value for zero in Zero}

    def has_entries(self) -> bool:
        """Whether tricks or a note were typed: they are shown again even when the bids are gone."""
        fields = [*self.trick_fields(), *(self[f"nil-{seat}"] for seat in range(SEATS))]
        return any(field.raw_data and field.raw_data[0].strip() for field in fields) or bool(self.note.data)

    @staticmethod
    def _bid(sent: str | None) -> int | str | None:
        return int(sent) if sent is not None and sent.isascii() and sent.isdigit() else sent


def facts_form(scored: ScoredPartie, manche: Manche | None) -> SpadesForm:
    """Return the form of this table with the values sent, else with the facts of `manche`, else empty."""
    bids = saved_bids(scored)
    if manche is not None:
        bids = _recorded_bids(scored, manche)
    fields: dict[str, Any] = {"scored": scored, "bids": bids, "correcting": manche is not None}
    fields["recorded"] = (None, None) if manche is None else tuple(manche.facts["tricks"])
    fields |= {f"tricks-{side}": CountField("", validators=[Optional()]) for side in range(TEAMS)}
    fields |= {f"nil-{seat}": CountField("", validators=[Optional()]) for seat in range(SEATS)}
    if manche is not None:
        sent: list[Any] = [value for value, _label in bid_choices()]
        fields |= {f"bid-{seat}": SelectField(choices=sent) for seat in range(SEATS)}
    form: SpadesForm = type("SpadesForm", (SpadesForm,), fields)()
    form.penalty_side.choices = index_choices(TEAMS)
    if not is_sent():
        if manche is not None:
            _show(form, manche)
        else:
            _show_so_far(form, scored)
        form.fill_earlier_extras(manche, scored)
    elif manche is not None and not any(field.raw_data for field in form.bid_fields()):
        form.show_typed_before(manche)
    return form


def _show_so_far(form: SpadesForm, scored: ScoredPartie) -> None:
    """Show the tricks counted from the cards of the current manche (T-7)."""
    if scored.current.cards is None:
        return
    taken = tricks_by_seat(scored.current.tricks)
    for side, field in enumerate(form.trick_fields()):
        field.data = sum(taken[side::TEAMS])
    for seat, own in form.nil_fields():
        own.data = taken[seat]


def _recorded_bids(scored: ScoredPartie, manche: Manche) -> tuple[Bid | None, ...]:
    """The bids of a recorded manche; a deleted one may have blind nils that the current rules forbid."""
    options = replace(scored.options, blind_nil=True)
    return tuple(calls.read_bid(options, seat, bid) for seat, bid in enumerate(manche.facts["bids"]))


def _show_bids(form: SpadesForm, manche: Manche) -> None:
    for seat, field in enumerate(form.bid_fields()):
        field.data, field.raw_data = str(manche.facts["bids"][seat]), None


def _show(form: SpadesForm, manche: Manche) -> None:
    facts = manche.facts
    for side, field in enumerate(form.trick_fields()):
        field.data = facts["tricks"][side]
    _show_bids(form, manche)
    for seat, nil_field in form.nil_fields():
        nil_field.data = facts.get("nil_tricks", {}).get(str(seat))
