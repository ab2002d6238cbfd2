"""The state of a partie: what its changes have made of it. Immutable; scores are derived from it.

A *partie* is a game played to its end, a *manche* one deal of it. Its *log* has a row for each change, and each row
makes the next *version*, a number. Its players are *participants*, numbered from 0 by their arrival. The *sheet* is the
list of the recorded manches that are not deleted. The *facts* of a manche are what the table saw of it. T-5 is the
article on *revokes*: cards that did not follow suit although the hand could.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.games.contract import CardByCard, Order
from scorekeeper.games.shape import Json


@dataclass(frozen=True, slots=True)
class Stay:
    """The time in which a participant has a seat, until the next stay."""

    # The version at which it begins: this participant plays the manches that later versions record.
    since: int

    # The number of the participant.
    who: int


@dataclass(frozen=True, slots=True)
class Seating:
    """The players of one seat."""

    # The stays in the order in which they began, that of the present player last.
    stays: tuple[Stay, ...]

    # The participant in whose statistics the partie counts.
    counts_for: int

    @property
    def latest(self) -> int:
        """The participant who has the seat now."""
        return self.stays[-1].who

    def player_at(self, version: int) -> int:
        """Return the participant who played the manche recorded at this version."""
        # The latest stay that had begun by then.
        return next(stay.who for stay in reversed(self.stays) if stay.since < version)


@dataclass(frozen=True, slots=True)
class RecordedManche:
    """A manche that was recorded."""

    # The version that recorded it: its name in later changes. The sheet is in this order.
    version: int

    # The facts as JSON, in the form that the game reads; they have its cards too, if these were entered.
    facts: Json

    # A text of the players about it.
    note: str

    # The seat that deals it, if the table named one.
    dealer: int | None

    # The seats in the order of play from this manche on, if it is another one than before.
    order: Order | None

    # Whether it is in the sheet. A manche that was deleted can be restored.
    kept: bool = True


@dataclass(frozen=True, slots=True)
class Entry:
    """What is entered of the current manche."""

    # What is known before the first card, such as bids.
    context: Json | None = None

    # Its leader, the cards played so far and hands laid open; None if it is not entered card by card.
    cards: CardByCard | None = None

    # The seats noted to have revoked, each with the number of cards played at that time (T-5), sorted by seat. Example:
    # `((2, 17),)` if seat 2 was noted after the 17th card.
    revokes: tuple[tuple[int, int], ...] = ()

    # The dealer and the order that the table named, as in a recorded manche.
    dealer: int | None = None
    order: Order | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A partie after some changes."""

    # The version that the latest of these changes made; a change that was taken back is not one of them.
    version: int

    # The slug of the game, such as `hearts`.
    game: str

    # The house rules as JSON, as the game writes them.
    options: Json

    # By seat, its players.
    seats: tuple[Seating, ...]

    # The seat that dealt first.
    first_dealer: int

    # The names of the teams, "" for a team without one; None if no team has a name.
    side_names: tuple[str, ...] | None = None

    # Whether it is by totals: only the points of its manches are known.
    paper: bool = False

    # Sorted by version.
    manches: tuple[RecordedManche, ...] = ()
    entry: Entry = Entry()

    # Whether the table left it unfinished, and whether it is deleted.
    abandoned: bool = False
    removed: bool = False


def participants_with_stays(state: State) -> set[int]:
    """Return the participants who have or had a seat."""
    return {stay.who for seating in state.seats for stay in seating.stays}
