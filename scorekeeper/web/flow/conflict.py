"""The conflict of two devices that recorded the same manche: the recorded points and the points in this form."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.games.contract import Sheet
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.models import Change, ChangeKind, Manche, MancheState
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.sharing.accesses import access_names
from scorekeeper.web.forms import FactsForm
from scorekeeper.web.games import PAGES

Points = tuple[int, ...]


@dataclass(frozen=True)
class Conflict:
    """The manche that another form recorded first: its number, its points by side, and those typed in this form.

    `change` is its latest change, `author` the name of the access that made it, None without a name. `typed` is None if
    the typed facts cannot be scored. `form` has the typed facts, to correct the manche.
    """

    manche: Manche
    change: Change
    author: str | None
    number: int
    recorded: Points
    typed: Points | None
    form: FactsForm

    @property
    def is_same_result(self) -> bool:
        """Whether the typed points and note equal the recorded ones."""
        return self.typed == self.recorded and self.form.note.data in {None, "", self.manche.note}


def conflict_of(scored: ScoredPartie, changes: tuple[Change, ...]) -> Conflict | None:
    """Return the conflict of the submitted form with the changes since it was rendered, None without one.

    The conflict is with the first manche that was recorded since and not undone.
    """
    manches = (change.manche for change in changes if change.kind is ChangeKind.RECORDED)
    manche = next((manche for manche in manches if manche and manche.state is MancheState.RECORDED), None)
    if manche is None:
        return None
    index, form = scored.manches.index(manche), PAGES[scored.game.slug].form(scored, manche)
    latest = [change for change in changes if change.manche is manche and change.facts is not None][-1]
    author = None if latest.access_id is None else access_names({latest.access_id}).get(latest.access_id)
    recorded, typed = _points(scored.sheet, index), _typed_points(form, scored, index)
    return Conflict(manche, latest, author, index + 1, recorded, typed, form)


def _typed_points(form: FactsForm, scored: ScoredPartie, index: int) -> Points | None:
    """Return the points of the manche with the facts in the form, None if they cannot be scored."""
    try:
        facts = form.entered_facts(scored.manches[index])
        typed = read_manche(scored.game, scored.options, scored.seats, facts)
    except (ImpossibleError, RefusedError):
        return None
    played = [*scored.played[:index], typed]
    return _points(scored.game.score(scored.options, scored.seats, played), index)


def _points(sheet: Sheet, index: int) -> Points:
    points: Points = sheet.manches[index].points
    return points
