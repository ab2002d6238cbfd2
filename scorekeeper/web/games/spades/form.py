"""The forms of a manche (deal) of Atout Pique: its bids one by one, then its tricks.

A bid is a number of tricks, or a *zero* (nil), which may be double (blind). The contract of a side is the sum of its
bids; a *side* is a team of two, or a player where each plays alone. The saved bids are the *context* of the current
manche; once it is recorded, they and the tricks are its *facts*, as JSON. Articles such as AP-3 are those of the
rulebook of Atout Pique; T-7 is one that all games share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import request

from scorekeeper.games.shape import Json
from scorekeeper.games.spades.bids import (
    BLIND_NIL_DEFICIT,
    Bid,
    Zero,
    add_bid,
    bidding_order,
    contracts,
    deficit,
    last_bidder,
    may_bid_blind_nil,
    next_bidder,
    read_bid,
)
from scorekeeper.games.spades.facts import nil_seats, tricks_by_seat
from scorekeeper.games.spades.options import TEAMS, hand_tricks
from scorekeeper.record.models import Manche
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.core.sent_fields import is_sent, sent_fields
from scorekeeper.web.forms import CountField, FactsForm, SelectField, complete_counts
from scorekeeper.web.games.spades.text import say_bid

# The bids, saved one by one as they are made (AP-3, AP-7).


@dataclass(frozen=True)
class Bidding:
    """The bids of a manche as far as they are made, and what the next one may be."""

    # By seat; None for a seat that has not bid.
    bids: tuple[Bid | None, ...]
    # The seats in bidding order.
    order: tuple[int, ...]
    # The seat that bids next; None once all have bid.
    bidder: int | None
    # Whether the next bid may be a double zero.
    may_bid_blind_nil: bool
    # The number of tricks in the manche, which is also the highest bid.
    tricks: int

    @property
    def total(self) -> int:
        """The sum of the bids, to compare with the tricks."""
        # A zero is no integer, and no bid yet is None.
        return sum(bid for bid in self.bids if isinstance(bid, int))


def saved_bidding(scored: ScoredPartie) -> Bidding:
    """Return the bidding of the current manche as far as it is saved."""
    bids = saved_bids(scored)
    # `next_bidder` and `bidding_order` depend on the dealer, whom `scored.table` has.
    bidder = next_bidder(scored.table, bids)
    # The totals before this manche decide whether the bidder is far enough behind for a double zero (AP-7).
    blind_nil = bidder is not None and may_bid_blind_nil(scored.options, bidder, scored.sheet.totals)
    return Bidding(bids, bidding_order(scored.table), bidder, blind_nil, hand_tricks(scored.seats))


def pending_context(scored: ScoredPartie) -> Bidding | None:
    """Return the bidding, None once all players have bid."""
    bidding = saved_bidding(scored)
    if bidding.bidder is None:
        return None
    return bidding


def blind_nil_sentence(scored: ScoredPartie) -> str:
    """Say which side is behind, by how much, and whether it may bid a double zero (AP-7)."""
    totals = scored.sheet.totals
    bidder = saved_bidding(scored).bidder
    # The side with the fewest points.
    behind = totals.index(min(totals))
    # Where each plays alone, several players may be far enough behind: the sentence is about the one who bids next. The
    # number of a player's seat is then also that of the side (AP-24).
    if scored.options.alone and bidder is not None:
        behind = bidder
    # The points by which it is behind the best other side.
    points = deficit(behind, totals)
    if points <= 0:
        return _("Double zéro : il faut 100 points de retard.")
    team = scored.side_name(behind)
    if points < BLIND_NIL_DEFICIT:
        return _("Double zéro : il faut 100 points de retard (%(team)s : %(points)s).", team=team, points=points)
    return _("Double zéro permis à %(team)s : %(points)s points de retard.", team=team, points=points)


def read_sent_context(scored: ScoredPartie) -> Json:
    """Return the context with the sent bid added or with the latest bid removed; {} if no bid remains.

    Raises `ImpossibleFactsError` for an invalid bid.
    """
    bids = saved_bids(scored)
    table = scored.table
    # The button that removes the latest bid.
    if "back" in request.form:
        last_seat = last_bidder(table, bids)
        remaining = [None if seat == last_seat else bid for seat, bid in enumerate(bids)]
        # A manche without a bid has no context: it is not begun.
        if remaining.count(None) == len(remaining):
            return {}
        return context_of_bids(remaining)
    # The form names the seat for which it was shown. If this seat has bid on another device since, `add_bid` refuses a
    # second bid. Without a valid seat, the bid is that of the next bidder.
    seat = whole_number(request.form.get("seat"))
    if seat is None or seat >= scored.seats:
        seat = next_bidder(table, bids) or 0
    return add_bid(bids, seat, number_or_text(request.form.get("bid", "")))


def number_or_text(sent: str | None) -> int | str | None:
    """Return the number of tricks sent; a text that is no number stays unchanged.

    The text is the name of a zero, "nil" or "blind_nil", or an invalid one, which the game refuses.
    """
    number = whole_number(sent)
    if number is None:
        return sent
    return number


def saved_bids(scored: ScoredPartie) -> tuple[Bid | None, ...]:
    """Return the bids of the current manche by seat, None for a seat that has not bid."""
    bids: list[Bid | None] = [None] * scored.seats
    # The context is `{"bids": [4, null, "nil", 3]}` in JSON; `read_bid` returns the number or the `Zero`.
    for seat, bid in enumerate((scored.current.context or {}).get("bids", ())):
        if bid is not None:
            bids[seat] = read_bid(scored.options, scored.seats, seat, bid)
    return tuple(bids)


def bid_choices(highest: int) -> list[tuple[str, str]]:
    """Return every possible bid as (value sent, label), from 1 to the highest, then the zeros: ("nil", "Zéro")."""
    bids: list[Bid] = [*range(1, highest + 1), *Zero]
    return [(str(bid), say_bid(bid)) for bid in bids]


def context_of_bids(bids: Sequence[Bid | None]) -> dict[str, Any]:
    """Return the context with these bids, as JSON: `{"bids": [4, null, "nil", 3]}`."""
    return {"bids": [*bids]}


# The form after the bids: the tricks of each side, and of each zero of a team.

# The values of the zeros in a form, "nil" and "blind_nil": a member of `Zero` equals its text.
ZERO_VALUES = {*Zero}


class SpadesForm(FactsForm):
    """The tricks of each side and of each partner who bid a zero; in a correction, also the bids.

    Its fields are `tricks-<side>`, `nil-<seat>` (the tricks of the player who bid a zero) and `bid-<seat>`. The form
    inherits from `FactsForm`: `scored`, the partie (a game to its end) with its scores, and the fields for a note, for
    revokes (a player did not follow suit although able to) and for a penalty.
    """

    # The bids of the current manche, or of the one to correct, by seat.
    bids: tuple[Bid | None, ...]
    # Whether the form corrects a recorded manche.
    correcting: bool
    # By side, the tricks of the manche to correct; None for each side if the form corrects none.
    recorded_tricks: tuple[int | None, ...]

    @property
    def total(self) -> int:
        """The number of tricks in the manche: 13, or 17 for three players (AP-20, AP-24)."""
        return hand_tricks(self.scored.seats)

    def trick_fields(self) -> list[CountField]:
        """Return the fields of the tricks, by side."""
        return [self[f"tricks-{side}"] for side in range(self.scored.sheet.sides)]

    def bid_fields(self) -> list[SelectField]:
        """Return the fields of the bids by seat; only a correction has them, since else the bids are saved before."""
        if not self.correcting:
            return []
        return [self[f"bid-{seat}"] for seat in range(self.scored.seats)]

    def nil_fields(self) -> list[tuple[int, CountField]]:
        """Return (seat, field of its tricks) for each seat that bid a zero; in a correction, for every seat.

        In a correction, any bid may be changed to a zero. Where each plays alone, there is no such field: the tricks of
        the side are those of the zero (AP-24).
        """
        if self.scored.options.alone:
            return []
        seats = [seat for seat, bid in enumerate(self.bids) if self.correcting or isinstance(bid, Zero)]
        return [(seat, self[f"nil-{seat}"]) for seat in seats]

    def contract(self, side: int) -> int:
        """Return the contract of a side, the sum of its bids (AP-4, AP-24)."""
        return contracts(self.scored.options, self.bids)[side]

    def exact_sides(self) -> list[int]:
        """Return the teams that have a button « exactly »: those with a contract and without a zero (AP-17).

        The button records as many tricks as the contract, and the other tricks for the other team. Where each plays
        alone, there is none: the other tricks may be those of several players.
        """
        if self.scored.options.alone:
            return []
        possible = [side for side in range(TEAMS) if 0 < self.contract(side) <= self.total]
        return [side for side in possible if not nil_seats(self.scored.options, self.bids, side)]

    def facts(self) -> dict[str, Any]:
        """Return the facts entered, as JSON; if the tricks of one side are empty, they are computed from the others.

        An example of facts:

            {"bids": [4, 3, "nil", 3], "tricks": [7, 6], "nil_tricks": {"2": 1}}
        """
        # In a correction, the bids on the form; else the saved ones.
        bids = [number_or_text(field.data) for field in self.bid_fields()] or context_of_bids(self.bids)["bids"]
        # The button « exactly » of a team sends the number of the team.
        exact = sent_fields().get("exact", "")
        if exact in {"0", "1"} and not self.scored.options.alone:
            # The field of the other team becomes empty: `complete_counts` below computes its tricks.
            shown: list[int | None] = [None] * TEAMS
            shown[int(exact)] = self.contract(int(exact))
            self._show_tricks(shown)
        # Every trick is taken by a side, so that the number of one side follows from those of the others.
        tricks = self._clear_unchanged_side([field.data for field in self.trick_fields()])
        facts: dict[str, Any] = {"bids": bids, "tricks": complete_counts(tricks, self.total)}
        # The tricks typed for a player are ignored if the player, by the bids above, did not bid a zero.
        typed = {seat: field.data for seat, field in self.nil_fields() if field.data is not None}
        facts["nil_tricks"] = {str(seat): count for seat, count in typed.items() if bids[seat] in ZERO_VALUES}
        return facts

    def _clear_unchanged_side(self, tricks: list[int | None]) -> list[int | None]:
        """If a correction changes the tricks of all sides but one, return None for this side, to be computed again.

        Tricks that add up to the total are returned unchanged. Example: 7 and 6 were recorded, and the user changes the
        7 to 8. The result is `[8, None]`, and the None becomes 5.
        """
        # By side, whether the number typed is another one than was recorded.
        changed = [before != now for before, now in zip(self.recorded_tricks, tricks, strict=True)]
        is_correction = None not in self.recorded_tricks
        if is_correction and changed.count(False) == 1 and sum(count or 0 for count in tricks) != self.total:
            return [count if is_changed else None for is_changed, count in zip(changed, tricks, strict=True)]
        return tricks

    def _show_tricks(self, tricks: Sequence[int | None]) -> None:
        """Show these tricks in the fields of the sides, in place of what was typed."""
        # A field shows `raw_data`, the text sent, before its `data`.
        for field, count in zip(self.trick_fields(), tricks, strict=True):
            field.data = count
            field.raw_data = None

    def show_entry_without_bids(self, manche: Manche) -> None:
        """Show an entry for a manche that another client has recorded first, as a correction of this manche.

        The form that was sent had no fields for the bids: show those of the recorded manche.
        """
        # What was typed is an entry, not changes to the recorded tricks: `_clear_unchanged_side` must clear no side.
        self.recorded_tricks = (None,) * self.scored.sheet.sides
        _show_bids(self, manche)
        typed = [field.data for field in self.trick_fields()]
        # The only empty number follows from the others.
        if typed.count(None) == 1:
            self._show_tricks(complete_counts(typed, self.total))

    def needs_nil_tricks(self, seat: int) -> bool:
        """Whether to show the tricks of this seat: it bid a zero, or a zero is chosen in the correction."""
        if isinstance(self.bids[seat], Zero):
            return True
        return self.correcting and self[f"bid-{seat}"].data in ZERO_VALUES

    def has_entries(self) -> bool:
        """Whether tricks or a note were typed: if so, the form is shown again even if another device undid the bids."""
        fields = [*self.trick_fields(), *(self[f"nil-{seat}"] for seat in range(self.scored.seats))]
        return any(field.raw_data and field.raw_data[0].strip() for field in fields) or bool(self.note.data)


def facts_form(scored: ScoredPartie, manche: Manche | None) -> SpadesForm:
    """Return the form with the values sent; if none were sent, with the facts of `manche` or the tricks so far."""
    sides = scored.sheet.sides
    seats = scored.seats
    fields: dict[str, Any] = {"scored": scored, "correcting": manche is not None, "recorded_tricks": (None,) * sides}
    fields |= {f"tricks-{side}": CountField("") for side in range(sides)}
    fields |= {f"nil-{seat}": CountField("") for seat in range(seats)}
    if manche is None:
        fields["bids"] = saved_bids(scored)
    # In a correction, the form also has a field for each bid.
    else:
        fields["bids"] = _recorded_bids(scored, manche)
        # If the table changed from teams to playing alone, or back, a manche deleted before that has the tricks of
        # another number of sides: they are not shown.
        if len(manche.facts["tricks"]) == sides:
            fields["recorded_tricks"] = tuple(manche.facts["tricks"])
        values: list[Any] = [value for value, _label in bid_choices(hand_tricks(seats))]
        fields |= {f"bid-{seat}": SelectField(choices=values) for seat in range(seats)}
    # WTForms finds fields on the class, and each table has others: this form gets a class of its own.
    form: SpadesForm = type("SpadesForm", (SpadesForm,), fields)()
    if not is_sent():
        if manche is not None:
            _show_recorded(form, manche)
        else:
            _show_tricks_so_far(form, scored)
        # The note, revokes and penalty of the manche to correct, or of one that was undone.
        form.fill_earlier_extras(manche, scored)
    # The form was sent for a new manche, which had no fields for the bids.
    elif manche is not None and not any(field.raw_data for field in form.bid_fields()):
        form.show_entry_without_bids(manche)
    return form


def _show_tricks_so_far(form: SpadesForm, scored: ScoredPartie) -> None:
    """Show the tricks counted from the cards of the current manche (T-7)."""
    if scored.current.cards is None:
        return
    taken = tricks_by_seat(scored.current.tricks, scored.seats)
    # The tricks of a side are the sum of those of its seats.
    for side, field in enumerate(form.trick_fields()):
        field.data = sum(count for seat, count in enumerate(taken) if scored.side_of[seat] == side)
    for seat, nil_field in form.nil_fields():
        nil_field.data = taken[seat]


def _recorded_bids(scored: ScoredPartie, manche: Manche) -> tuple[Bid | None, ...]:
    """The bids of a recorded manche, by seat.

    The manche may have been deleted before the table excluded double zeros. Its double zeros are read all the same, so
    that the form can show them.
    """
    options = replace(scored.options, blind_nil=True)
    return tuple(read_bid(options, scored.seats, seat, bid) for seat, bid in enumerate(manche.facts["bids"]))


def _show_bids(form: SpadesForm, manche: Manche) -> None:
    """Show the bids of a recorded manche, in place of those sent if any."""
    for seat, field in enumerate(form.bid_fields()):
        field.data = str(manche.facts["bids"][seat])
        field.raw_data = None


def _show_recorded(form: SpadesForm, manche: Manche) -> None:
    """Show the facts of the manche to correct."""
    facts = manche.facts
    for field, count in zip(form.trick_fields(), form.recorded_tricks, strict=True):
        field.data = count
    _show_bids(form, manche)
    for seat, nil_field in form.nil_fields():
        nil_field.data = facts.get("nil_tricks", {}).get(str(seat))
