"""The answer to a typed question: the ruling on a known disputed case, else articles, else advice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.games.rulebook import Article, DisputedCase
from scorekeeper.games.search import library
from scorekeeper.games.search.engine import Findings, Outcome, search
from scorekeeper.games.search.sentences import trouble
from scorekeeper.web.core.language import current
from scorekeeper.web.games.rules_in_force import HouseRule, RulesInForce
from scorekeeper.web.rules.rulings import CaseRuling, rule_on


@dataclass(frozen=True, slots=True)
class RulesAnswer:
    """The answer shown under a question.

    `trouble` is advice when no article answers. `ruling` is set when the question certainly is a known disputed case
    that can arise at this table. `best` is the article that answers, `played` the house rules that change it, with the
    values of this table. `quarrels` are disputed cases similar to the question or about the article; `others` are the
    next articles, or the nearest when none answers.
    """

    trouble: str | None
    ruling: CaseRuling | None
    best: Article | None
    played: Sequence[HouseRule]
    quarrels: Sequence[DisputedCase]
    others: Sequence[Article]


def answer(in_force: RulesInForce, question: str) -> RulesAnswer:
    """Answer a question under these rules."""
    findings = search(question, [in_force.game], current())
    articles = [found.article for found in findings.found]
    if findings.outcome is not Outcome.FOUND:
        return RulesAnswer(trouble(findings.outcome, current()), None, None, (), (), articles)
    ruling = _ruling(in_force, findings)
    best = articles[0] if ruling is None else ruling.article
    known = dict.fromkeys(one.key for one in (*findings.quarrels, *disputed_cases_about(in_force, best)))
    quarrels = [
        library.book(in_force.game).quarrels[key] for key in known if ruling is None or key != ruling.quarrel.key
    ]
    others = [article for article in articles if article.number != best.number]
    return RulesAnswer(None, ruling, best, house_rules_of(in_force, best), quarrels, others)


def _ruling(in_force: RulesInForce, findings: Findings) -> CaseRuling | None:
    """Return the ruling on the disputed case if the match is certain: a similar case may have the opposite answer."""
    if not findings.certain or not findings.quarrels:
        return None
    quarrel = findings.quarrels[0]
    ruling = rule_on(in_force, quarrel, article_of(in_force, quarrel))
    return None if ruling.winner is None else ruling


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
