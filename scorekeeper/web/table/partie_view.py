"""The values of a scored partie that only templates need."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scorekeeper.games.arbiter import revoking_seats
from scorekeeper.games.contract import Line, MancheScore
from scorekeeper.record.models import Manche, Player, Replacement, Seat
from scorekeeper.record.partie.journal import last_change_times
from scorekeeper.record.partie.replacing import undoable_repair
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.partie.seat_players import player_at, players_of_seat, seated_player
from scorekeeper.record.read_models.evenings import is_past
from scorekeeper.web.flow.notices import replacement_sentence
from scorekeeper.web.games import pages_of
from scorekeeper.web.games.contract import GamePages, Remark
from scorekeeper.web.table.signs import signs_of_sides
from scorekeeper.web.text.revokes import RevokeTerms, revoke_terms


@dataclass(frozen=True, slots=True)
class PartieView:
    """A scored partie for templates; `order` is the order of its ranking: "rank" or "seats"."""

    scored: ScoredPartie
    order: str = "rank"

    @property
    def pages(self) -> GamePages:
        """The pages of its game."""
        return pages_of(self.scored.partie)

    @property
    def is_past(self) -> bool:
        """Whether its soirée is over."""
        return is_past(self.scored.partie.soiree_id, self.scored.partie.soiree.held_on)

    @property
    def signs(self) -> tuple[int, ...]:
        """The sign of each side."""
        return signs_of_sides(self.scored)

    @property
    def numbers(self) -> dict[int, int]:
        """The number of each manche of the sheet, from 1, by its id."""
        return {manche.id: number for number, manche in enumerate(self.scored.manches, start=1)}

    @property
    def remarks(self) -> Mapping[int, Sequence[Remark]]:
        """The remarks of its game on manches, by index."""
        return {} if self.pages.remarks is None else self.pages.remarks(self.scored)

    @property
    def revokes(self) -> RevokeTerms | None:
        """The price of a revoke at this table (T-5)."""
        return revoke_terms(self.scored)

    @property
    def undoable_repair(self) -> str | None:
        """The kind of the repair that *Annuler* undoes, None if it undoes something else."""
        repair = undoable_repair(self.scored.partie)
        return None if repair is None else repair.kind.value

    @property
    def removals(self) -> list[tuple[Manche, dt.datetime]]:
        """The manches that were deleted or undone, and when."""
        manches = self.scored.removed_manches
        times = last_change_times(manches) if manches else {}
        return [(manche, times[manche.id]) for manche in manches]

    @property
    def arrivals(self) -> Mapping[int, Sequence[str]]:
        """The sentences about players who replaced others, by the index of the first manche of the new player.

        An index after the last manche is that of the next one.
        """
        scored = self.scored
        if not any(seat.replacements for seat in scored.partie.seats):
            return {}
        by_manche = [scored.as_played(index).players for index in range(len(scored.manches))]
        if not scored.over:
            by_manche.append(scored.players)
        arrivals = {
            index: [replacement_sentence(new.name, old.name) for old, new in zip(*pair, strict=True) if new is not old]
            for index, pair in enumerate(pairwise(by_manche), start=1)
        }
        return {index: sentences for index, sentences in arrivals.items() if sentences}

    def replacement_text(self, replacement: Replacement) -> str:
        """Return a replacement as text, with the name of its first manche: « Manche 6 · Denis à la place d’Anne »."""
        manches = [*self.scored.manches, *self.scored.partie.undone_at_end]
        number = 1 + sum(manche.position < replacement.position for manche in manches)
        sentence = replacement_sentence(replacement.player.name, replacement.former.name)
        return f"{self.pages.words.MANCHE.name(number)} · {sentence}"

    def creditable_players(self, seat: Seat) -> Sequence[Player]:
        """Return the players for whom a partie may count: who began it in this seat, played a manche, or has it now."""
        players = players_of_seat(seat)
        played = {player_at(seat, manche.position) for manche in self.scored.manches}
        offered = {players[0], seat.player, seated_player(seat), *played}
        return [player for player in players if player in offered]

    def score_of(self, manche: Manche) -> MancheScore:
        """Return the row of a recorded manche in the sheet."""
        return self.scored.sheet.manches[self.scored.manches.index(manche)]

    def lines_of(self, side: int, row: MancheScore) -> tuple[Line, ...]:
        """Return the lines of a side in a row."""
        return tuple(line for line in row.lines if line.side == side)

    def revoking_sides(self, index: int) -> frozenset[int]:
        """Return the sides that revoked in the manche of this index, as the table noted or its cards prove (T-5)."""
        played, seats = self.scored.played[index], frozenset[int]()
        if played.cards is not None:
            table = self.scored.table_of(index)
            seats = revoking_seats(
                self.scored.game, self.scored.options, table, played.cards, self.scored.manches[index].facts
            )
        return frozenset(self.scored.side_of[seat] for seat in seats.union(played.revokes))
