"""Two phones that record one manche: what the other one recorded, beside what was typed here."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.games.contract import Sheet
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.models import Change, ChangeKind, Manche, MancheState
from scorekeeper.record.partie.standings import Standing
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.sharing.accesses import access_names
from scorekeeper.web.forms import FactsForm
from scorekeeper.web.games import PAGES

Points = tuple[int, ...]


@dataclass(frozen=True)
class Conflict:
    """The manche that another form recorded first, its number, its points by side and those of what was typed.

    `change` wrote these points, and `by` is who did, where that phone says so. `typed` is None where what was typed
    does not count as it is; `form` is the form that corrects the manche with it.
    """

    manche: Manche
    change: Change
    by: str | None
    number: int
    recorded: Points
    typed: Points | None
    form: FactsForm

    @property
    def same(self) -> bool:
        """Whether what was typed says nothing else."""
        return self.typed == self.recorded and self.form.note.data in {None, "", self.manche.note}


def conflict_of(standing: Standing, changes: tuple[Change, ...]) -> Conflict | None:
    """The conflict of the new manche in the form under way with what was recorded since; None where nothing was.

    The first manche recorded since the form was written is the one that it tells, unless it was undone.
    """
    recorded = (change.manche for change in changes if change.kind is ChangeKind.RECORDED)
    manche = next((manche for manche in recorded if manche and manche.state is MancheState.RECORDED), None)
    if manche is None:
        return None
    index, form = standing.manches.index(manche), PAGES[standing.game.slug].form(standing, manche)
    points = _points(standing.sheet, index), _points_of(form, standing, index)
    return Conflict(manche, *_signed(manche, changes), index + 1, *points, form)


def _signed(manche: Manche, changes: tuple[Change, ...]) -> tuple[Change, str | None]:
    """The change that wrote what the manche says, and who made it."""
    wrote = [change for change in changes if change.manche is manche and change.facts is not None][-1]
    return wrote, None if wrote.access_id is None else access_names({wrote.access_id}).get(wrote.access_id)


def _points_of(form: FactsForm, standing: Standing, index: int) -> Points | None:
    """The points that a manche would have if it were what the form says."""
    try:
        facts = form.entered(standing.manches[index])
        typed = read_manche(standing.game, standing.options, standing.seats, facts)
    except (ImpossibleError, RefusedError):
        return None
    played = [*standing.played[:index], typed]
    return _points(standing.game.score(standing.options, standing.seats, played), index)


def _points(sheet: Sheet, index: int) -> Points:
    points: Points = sheet.manches[index].points
    return points
