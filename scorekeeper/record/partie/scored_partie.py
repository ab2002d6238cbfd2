"""A scored partie (a game played to its end): the facts of its manches, replayed by its game. It is never stored.

A manche is one deal. Its *facts* are what the table saw, as JSON, and to *replay* a partie is to score them all. Of a
partie *by totals* only the points are known. A *participant* is a player of a partie, numbered by arrival; a *stay* is
a participant in a seat since a version. A *side* is a seat, or the seats of a team. *Annuler* takes a change back, and
*Refaire* makes it again; the *stack* has the changes that are not taken back, and the versions of those that are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import sub

from sqlalchemy import select

from scorekeeper.games import GAMES
from scorekeeper.games.by_totals import by_totals
from scorekeeper.games.contract import MancheFacts, Table
from scorekeeper.partie.log import Stack
from scorekeeper.partie.scored import ScoredState, score_state
from scorekeeper.partie.state import Entry, State
from scorekeeper.record.database import db
from scorekeeper.record.models import Manche, Partie, Player
from scorekeeper.record.partie.storing import is_readable, read_stored
from scorekeeper.record.read_models.tables import SeatSummary, Summary


@dataclass(frozen=True)
class ScoredPartie(ScoredState):
    """A scored partie of the database.

    From `ScoredState` it has the `state` that was scored (its seats, house rules and entry), the `sheet` of the scores,
    the next `deal`, the `ending` (None while the partie goes on), `side_of` (the side of each seat) and `played` (the
    facts of each manche as the game reads them).
    """

    # The rows of the manches in the sheet of the partie, in order.
    manches: Sequence[Manche]
    partie: Partie
    # The changes that are not taken back, and those that *Refaire* can make again.
    stack: Stack

    # Whether only the points of the manches are known.
    by_totals: bool

    # The index of the manche whose players `players` returns, from 0; None for the present players.
    named_at: int | None = None

    @property
    def recorded_count(self) -> int:
        """The number of manches that were recorded, with those removed from the sheet or undone."""
        return len(self.partie.manches)

    @property
    def has_entry(self) -> bool:
        """Whether something of the current manche is entered: bids, cards, a dealer, an order of play."""
        return self.entry != Entry()

    @property
    def players(self) -> tuple[Player, ...]:
        """The players in seating order: those who play now; of an ended partie, those for whom statistics count it.

        With `named_at`, those who played the manche of this index.
        """
        seats = self.state.seats
        if self.named_at is not None:
            return self.players_of(self.named_at)
        if self.ending:
            return self._players([seat.counts_for for seat in seats])
        return self._players([seat.latest for seat in seats])

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, in seating order."""
        return tuple(player.name for player in self.players)

    @property
    def undone_manche(self) -> Manche | None:
        """The manche whose recording was undone and that comes next in the sheet; None without one."""
        # The version that recorded a manche names it, in the state and in its row. The manche must have been recorded
        # after the last one of the state.
        last = max((manche.version for manche in self.state.manches), default=None)
        undone = [row for row in self.partie.manches if row.taken_back and (last is None or last < row.version)]
        # The manches whose recording *Refaire* can make again: it begins with the earliest. If there are none, the
        # newest undone manche is next.
        to_redo = [row for row in undone if row.version in self.stack.taken_back]
        return next(iter(to_redo or reversed(undone)), None)

    @property
    def removed_manches(self) -> list[Manche]:
        """The manches that were deleted, or whose recording was undone, in order."""
        return [manche for manche in self.partie.manches if not manche.kept]

    def as_played(self, index: int) -> ScoredPartie:
        """Return the partie with `players` and `names` as they were in the manche of this index, from 0."""
        return replace(self, named_at=index)

    def players_of(self, index: int) -> tuple[Player, ...]:
        """Return the players of the manche of this index, from 0, in seating order."""
        # A player may have been replaced since: the version that recorded the manche tells who had the seat then.
        version = self.manches[index].version
        return self._players([seat.player_at(version) for seat in self.state.seats])

    @property
    def numbers(self) -> dict[int, int]:
        """The number of each manche of the sheet, from 1, by the id of its row."""
        return {manche.id: number for number, manche in enumerate(self.manches, start=1)}

    def stays(self, seat: int) -> tuple[Player, ...]:
        """Return the players who had this seat one after the other, the one who has it now last."""
        return self._players([stay.who for stay in self.state.seats[seat].stays])

    def credited(self, seat: int) -> Player:
        """Return the player for whom statistics count this seat of the partie."""
        return self._players([self.state.seats[seat].counts_for])[0]

    def side_players(self, side: int) -> tuple[Player, ...]:
        """Return the players of a side, in seating order."""
        return tuple(player for seat, player in enumerate(self.players) if self.side_of[seat] == side)

    def own_name(self, side: int) -> str | None:
        """Return the name that the table gave a side, None if it gave none."""
        # The table may have named only the first teams.
        return dict(enumerate(self.state.side_names or ())).get(side) or None

    def side_name(self, side: int) -> str:
        """Return the name that the table gave a side, else the names of its players: « Anne & Zoé »."""
        return self.own_name(side) or " & ".join(player.name for player in self.side_players(side))

    @property
    def names_of_sides(self) -> list[str]:
        """The names of the sides, in order."""
        return [self.side_name(side) for side in range(self.sheet.sides)]

    def _players(self, participants: Sequence[int]) -> tuple[Player, ...]:
        return tuple(self.partie.participants[number].player for number in participants)


