"""The conflict of two devices that recorded the same manche: the recorded points and the points in this form."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request

from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.models import Change, ChangeKind, Manche
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.sharing.accesses import access_names
from scorekeeper.web.core.numbers import whole_number
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

    The conflict is with the manche of the number in the form, if it was recorded since and not undone; without a number
    in the form, with the first such manche.
    """
    number = whole_number(request.form.get("number"))
    since = {change.manche for change in changes if change.kind is ChangeKind.RECORDED}
    recorded = (index for index, manche in enumerate(scored.manches) if manche in since and number in {None, index + 1})
    index = next(recorded, None)
    if index is None:
        return None
    manche = scored.manches[index]
    form = PAGES[scored.game.slug].form(scored, manche)
    latest = [change for change in changes if change.manche is manche and change.facts is not None][-1]
    author = access_names({latest.access_id}).get(latest.access_id)
    points, typed = scored.sheet.manches[index].points, _typed_points(form, scored, index)
    return Conflict(manche, latest, author, index + 1, points, typed, form)


def _typed_points(form: FactsForm, scored: ScoredPartie, index: int) -> Points | None:
    """Return the points of the manche with the facts in the form, None if they cannot be scored."""
    try:
        facts = form.entered_facts(scored.manches[index])
        typed = read_manche(scored.game, scored.options, scored.seats, facts)
    except (ImpossibleError, RefusedError):
        return None
    played = [*scored.played[:index], typed]
    points: Points = scored.game.score(scored.options, scored.seats, played).manches[index].points
    return points
