"""Every kind of change of a partie (a game to its end): its fields, and `apply`, which returns the state after it.

The *log* of a partie is the list of its changes. Each change makes the next *version* of the partie, a number. A
*manche* is one deal, and is named by the version that recorded it; a player is a *participant*, named by a number. The
*sheet* is the list of the recorded manches that are not deleted. The *entry* is what is entered of the current manche:
its *context*, which is known before its first card, such as bids, and its cards. The *facts* of a manche are what the
table saw of it, as JSON; *options* are the house rules. T-5 and T-6 are articles of the rulebook of all games: a
*revoke*, a card that did not follow suit although the hand could, and taking cards back.

`apply` asks no game and no clock, and decides nothing: so old logs give the same states with later versions of a game.
Each change therefore stores its own consequences: for whom the partie counts now, or that the bids were removed because
the dealer changed. `apply` raises `BrokenLogError` for a seat, manche or card that does not exist.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, dataclass_transform

from scorekeeper.games.contract import CardByCard, Order
from scorekeeper.games.shape import Json
from scorekeeper.partie.state import Entry, RecordedManche, Seating, State, Stay


class BrokenLogError(ValueError):
    """The log has a change that cannot follow the changes before it.

    `reason` is a key, such as `no_such_seat`; `version` is the version that the change would make.
    """

    def __init__(self, reason: str, version: int) -> None:
        """Store the reason and the version."""
        self.reason, self.version = reason, version
        super().__init__(f"{reason} at version {version}")


# The first decorator tells type checkers that subclasses are dataclasses too.
@dataclass_transform(frozen_default=True, kw_only_default=True)
@dataclass(frozen=True, kw_only=True)
class PartieChange:
    """A change of any kind. Every subclass is a frozen dataclass, made by `__init_subclass__`."""

    # The name of the subclass in the log, which never changes.
    kind: ClassVar[str]

    # Whether it changes only the entry. Once the manche is recorded, the state does not depend on it any more.
    of_entry: ClassVar[bool] = False

    # The parts of the entry that the change removes, because they were entered for another dealer or order: bids and
    # cards are those of one deal. `decide/dropping.py` decides which.
    drops: tuple[Literal["context", "cards"], ...] = ()

    # For a subclass without an `apply` of its own: the fields of the state that it changes, with their new values.
    # Example: `{"abandoned": True}`.
    state_values: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        """Make a dataclass of the subclass."""
        # The decorator changes the class itself.
        dataclass(frozen=True, kw_only=True)(cls)

    def apply(self, state: State) -> State:
        """Return the state after this change; `state` has its version already."""
        return replace(state, **self.state_values)


def evolve(state: State, version: int, change: PartieChange) -> State:
    """Return the state after a change, which makes this version. Raises `BrokenLogError` if it cannot follow."""
    # `apply` finds the version in the state, and may store it.
    after = change.apply(replace(state, version=version))
    if "context" in change.drops:
        after = _enter(after, context=None)
    if "cards" in change.drops:
        after = _enter(after, cards=None, revokes=())
    return after


# --- the current manche ---


class ContextEntered(PartieChange):
    """The context is entered: what is known before the first card, such as bids. None removes it."""

    kind = "begun"
    of_entry = True
    context: Json | None

    def apply(self, state: State) -> State:
        """Replace the context."""
        return _enter(state, context=self.context)


class CardsBegun(PartieChange):
    """The manche is entered card by card from now on. `CardByCard` has its leader, its cards and hands laid open."""

    kind = "cards"
    of_entry = True
    cards: CardByCard

    def apply(self, state: State) -> State:
        """Store the cards, usually none yet, and forget noted revokes."""
        return _enter(state, cards=self.cards, revokes=())


class CardPlayed(PartieChange):
    """A card is played."""

    kind = "played"
    of_entry = True
    seat: int

    # Its code, such as `QS`.
    card: str

    # The ruling of the arbiter, such as `allowed`, for the reader of the log.
    ruling: str

    # The seats that the card proves to have revoked (T-5).
    revokes: tuple[int, ...] = ()

    def apply(self, state: State) -> State:
        """Add the card, and note the seats that revoked. A seat noted before keeps the moment of its first note."""
        cards = _cards(state)
        plays = (*cards.plays, self.card)
        # By seat, the number of cards played when it was noted. Of a seat in both, `|` keeps the earlier note.
        noted = dict.fromkeys(self.revokes, len(plays)) | dict(state.entry.revokes)
        return _enter(state, cards=replace(cards, plays=plays), revokes=tuple(sorted(noted.items())))


class CardsTakenBack(PartieChange):
    """The last cards are taken back."""

    kind = "taken_back"
    of_entry = True

    # The index of the first of them, and the number of cards that remain.
    down_to: int

    # Their codes, for the reader of the log.
    cards: tuple[str, ...]

    def apply(self, state: State) -> State:
        """Remove the cards, and the revokes noted after them (T-6)."""
        cards = _cards(state)
        if cards.plays[self.down_to :] != self.cards:
            raise BrokenLogError("no_such_card", state.version)
        # Each revoke has the number of cards played when it was noted.
        noted = tuple((seat, played) for seat, played in state.entry.revokes if played <= self.down_to)
        return _enter(state, cards=replace(cards, plays=cards.plays[: self.down_to]), revokes=noted)


class CardReplaced(PartieChange):
    """A card was entered wrongly: another one takes its place."""

    kind = "other_card"
    of_entry = True

    # The index of the card in the order of play.
    index: int

    # The code of the right card, and that of the wrong one.
    card: str
    former: str

    def apply(self, state: State) -> State:
        """Replace the card."""
        cards = _cards(state)
        # A slice of one card, which is empty if the index is too high.
        if cards.plays[self.index : self.index + 1] != (self.former,):
            raise BrokenLogError("no_such_card", state.version)
        plays = (*cards.plays[: self.index], self.card, *cards.plays[self.index + 1 :])
        return _enter(state, cards=replace(cards, plays=plays))


class HandsLaidOpen(PartieChange):
    """Other hands are laid open: a hand was laid open or taken up."""

    kind = "hands"
    of_entry = True

    # By seat, the codes of the cards of a hand laid open, None for an unseen hand. None if no hand is laid open.
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
        _cards(state)  # raises if there are none
        return _enter(state, cards=None, revokes=())


# --- the sheet ---


class Recorded(PartieChange):
    """A manche is put at the end of the sheet, with the dealer and order that its entry had."""

    kind = "recorded"
    facts: Json

    # A text of the players about this manche.
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

    # The version that recorded it.
    manche: int
    facts: Json
    note: str

    def apply(self, state: State) -> State:
        """Replace the facts and the note."""
        # `kept`: it is in the sheet.
        return _change_manche(state, self.manche, facts=self.facts, note=self.note, kept=True)


class Deleted(PartieChange):
    """A manche is no longer in the sheet."""

    kind = "deleted"

    # The version that recorded it.
    manche: int

    def apply(self, state: State) -> State:
        """Mark the manche as not in the sheet."""
        return _change_manche(state, self.manche, kept=False)


class Restored(PartieChange):
    """A manche is in the sheet again, at its former place."""

    kind = "restored"

    # The version that recorded it.
    manche: int

    # The change that had recorded the manche, if that change was taken back with *Annuler*: the state no longer has the
    # manche. None if the manche had only been deleted.
    recording: Recorded | None = None

    def apply(self, state: State) -> State:
        """Put the manche back."""
        if self.recording is None:
            return _change_manche(state, self.manche, kept=True)
        # The state has no manche of a recording that was taken back.
        if any(manche.version == self.manche for manche in state.manches):
            raise BrokenLogError("no_such_manche", state.version)
        manches = (*state.manches, self.recording.manche(self.manche))
        entry = state.entry
        # No later manche was recorded, so that what is entered now was entered for this manche.
        if all(manche.version < self.manche for manche in state.manches):
            # Its context and cards are dropped. A dealer or order that the recording has is its own; another one was
            # named since the recording was taken back, and is that of the next manche.
            entry = Entry(dealer=entry.dealer, order=entry.order)
            if entry.dealer == self.recording.dealer:
                entry = replace(entry, dealer=None)
            if entry.order == self.recording.order:
                entry = replace(entry, order=None)
        return replace(state, manches=tuple(sorted(manches, key=lambda manche: manche.version)), entry=entry)


# --- rules, dealers and players ---


class RulesChanged(PartieChange):
    """The partie has other house rules or names of teams."""

    kind = "rules"

    # All house rules and all names, also those that stay as they were.
    options: Json
    side_names: tuple[str, ...] | None

    def apply(self, state: State) -> State:
        """Replace the rules and the names."""
        return replace(state, options=self.options, side_names=self.side_names)


class FirstDealerChanged(PartieChange):
    """Another seat dealt first. The dealers that the table named for single manches are removed."""

    kind = "first_dealer"
    dealer: int

    def apply(self, state: State) -> State:
        """Replace the first dealer."""
        _seat(state, self.dealer)  # raises if there is no such seat
        manches = tuple(replace(manche, dealer=None) for manche in state.manches)
        return _enter(replace(state, first_dealer=self.dealer, manches=manches), dealer=None)


class DealerNamed(PartieChange):
    """The table names the dealer of the current manche; with None, the turn to deal goes on as usual."""

    kind = "dealer"
    of_entry = True
    dealer: int | None

    def apply(self, state: State) -> State:
        """Name the dealer."""
        if self.dealer is not None:
            _seat(state, self.dealer)  # raises if there is no such seat
        return _enter(state, dealer=self.dealer)


class OrderChanged(PartieChange):
    """The table names the order of play from the current manche on: every seat, seat 0 first, as `(0, 2, 1, 3)`.

    With None, the former order goes on.
    """

    kind = "order"
    of_entry = True
    order: Order | None

    def apply(self, state: State) -> State:
        """Replace the order."""
        # An order has each seat once.
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
    """Another participant has the seat from the current manche on."""

    kind = "replaced"
    seat: int

    # The new participant.
    who: int

    # The participant in whose statistics the partie of this seat then counts.
    counts_for: int

    def apply(self, state: State) -> State:
        """Begin a stay: the time in which a participant has the seat."""
        stays = (*_seat(state, self.seat).stays, Stay(state.version, self.who))
        return _change_seat(state, self.seat, Seating(stays, self.counts_for))


class SeatReturned(PartieChange):
    """The latest replacement in a seat is cancelled: the former participant has the manches played since, too."""

    kind = "returned"
    seat: int

    # As in `PlayerReplaced`.
    counts_for: int

    def apply(self, state: State) -> State:
        """Remove the latest stay."""
        stays = _seat(state, self.seat).stays[:-1]
        if not stays:
            raise BrokenLogError("no_replacement", state.version)
        return _change_seat(state, self.seat, Seating(stays, self.counts_for))


class SeatCredited(PartieChange):
    """The partie counts for another participant who has or had the seat."""

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
    """The partie is deleted; it can be restored."""

    kind = "removed"
    state_values: ClassVar = {"removed": True}


class BroughtBack(PartieChange):
    """A deleted partie is restored."""

    kind = "brought_back"
    state_values: ClassVar = {"removed": False}


CHANGES: dict[str, type[PartieChange]] = {kind.kind: kind for kind in PartieChange.__subclasses__()}
"""The class of each kind of change, by its name in the log."""


def _enter(state: State, **values: Any) -> State:  # noqa: ANN401 - values of the entry
    """Return the state with these values in its entry."""
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
    """Return the state with other players of one seat."""
    return replace(state, seats=(*state.seats[:number], seating, *state.seats[number + 1 :]))


def _change_manche(state: State, number: int, **values: Any) -> State:  # noqa: ANN401 - values of a manche
    """Return the state with these values of the manche that was recorded at the version `number`."""
    manches = [*state.manches]
    for index, manche in enumerate(manches):
        if manche.version == number:
            manches[index] = replace(manche, **values)
            return replace(state, manches=tuple(manches))
    raise BrokenLogError("no_such_manche", state.version)
