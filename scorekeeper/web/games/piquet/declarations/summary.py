"""The comparison of both players' declarations, with the points scored before the play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorekeeper.games.piquet.counting import count_coup
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.declarations import ARTICLES, Category, answer_to
from scorekeeper.games.piquet.facts import read_pending
from scorekeeper.games.piquet.options import PiquetOptions
from scorekeeper.games.shape import ImpossibleError, IncompleteFactsError, Json
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.games.piquet.declarations import text
from scorekeeper.web.games.piquet.errors import error_sentence
from scorekeeper.web.games.piquet.form import PiquetForm
from scorekeeper.web.games.piquet.tricks.count import BONUSES, CountLine, running_total
from scorekeeper.web.games.piquet.tricks.text import bonus_sentence


@dataclass(frozen=True)
class Cell:
    """The declaration of one player in a category, and its points."""

    declaration: str
    points: int


@dataclass(frozen=True)
class Row:
    """A category: each player's declaration, elder first, and the dealer's answer."""

    name: str
    article: str
    cells: list[Cell]
    answer: str = ""


@dataclass(frozen=True)
class DeclarationSummary:
    """The declarations of both players, elder first, or the error if they are impossible."""

    names: list[str]
    # One row for each category; none with an error, as of the next two.
    rows: list[Row]
    # The points scored before the play.
    totals: list[int]
    # The bonuses.
    notes: list[CountLine]
    # The sentence of the error, and its article.
    error: str = ""
    article: str | None = None
    # The category in which the comparison needs more than was declared.
    needs_height: str | None = None


def summarise_form(form: PiquetForm) -> DeclarationSummary | None:
    """Return the summary of the declarations entered so far, None if there are none."""
    if not form.has_declarations():
        return None
    scored, facts = form.scored, {"elder": form.elder, **form.declaration_facts(), **form.short_hand_facts()}
    return summarise(scored.options, facts, scored.names)


def summarise(options: PiquetOptions, json: Json, names: Sequence[str]) -> DeclarationSummary:
    """Compare both players' declarations (PI-9 to PI-13) and score them."""
    elder = json["elder"]
    order = (elder, 1 - elder)
    ordered_names = [names[seat] for seat in order]
    try:
        facts = read_pending(options, json)
        rows = [_row(facts, category, order) for category in Category]
    except ImpossibleError as error:
        needs_height = None
        if isinstance(error, IncompleteFactsError):
            needs_height = error.field
        return DeclarationSummary(ordered_names, [], [], [], error_sentence(error, names), error.article, needs_height)
    steps = count_coup(options, replace(facts, winners=None, low=None))
    # Even without tricks, the first lead is counted, and may complete a pic: neither is a declaration.
    before_play = [step for step in steps if step.trick is None and step.why != "pic"]
    notes = [CountLine(bonus_sentence(step, names), step.points, step.article) for step in steps if step.why in BONUSES]
    return DeclarationSummary(ordered_names, rows, [running_total(before_play, seat) for seat in order], notes)


def _row(facts: PiquetFacts, category: Category, order: tuple[int, int]) -> Row:
    cells = [
        Cell(text.declaration_name(category, facts.declarations[seat]), facts.points_in(category, seat))
        for seat in order
    ]
    return Row(text.category_label(category), ARTICLES[category], cells, _answer_sentence(facts, category, order))


def _answer_sentence(facts: PiquetFacts, category: Category, order: tuple[int, int]) -> str:
    """The dealer's answer, empty if there is none; after a false declaration only one that was entered (PI-37)."""
    answer = facts.answers.get(category)
    if answer is None and facts.offender is None:
        answer = answer_to(category, *(facts.declarations[seat] for seat in order))
    if answer is None:
        return ""
    return _("Réponse : %(answer)s", answer=text.answer_label(answer))
