"""Every kind of change of a partie: a payload, and `apply`, which returns the state after it.

`apply` opens no game, reads no clock and decides nothing, so that a later version of a game reads old parties as they
were. A change therefore stores its outcome: for whom a partie counts now, or that the bids were dropped with the
dealer. `apply` raises `BrokenLogError` for a seat, manche or card that does not exist.

Each change makes the next *version* of the partie, a number. A manche is named by the version that recorded it, and a
player by the number of the participant. The *entry* is what is entered of the current manche.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, dataclass_transform

from scorekeeper.games.contract import CardByCard, Order
from scorekeeper.games.shape import Json
from scorekeeper.partie.state import Entry, RecordedManche, Seating, State, Stay


class BrokenLogError(ValueError):
    """The log has a change that cannot follow the changes before it: its version and the reason, as a key."""

    def __init__(self, reason: str, version: int) -> None:
        """Store the reason and the version."""
        self.reason, self.version = reason, version
        super().__init__(f"{reason} at version {version}")


@dataclass_transform(frozen_default=True, kw_only_default=True)
@dataclass(frozen=True, kw_only=True)
class PartieChange:
    """A change of any kind. Every subclass is a frozen dataclass, without a decorator of its own."""

    # Its name in the log, which never changes.
    kind: ClassVar[str]

    # Whether it is only of the current manche, so that recording the manche makes it unnecessary to the state.
    of_entry: ClassVar[bool] = False

    # What it removes of the current manche, which was entered for another dealer or order.
    drops: tuple[Literal["context", "cards"], ...] = ()

    # The values that the state has after it, if it needs no `apply` of its own.
    state_values: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        """Make a dataclass of the subclass."""
        dataclass(frozen=True, kw_only=True)(cls)

    def apply(self, state: State) -> State:
        """Return the state after this change; `state` has its version already."""
        return replace(state, **self.state_values)


def evolve(state: State, version: int, change: PartieChange) -> State:
    """Return the state after a change, which makes this version. Raises `BrokenLogError` if it cannot follow."""
    after = change.apply(replace(state, version=version))
    if "context" in change.drops:
        after = _enter(after, context=None)
    if "cards" in change.drops:
        after = _enter(after, cards=None, revokes=())
    return after


# --- the current manche ---


class ContextEntered(PartieChange):
    """The facts known before the first card, such as bids; None removes them."""

    kind = "begun"
    of_entry = True
    context: Json | None

    def apply(self, state: State) -> State:
        """Replace the context."""
        return _enter(state, context=self.context)


class CardsBegun(PartieChange):
    """The manche is entered card by card from here on."""

    kind = "cards"
    of_entry = True
    cards: CardByCard

    def apply(self, state: State) -> State:
        """Enter the first cards, none as a rule."""
        return _enter(state, cards=self.cards, revokes=())


class CardPlayed(PartieChange):
    """A card with its ruling, and the seats that it proves to have revoked (T-5)."""

    kind = "played"
    of_entry = True
    seat: int
    card: str
    ruling: str
    revokes: tuple[int, ...] = ()

    def apply(self, state: State) -> State:
        """Add the card. A seat noted before keeps the moment of its first note."""
        cards = _cards(state)
        plays = (*cards.plays, self.card)
        # By seat, the number of cards played when it was noted. The right side of `|` wins.
        noted = dict.fromkeys(self.revokes, len(plays)) | dict(state.entry.revokes)
        return _enter(state, cards=replace(cards, plays=plays), revokes=tuple(sorted(noted.items())))


class CardsTakenBack(PartieChange):
    """All cards from the index `down_to` on are taken back; `cards` are their codes, for the reader of the log."""

    kind = "taken_back"
    of_entry = True
    down_to: int
    cards: tuple[str, ...]

    def apply(self, state: State) -> State:
        """Remove the cards, and the revokes noted after them (T-6)."""
        cards = _cards(state)
        if cards.plays[self.down_to :] != self.cards:
            raise BrokenLogError("no_such_card", state.version)
        noted = tuple((seat, played) for seat, played in state.entry.revokes if played <= self.down_to)
        return _enter(state, cards=replace(cards, plays=cards.plays[: self.down_to]), revokes=noted)


class CardReplaced(PartieChange):
    """The card at this index was entered wrongly: another one takes its place."""

    kind = "other_card"
    of_entry = True
    index: int
    card: str
    former: str

    def apply(self, state: State) -> State:
        """Replace the card."""
        cards = _cards(state)
        if cards.plays[self.index : self.index + 1] != (self.former,):
            raise BrokenLogError("no_such_card", state.version)
        plays = (*cards.plays[: self.index], self.card, *cards.plays[self.index + 1 :])
        return _enter(state, cards=replace(cards, plays=plays))


class HandsLaidOpen(PartieChange):
    """The hands that are laid open, by seat; None if no hand is."""

    kind = "hands"
    of_entry = True
    hands: tuple[tuple[str, ...] | None, ...] | None

    def apply(self, state: State) -> State:
        """Replace the hands."""
        return _enter(state, cards=replace(_cards(state), laid_open=self.hands))


class CardsCleared(PartieChange):
    """The manche is no longer entered card by card."""

    kind = "cleared"
    of_entry = True

    def apply(self, state: State) -> State:
        """Remove the cards."""
        _cards(state)  # called to raise
        return _enter(state, cards=None, revokes=())


# --- the sheet ---


class Recorded(PartieChange):
    """A manche is put at the end of the sheet, with the dealer and order that its entry had."""

    kind = "recorded"
    facts: Json
    note: str
    dealer: int | None = None
    order: Order | None = None

    def manche(self, version: int) -> RecordedManche:
        """Return the manche that was recorded at this version."""
        return RecordedManche(version, self.facts, self.note, self.dealer, self.order)

    def apply(self, state: State) -> State:
        """Add the manche, and begin the next one."""
        return replace(state, manches=(*state.manches, self.manche(state.version)), entry=Entry())


class Corrected(PartieChange):
    """A manche has other facts or another note. If it was deleted, it is in the sheet again."""

    kind = "corrected"
    manche: int
    facts: Json
    note: str

    def apply(self, state: State) -> State:
        """Replace the facts and the note."""
        return _change_manche(state, self.manche, facts=self.facts, note=self.note, kept=True)


class Deleted(PartieChange):
    """A manche is no longer in the sheet."""

    kind = "deleted"
    manche: int

    def apply(self, state: State) -> State:
        """Mark the manche."""
        return _change_manche(state, self.manche, kept=False)


class Restored(PartieChange):
    """A manche is in the sheet again, at its former place.

    It has its `recording` if the recording had been taken back, and None if the manche had been deleted.
    """

    kind = "restored"
    manche: int
    recording: Recorded | None = None

    def apply(self, state: State) -> State:
        """Put the manche back."""
        if self.recording is None:
            return _change_manche(state, self.manche, kept=True)
        # A recording that was taken back is not in the state any more.
        if any(manche.version == self.manche for manche in state.manches):
            raise BrokenLogError("no_such_manche", state.version)
        manches = (*state.manches, self.recording.manche(self.manche))
        entry = state.entry
        # The manche is the last one, so that the current manche began as this one.
        if all(manche.version < self.manche for manche in state.manches):
            # What is entered is of its deal. A dealer or order named since it was taken back is that of the next one.
            entry = Entry(dealer=entry.dealer, order=entry.order)
            if entry.dealer == self.recording.dealer:
                entry = replace(entry, dealer=None)
            if entry.order == self.recording.order:
                entry = replace(entry, order=None)
        return replace(state, manches=tuple(sorted(manches, key=lambda manche: manche.version)), entry=entry)


# --- rules, dealers and players ---


class RulesChanged(PartieChange):
    """Other house rules or names of teams; both are complete."""

    kind = "rules"
    options: Json
    side_names: tuple[str, ...] | None

    def apply(self, state: State) -> State:
        """Replace the rules and the names."""
        return replace(state, options=self.options, side_names=self.side_names)


class FirstDealerChanged(PartieChange):
    """Another seat dealt first; no manche has a named dealer any more."""

    kind = "first_dealer"
    dealer: int

    def apply(self, state: State) -> State:
        """Replace the first dealer."""
        _seat(state, self.dealer)  # called to raise
        manches = tuple(replace(manche, dealer=None) for manche in state.manches)
        return _enter(replace(state, first_dealer=self.dealer, manches=manches), dealer=None)


class DealerNamed(PartieChange):
    """The table names the dealer of the current manche; None lets the turn go on."""

    kind = "dealer"
    of_entry = True
    dealer: int | None

    def apply(self, state: State) -> State:
        """Name the dealer."""
        if self.dealer is not None:
            _seat(state, self.dealer)  # called to raise
        return _enter(state, dealer=self.dealer)


class OrderChanged(PartieChange):
    """The order of play from the current manche on, seat 0 first; None lets the former order go on."""

    kind = "order"
    of_entry = True
    order: Order | None

    def apply(self, state: State) -> State:
        """Replace the order."""
        if self.order is not None and sorted(self.order) != [*range(len(state.seats))]:
            raise BrokenLogError("no_such_seat", state.version)
        return _enter(state, order=self.order)


class NamesExchanged(PartieChange):
    """The players of two seats change places for the whole partie; the points stay with the seats."""

    kind = "seats"
    seats: tuple[int, int]

    def apply(self, state: State) -> State:
        """Exchange the players."""
        first, second = self.seats
        exchanged = _change_seat(state, first, _seat(state, second))
        return _change_seat(exchanged, second, _seat(state, first))


class PlayerReplaced(PartieChange):
    """Another participant has the seat from the current manche on, and the partie then counts for `counts_for`."""

    kind = "replaced"
    seat: int
    who: int
    counts_for: int

    def apply(self, state: State) -> State:
        """Begin a stay."""
        stays = (*_seat(state, self.seat).stays, Stay(state.version, self.who))
        return _change_seat(state, self.seat, Seating(stays, self.counts_for))


class SeatReturned(PartieChange):
    """The latest replacement in a seat is cancelled: the participant before has the manches since."""

    kind = "returned"
    seat: int
    counts_for: int

    def apply(self, state: State) -> State:
        """Remove the latest stay."""
        stays = _seat(state, self.seat).stays[:-1]
        if not stays:
            raise BrokenLogError("no_replacement", state.version)
        return _change_seat(state, self.seat, Seating(stays, self.counts_for))


class SeatCredited(PartieChange):
    """The partie counts for this participant of a seat."""

    kind = "credited"
    seat: int
    counts_for: int

    def apply(self, state: State) -> State:
        """Replace the participant."""
        seating = _seat(state, self.seat)
        return _change_seat(state, self.seat, replace(seating, counts_for=self.counts_for))


# --- the partie ---


class Abandoned(PartieChange):
    """The table leaves the partie unfinished."""

    kind = "abandoned"
    state_values: ClassVar = {"abandoned": True}


class Reopened(PartieChange):
    """An abandoned partie goes on."""

    kind = "reopened"
    state_values: ClassVar = {"abandoned": False}


class Removed(PartieChange):
    """The partie is deleted; it can be brought back."""

    kind = "removed"
    state_values: ClassVar = {"removed": True}


class BroughtBack(PartieChange):
    """A deleted partie is there again."""

    kind = "brought_back"
    state_values: ClassVar = {"removed": False}


CHANGES: dict[str, type[PartieChange]] = {kind.kind: kind for kind in PartieChange.__subclasses__()}
"""Every kind of change, by its name in the log."""


def _enter(state: State, **values: Any) -> State:  # noqa: ANN401 - values of the entry
    return replace(state, entry=replace(state.entry, **values))


def _cards(state: State) -> CardByCard:
    """Return the cards of the current manche. Raises `BrokenLogError` if it has none."""
    if state.entry.cards is None:
        raise BrokenLogError("no_cards", state.version)
    return state.entry.cards


def _seat(state: State, number: int) -> Seating:
    """Return the players of a seat. Raises `BrokenLogError` for a seat that does not exist."""
    if not 0 <= number < len(state.seats):
        raise BrokenLogError("no_such_seat", state.version)
    return state.seats[number]


def _change_seat(state: State, number: int, seating: Seating) -> State:
    return replace(state, seats=(*state.seats[:number], seating, *state.seats[number + 1 :]))


def _change_manche(state: State, number: int, **values: Any) -> State:  # noqa: ANN401 - values of a manche
    """Return the state with these values of the manche that was recorded at the version `number`."""
    manches = [*state.manches]
    for index, manche in enumerate(manches):
        if manche.version == number:
            manches[index] = replace(manche, **values)
            return replace(state, manches=tuple(manches))
    raise BrokenLogError("no_such_manche", state.version)
