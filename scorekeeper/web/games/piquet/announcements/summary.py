"""The comparison of both players' announcements, with the points scored before the play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorekeeper.games.piquet.counting import steps_so_far
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.declarations import ARTICLES, Answer, Category, answer_to, points_in
from scorekeeper.games.piquet.facts import read_pending
from scorekeeper.games.piquet.options import PiquetOptions
from scorekeeper.games.shape import ImpossibleError, Json
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.games.piquet.announcements import text
from scorekeeper.web.games.piquet.errors import fault
from scorekeeper.web.games.piquet.form import PiquetForm
from scorekeeper.web.games.piquet.tricks.count import BONUSES, CountLine, total_of
from scorekeeper.web.games.piquet.tricks.text import bonus


@dataclass(frozen=True)
class Cell:
    """The announcement of one player in a category, and its points."""

    announced: str
    points: int


@dataclass(frozen=True)
class Row:
    """A category: each player's announcement, elder first, and the dealer's answer."""

    name: str
    article: str
    cells: list[Cell]
    answer: str = ""


@dataclass(frozen=True)
class AnnouncementSummary:
    """The announcements of both players, elder first, or the sentence (`fault`) that says why they are impossible."""

    names: list[str]
    rows: list[Row]
    totals: list[int]
    notes: list[CountLine]
    fault: str = ""
    article: str | None = None


def summary(form: PiquetForm) -> AnnouncementSummary | None:
    """Return the summary of the announcements entered so far, None while there are none."""
    if not form.announced_something():
        return None
    scored = form.scored
    return summarise(scored.options, {"elder": form.elder, **form.claims(), **form.short_hand()}, scored.names)


def summarise(options: PiquetOptions, json: Json, names: Sequence[str]) -> AnnouncementSummary:
    """Compare both players' announcements (PI-9 to PI-13) and score them."""
    elder = json["elder"]
    order = (elder, 1 - elder)
    shown = [names[seat] for seat in order]
    try:
        facts = read_pending(options, json)
        rows = [_row(facts, category, order) for category in Category]
    except ImpossibleError as error:
        return AnnouncementSummary(shown, [], [], [], fault(error, names), error.article)
    steps = steps_so_far(options, replace(facts, winners=None, low=None))
    before = [step for step in steps if step.trick is None and step.why != "pic"]
    notes = [CountLine(bonus(step, names), step.points, step.article) for step in steps if step.why in BONUSES]
    return AnnouncementSummary(shown, rows, [total_of(before, seat) for seat in order], notes)


def _row(facts: PiquetFacts, category: Category, order: tuple[int, int]) -> Row:
    elder, dealer = (facts.announced[seat] for seat in order)
    answer = facts.answers.get(category) or (None if facts.offender is not None else answer_to(category, elder, dealer))
    cells = [
        Cell(text.announced(category, facts.announced[seat]), points_in(facts.scored, category, seat)) for seat in order
    ]
    return Row(text.category_name(category), ARTICLES[category], cells, "" if answer is None else _answered(answer))


def _answered(answer: Answer) -> str:
    return _("Réponse : %(answer)s", answer=text.answer(answer))
