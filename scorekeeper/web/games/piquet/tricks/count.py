"""The running count of a coup as players count aloud, one line for each step (PI-19)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.games.piquet.counting import count_coup
from scorekeeper.games.piquet.counting.steps import Step
from scorekeeper.games.piquet.facts import read_facts
from scorekeeper.games.piquet.options import SEATS
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.games.piquet.form import PiquetForm
from scorekeeper.web.games.piquet.tricks import text

# The keys of the steps that are bonuses.
BONUSES = frozenset({"carte_blanche", "pic", "repic"})


@dataclass(frozen=True)
class CountLine:
    """A sentence of the count, with its points and its article."""

    sentence: str
    points: int
    article: str


def full_count(form: PiquetForm) -> list[CountLine]:
    """Return the running count of a coup with its twelve tricks, empty while the entry is incomplete or impossible."""
    scored = form.scored
    try:
        facts = read_facts(scored.options, SEATS, form.facts())
    except (ImpossibleError, RefusedError):
        return []
    return [count_line(step, scored.names) for step in count_coup(scored.options, facts)]


def count_line(step: Step, names: Sequence[str]) -> CountLine:
    """Return the line of one step of the count."""
    return CountLine(text.step_sentence(step, names), step.points, step.article)


def running_total(steps: Sequence[Step], seat: int) -> int:
    """Return the running total of a seat after these steps."""
    return next((step.total for step in reversed(steps) if step.seat == seat), 0)
