"""A coup of Piquet card by card: the running count, and the decision on a refuted declaration."""

from __future__ import annotations

from flask import request

from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.piquet.counting import count_coup
from scorekeeper.games.piquet.counting.steps import Step
from scorekeeper.games.piquet.facts import read_pending
from scorekeeper.games.piquet.facts.cards import tricks_taken
from scorekeeper.games.piquet.options import SEATS
from scorekeeper.games.piquet.refutations import with_false_declaration
from scorekeeper.games.shape import ImpossibleError, Json
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.games.piquet.tricks.count import CountLine, count_line, running_total


def seat_notes(scored: ScoredPartie, arbiter: Arbiter) -> list[str]:
    """Return the points of each seat so far, declarations included (PI-19)."""
    steps = _count_steps(scored, arbiter)
    return [str(running_total(steps, seat)) for seat in range(SEATS)]


def count_so_far(scored: ScoredPartie, arbiter: Arbiter) -> list[CountLine]:
    """Return the lines of the count of the current coup, up to the latest card."""
    return [count_line(step, scored.names) for step in _count_steps(scored, arbiter)]


def add_answers(scored: ScoredPartie, context: Json) -> Json:
    """Return the context, with the false declaration if the table has just chosen one (PI-37)."""
    offender = request.form.get("false")
    if offender not in {"0", "1"} or scored.current.cards is None:
        return context
    return with_false_declaration(context, int(offender), scored.current.tricks)


def _count_steps(scored: ScoredPartie, arbiter: Arbiter) -> list[Step]:
    """The steps of the count; none if the cards contradict the declarations, which the page then shows (PI-38)."""
    facts = {"elder": 1 - scored.deal.dealer, **(scored.current.context or {})}
    facts |= tricks_taken(scored.options, arbiter.tricks)
    try:
        steps = count_coup(scored.options, read_pending(scored.options, facts))
    except ImpossibleError:
        return []
    tricks_led = len(arbiter.tricks) + bool(arbiter.trick)
    return [step for step in steps if step.trick is None or step.trick <= tricks_led]
