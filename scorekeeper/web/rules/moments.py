"""The moments of a manche in the rules search: that of a partie, and the questions of each with their answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.games.rulebook import RulesMoment, RulesTopic, TopicRow
from scorekeeper.games.search import library
from scorekeeper.record.answers.answer import QuestionAnswer, entry_answer
from scorekeeper.record.models import Partie
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.web.core.language import current_language
from scorekeeper.web.games import pages_of
from scorekeeper.web.games.rules_in_force import RulesInForce
from scorekeeper.web.rules.answers import article_of


def moments_of(in_force: RulesInForce) -> list[RulesMoment]:
    """Return the moments with a question that arises under these rules."""
    moments = library.book(in_force.game).moments
    # One row is enough, so that few disputed cases are settled.
    return [one for one in moments if any(rows for topic in one.topics for rows in answered_rows(in_force, topic))]


def answered_rows(in_force: RulesInForce, topic: RulesTopic) -> Iterator[tuple[TopicRow, QuestionAnswer]]:
    """Yield the questions of a topic that arise under these rules, each with its answer."""
    entries = {**library.book(None).entries, **library.book(in_force.game).entries}
    for row in topic.rows:
        for key in row.entries:
            article = article_of(in_force, entries[key])
            answer = entry_answer(entries[key], article, in_force.game, in_force.options, current_language())
            if answer is not None:
                yield row, answer
                break


def likely_moment(in_force: RulesInForce, moments: Sequence[RulesMoment]) -> RulesMoment | None:
    """Return the moment in which the partie is, or the first one; None if there are none."""
    first = next(iter(moments), None)
    if in_force.partie is None:
        return first
    current = _current_moment(in_force.partie)
    return next((moment for moment in moments if moment.key == current), first)


def _current_moment(partie: Partie) -> str:
    scored = score_partie(partie)
    current, context_pages = scored.current, pages_of(partie).context
    if scored.over:
        return "end"
    if current.played_out:
        return "count"
    if current.cards is not None:
        return "following" if current.tricks else "first_trick"
    if context_pages is not None and context_pages.pending_context(scored) is not None:
        return context_pages.moment
    # The bids are recorded, and the table plays without entering the cards.
    if current.context:
        return "following"
    return "count" if scored.manches else "deal"
