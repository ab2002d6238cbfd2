"""The conflict of two devices that recorded the same manche: the recorded points and the points in this form.

A *manche* is one deal of a partie, a game to its end; its *facts* are what the table saw, from which its points are
computed. A *side* is a player, or a team with common points. The log of a partie has its *changes*.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from scorekeeper.games.shape import ImpossibleError
from scorekeeper.partie.changes import Recorded
from scorekeeper.record.models import Change, Manche
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.sharing.accesses import access_names
from scorekeeper.web.flow.posting import form_number
from scorekeeper.web.forms import FactsForm
from scorekeeper.web.games import PAGES

Points = tuple[int, ...]


@dataclass(frozen=True)
class Conflict:
    """The manche that another form recorded first, beside what was typed in this form."""

    manche: Manche
    # The latest change of the manche.
    change: Change
    # The name of the access that made the change, None without a name.
    author: str | None
    # The number of the manche, from 1.
    number: int
    # The recorded points, by side.
    recorded: Points
    # The points of the typed facts, by side; None if these cannot be scored.
    typed: Points | None
    # The form with the typed facts, by which the user may correct the recorded manche.
    form: FactsForm

    @property
    def is_same_result(self) -> bool:
        """Whether the typed points equal the recorded ones, and the typed note is empty or equals the recorded one."""
        return self.typed == self.recorded and self.form.note.data in {None, "", self.manche.note}


def conflict_of(scored: ScoredPartie, changes: tuple[Change, ...]) -> Conflict | None:
    """Return the conflict of the submitted form with the changes since it was rendered, None without one."""
    # The number of the manche in the form, from 1.
    number = form_number()
    # The manches whose recording is among the changes since the form was rendered.
    since = {change.manche for change in changes if change.kind == Recorded.kind}
    # The indexes of these manches in the sheet; one that was recorded and undone is no longer in it. Only the manche of
    # the form's number counts; a form without a number is of the first manche that was recorded since.
    recorded = (index for index, manche in enumerate(scored.manches) if manche in since and number in {None, index + 1})
    index = next(recorded, None)
    if index is None:
        return None
    manche = scored.manches[index]
    # The form of this game, filled with the fields of the current request.
    form = PAGES[scored.game.slug].form(scored, manche)
    typed = None
    # Facts that cannot be scored have no points to compare: `typed` stays None.
    with suppress(ImpossibleError, RefusedError):
        # The sheet as it would be with the typed facts for this manche.
        typed = scored.sheet_with(index, form.entered_facts(manche)).manches[index].points
    # The latest change of the manche that has facts: its recording, or a correction.
    latest = [change for change in changes if change.manche is manche and change.facts is not None][-1]
    # The arguments are in the order of the fields above.
    return Conflict(
        manche,
        latest,
        # `access_names` returns names by the ids of their accesses, without the accesses that have no name.
        access_names({latest.access_id}).get(latest.access_id),
        index + 1,
        scored.sheet.manches[index].points,
        typed,
        form,
    )
