"""The state of a partie: what its changes have made of it. Immutable; scores are derived from it.

A *partie* is a game played to its end, a *manche* one deal of it. Each row of the log of a partie makes its next
*version*, a number. Its players are *participants*, numbered from 0 by their arrival.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.games.contract import CardByCard, Order
from scorekeeper.games.shape import Json


@dataclass(frozen=True, slots=True)
class Stay:
    """A participant in a seat."""

    # The version of the partie after which the manches are this participant's.
    since: int

    # The number of the participant.
    who: int


@dataclass(frozen=True, slots=True)
class Seating:
    """The stays of one seat, the first one first, and the participant for whom the partie counts."""

    stays: tuple[Stay, ...]
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
    """A manche that was recorded; its `version` is its name in later changes, and its place in the sheet."""

    version: int

    # As the game reads them, cards included.
    facts: Json
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

    # The facts known before the first card, such as bids.
    context: Json | None = None
    cards: CardByCard | None = None

    # For each seat noted to have revoked, the number of cards played at that time (T-5), sorted by seat.
    revokes: tuple[tuple[int, int], ...] = ()

    # As in a recorded manche.
    dealer: int | None = None
    order: Order | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A partie after some changes. Its players are participants, numbered from 0 by their arrival."""

    # The version that the latest of these changes made; a change that was taken back is not one of them.
    version: int
    game: str

    # The house rules as JSON, as the game writes them.
    options: Json
    seats: tuple[Seating, ...]
    first_dealer: int

    # The names of the teams, "" for a team without one; None if no team has a name.
    side_names: tuple[str, ...] | None = None

    # Whether it is by totals: only the points of its manches are known.
    paper: bool = False

    # Sorted by version.
    manches: tuple[RecordedManche, ...] = ()
    entry: Entry = Entry()
    abandoned: bool = False
    removed: bool = False


def participants_with_stays(state: State) -> set[int]:
    """Return the participants who have or had a seat."""
    return {stay.who for seating in state.seats for stay in seating.stays}