def is_by_totals(partie: Partie) -> bool:
    """Return whether only the points of a partie are known, for one of three reasons.

    Its scores came from paper, its game is not installed, or this version of the app cannot read its state.
    """
    return bool(partie.paper) or partie.game not in GAMES or not is_readable(partie)


def score_partie(partie: Partie, stored: tuple[State, Stack] | None = None) -> ScoredPartie:
    """Replay a partie; for a partie by totals, add up the points.

    `stored` are its state and stack, if they need not be read again. Raises `ImpossibleOptionsError` or
    `ImpossibleFactsError` when the facts cannot be read under its house rules.
    """
    # Else its game is not installed, or its stored state cannot be read.
    is_replayed = partie.game in GAMES and (stored is not None or is_readable(partie))
    state, stack = stored or read_stored(partie)
    scored = score_state(state) if is_replayed else _score_stored(partie, state)
    # The summary, from which a partie that cannot be replayed is scored, may have fewer manches.
    rows = [row for row in partie.manches if row.kept][: len(scored.played)]
    # All fields of the scored state, but the rows of the manches instead of the manches of the state.
    return ScoredPartie(
        **{**vars(scored), "manches": rows}, partie=partie, stack=stack, by_totals=partie.paper or not is_replayed
    )


def _score_stored(partie: Partie, state: State) -> ScoredState:
    """Score a partie that no game can replay by the totals in its stored summary; without one, it has no manches."""
    summary = db.session.get(Summary, partie.id)
    query = select(SeatSummary).where(SeatSummary.partie_id == partie.id).order_by(SeatSummary.number)
    seats = db.session.scalars(query).all()
    sides = tuple(seat.side for seat in seats) or tuple(range(len(state.seats)))
    # The lowest total leads if a seat with a better rank (a smaller number) than another seat has a smaller total.
    lowest_leads = any(seat.rank < other.rank and seat.total < other.total for seat in seats for other in seats)
    # A game whose facts are the points of each side. The set has the possible numbers of seats, and the function
    # returns the side of each seat. Such a game has no options: they are None below.
    game = by_totals(partie.game, frozenset({len(sides)}), lambda _options, _seats: sides, lowest_leads=lowest_leads)
    # The totals before the first manche, then after each manche: [[0, 0], [8, 18], [20, 32]].
    course = [[0] * len(sides)]
    if summary is not None:
        course += summary.course
    # The points of a manche are the differences: (8, 18), then (12, 14).
    played = tuple(MancheFacts(tuple(map(sub, after, before))) for before, after in pairwise(course))
    sheet = game.score(None, len(sides), played)
    # Such a game always ends after its last manche: remove the ending of a partie that goes on.
    if summary is None or summary.ending_why is None:
        sheet = replace(sheet, ending=None)
    # From the first dealer, the game computes the dealer of the next deal.
    table = Table(len(sides), partie.first_dealer)
    return ScoredState(
        played=played,
        sheet=sheet,
        deal=game.deal(None, table, played),
        # The order of play is that of the seats, and the table named no dealer.
        order=None,
        game=game,
        options=None,
        side_of=sides,
        turns=(),
        state=state,
        manches=(),
    )
