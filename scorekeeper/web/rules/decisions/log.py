"""The decisions of a carnet as rows for pages.

A *decision* is a table's own answer where no house rule decides, about an *article* (a numbered rule) or a *disputed
case*, a question about an article that tables argue about. A *carnet* is the notebook of a group of players, a *partie*
a game of it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from flask import g, url_for

from scorekeeper.games import GAMES
from scorekeeper.games.rulebook import Article, DisputedCase
from scorekeeper.games.search import library
from scorekeeper.record.carnet import decisions
from scorekeeper.record.models import Decision
from scorekeeper.record.read_models.evenings import find_zone
from scorekeeper.web.core.language import current_language
from scorekeeper.web.games.rules_in_force import RulesInForce
from scorekeeper.web.text.values import quote


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """A decision as a page shows it."""

    id: int

    # When it was made, by the calendar of its table.
    day: dt.date

    # The slug of the game.
    game: str

    # The number of the article: `DP-25`.
    article: str

    # The question of the disputed case, None if the decision is about an article only.
    question: str | None

    # The decision, quoted.
    words: str

    # None if the partie was deleted.
    partie_address: str | None


def decisions_on(
    in_force: RulesInForce, article: Article | None, dispute: DisputedCase | None = None
) -> list[DecisionRow]:
    """Return the decisions of this carnet on an article or a disputed case, the latest first; [] outside a partie."""
    if in_force.partie is None or article is None:
        return []
    if dispute is None:
        return decision_rows(decisions.latest_on_article(g.access.carnet, article.number))
    return decision_rows(decisions.latest_on_dispute(g.access.carnet, in_force.game.slug, article.number, dispute.key))


def decision_rows(decisions_shown: Iterable[Decision]) -> list[DecisionRow]:
    """Return the rows of decisions, in the same order."""
    return [_row(decision) for decision in decisions_shown]


def _in_current_language(words: str, dispute: DisputedCase | None) -> str:
    """If these words are an answer of the disputed case, return it in the current language; else the words."""
    if dispute is None:
        return words
    # The words are an answer if they are equal to its text in any language, except for white space.
    for answer in dispute.answers:
        if any(text.split() == words.split() for text in answer.texts.values()):
            return answer.texts[current_language()]
    return words


def _row(decision: Decision) -> DecisionRow:
    partie = decision.partie
    dispute = question = address = None
    # `quarrel` is the key of the disputed case, None if the decision is about an article only. The game may not be
    # installed any more, or its new rulebook may lack the case: then the row has no question.
    if decision.quarrel is not None and partie.game in GAMES:
        dispute = library.book(GAMES[partie.game]).disputes.get(decision.quarrel)
    if dispute is not None:
        question = dispute.texts[current_language()].question
    if partie.deleted_at is None and partie.soiree.deleted_at is None:
        address = url_for("parties.show", partie_id=partie.id)
    return DecisionRow(
        id=decision.id,
        day=decision.at.astimezone(find_zone(partie.soiree.zone)).date(),
        game=partie.game,
        article=decision.article,
        question=question,
        words=quote(_in_current_language(decision.words, dispute)),
        partie_address=address,
    )
