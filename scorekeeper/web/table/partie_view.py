"""The values of a scored partie that only templates need.

A *partie* is a game played to its end, a *manche* one deal of it, a *soirée* an evening of parties. A *seat* is the
index of a player at the table, a *side* a player or a team. A *stay* is the time in which one player has a seat;
another one may replace that player. The partie *counts for* one player of each seat, in the statistics.

The *log* has a row for each *version* of the partie, a number: a change, or its undoing. The changes that are not
undone form a *stack*; each has the version of the change `below` it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scorekeeper.games.arbiter import revoking_seats
from scorekeeper.games.contract import Line, MancheScore
from scorekeeper.record.models import Manche, Participant
from scorekeeper.record.partie.journal import DRAWN, change_at, last_change_times
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.read_models.evenings import is_past
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.flow.notices import replacement_sentence
from scorekeeper.web.games import pages_of
from scorekeeper.web.games.contract import GamePages, Remark
from scorekeeper.web.table.signs import signs_of_sides
from scorekeeper.web.text.record import change_noun
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
        return is_past(self.scored.partie.soiree)

    @property
    def signs(self) -> tuple[int, ...]:
        """The sign of each side, a number from 0 to 7: its mark and its colour."""
        return signs_of_sides(self.scored)

    @property
    def remarks(self) -> Mapping[int, Sequence[Remark]]:
        """The remarks of its game on manches, by index: each is a sentence and its article, a numbered rule."""
        if self.pages.remarks is None:
            return {}
        return self.pages.remarks(self.scored)

    @property
    def revokes(self) -> RevokeTerms | None:
        """The points that a player pays here for not following suit, if the table chose so (article T-5)."""
        return revoke_terms(self.scored)

    @property
    def is_dealer_drawn(self) -> bool:
        """Whether no manche is recorded, and the dealer is the one who was drawn as the partie began."""
        # `is_named` is false in a game without a dealer.
        if self.scored.manches or not self.scored.deal.is_named:
            return False
        # The first row of the log has the seat that was drawn, if the table did not choose.
        start = change_at(self.scored.partie, 1)
        return start is not None and start.payload.get(DRAWN) == self.scored.deal.dealer

    @property
    def undo_label(self) -> str:
        """The label of the button that takes back the change on top of the stack, empty without one."""
        top = change_at(self.scored.partie, self.scored.stack.top)
        # The start of the partie, with nothing below it, cannot be undone.
        if top is None or top.below is None:
            return ""
        # `numbers` has the number of each manche of the sheet by its id. The number is None for a manche that is not in
        # the sheet, and for a change of no manche: no manche has the id 0.
        number = self.scored.numbers.get(top.manche_id or 0)
        # `change_noun` names a kind of change: « le changement de règles ».
        return _("Annuler %(change)s", change=change_noun(top.kind, self.pages.text.MANCHE, number))

    @property
    def redo_label(self) -> str:
        """The label of the button that makes again what was taken back last, empty without one."""
        # Versions, the one that was taken back last at the end.
        taken_back = self.scored.stack.taken_back
        if not taken_back:
            return ""
        change = change_at(self.scored.partie, taken_back[-1])
        if change is None:
            return ""
        # A manche that is recorded again becomes the next one of the sheet.
        noun = change_noun(change.kind, self.pages.text.MANCHE, len(self.scored.manches) + 1)
        return _("Refaire %(change)s", change=noun)

    @property
    def removals(self) -> list[tuple[Manche, dt.datetime]]:
        """The manches that were deleted or undone, and when."""
        manches = self.scored.removed_manches
        if not manches:
            return []
        times = last_change_times(manches)
        return [(manche, times[manche.id]) for manche in manches]

    @property
    def arrivals(self) -> Mapping[int, Sequence[str]]:
        """The sentences about players who replaced others, by the index of the first manche of the new player.

        An index after the last manche is that of the next one. Example: `{5: ["Denis à la place d’Anne"]}`.
        """
        scored = self.scored
        arrivals = {}
        # In most parties no one was replaced: then there are as many participants as seats, and the players of each
        # manche need not be found.
        if len(scored.partie.participants) == scored.seats:
            return {}
        # The players of each manche by seat, then those of the next manche, if there is one.
        by_manche = [scored.as_played(index).players for index in range(len(scored.manches))]
        if not scored.over:
            by_manche.append(scored.players)
        # Each manche is compared with the one before it: the first pair is that of the manches 0 and 1.
        for index, (before, after) in enumerate(pairwise(by_manche), start=1):
            pairs = zip(after, before, strict=True)
            sentences = [replacement_sentence(new.name, old.name) for new, old in pairs if new is not old]
            if sentences:
                arrivals[index] = sentences
        return arrivals

    def replacements(self, seat: int) -> list[str]:
        """Return who replaced whom in a seat, with the first manche: « Manche 6 · Denis à la place d’Anne »."""
        texts = []
        # Each pair is a player of the seat and the next one.
        pairs = pairwise(self.scored.stays(seat))
        # Each stay except the first one, with the player who left the seat and the one who took it.
        for stay, (former, new) in zip(self.scored.state.seats[seat].stays[1:], pairs, strict=True):
            # The manches with a lower version were recorded before the stay began.
            number = 1 + sum(manche.version < stay.since for manche in self.scored.manches)
            sentence = replacement_sentence(new.name, former.name)
            texts.append(f"{self.pages.text.MANCHE.name(number)} · {sentence}")
        return texts

    def creditable(self, seat: int) -> Sequence[Participant]:
        """Return the participants for whom the partie may count, in the order in which they had the seat."""
        seating = self.scored.state.seats[seat]
        numbers = [stay.who for stay in seating.stays]
        played = {seating.player_at(manche.version) for manche in self.scored.manches}
        # The one who began the partie in the seat, the one who has it now, the one for whom the partie counts now, and
        # all who played a manche in it; each once.
        offered = {numbers[0], numbers[-1], seating.counts_for, *played}
        participants = self.scored.partie.participants
        return [participants[number] for number in dict.fromkeys(numbers) if number in offered]

    def score_of(self, manche: Manche) -> MancheScore:
        """Return the row of a recorded manche in the sheet."""
        return self.scored.sheet.manches[self.scored.manches.index(manche)]

    def lines_of(self, side: int, row: MancheScore) -> tuple[Line, ...]:
        """Return the lines of a side in a row."""
        return tuple(line for line in row.lines if line.side == side)

    def revoking_sides(self, index: int) -> frozenset[int]:
        """Return the sides that revoked in the manche of this index, as the table noted or its cards prove (T-5)."""
        played = self.scored.played[index]
        seats = frozenset[int]()
        # `played.revokes` are the seats that the table noted; the arbiter finds those that the cards prove.
        if played.cards is not None:
            table = self.scored.table_of(index)
            seats = revoking_seats(
                self.scored.game, self.scored.options, table, played.cards, self.scored.manches[index].facts
            )
        return frozenset(self.scored.side_of[seat] for seat in seats.union(played.revokes))
