"""The answer to a typed question, and what explains it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.games.rulebook import Article, DisputedCase
from scorekeeper.games.search import library
from scorekeeper.record.answers.answer import Reply, answer_question
from scorekeeper.web.core.language import current_language
from scorekeeper.web.games.rules_in_force import HouseRule, RulesInForce
from scorekeeper.web.rules.rulings import CaseRuling, rule_on


@dataclass(frozen=True, slots=True)
class RulesAnswer:
    """The reply shown under a question, and what its fold explains.

    `ruling` is set when the answer is that of a disputed case, `played` are the house rules that change the article of
    the answer, with the values of this table. `quarrels` are the disputed cases about this article, `others` the next
    articles, or the nearest when there is no answer.
    """

    reply: Reply
    ruling: CaseRuling | None
    best: Article | None
    played: Sequence[HouseRule]
    quarrels: Sequence[DisputedCase]
    others: Sequence[Article]


def answer(in_force: RulesInForce, question: str) -> RulesAnswer:
    """Answer a question under these rules."""
    reply = answer_question(question, [in_force.game], in_force.options, current_language())
    if reply.answer is None:
        return RulesAnswer(reply, None, None, (), (), reply.articles)
    best, case = reply.answer.article, reply.answer.case
    quarrels = [one for one in disputed_cases_about(in_force, best) if one is not case]
    others = [article for article in reply.articles if article.number != best.number]
    ruling = None if case is None else rule_on(in_force, case, best)
    return RulesAnswer(reply, ruling, best, house_rules_of(in_force, best), quarrels, others)


def article_of(in_force: RulesInForce, quarrel: DisputedCase) -> Article:
    """Return the article that a disputed case of this game is about."""
    own, shared = library.book(in_force.game).articles, library.book(None).articles
    return own.get(quarrel.article) or shared[quarrel.article]


def disputed_cases_about(in_force: RulesInForce, article: Article) -> list[DisputedCase]:
    """Return the disputed cases of this game about an article."""
    return [one for one in library.book(in_force.game).quarrels.values() if one.article == article.number]


def house_rules_of(in_force: RulesInForce, article: Article) -> list[HouseRule]:
    """Return the house rules that change an article, with the values of this table."""
    return [rule for rule in in_force.house_rules() if rule.name in article.options or rule.article == article.number]
