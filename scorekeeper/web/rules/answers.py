"""What a question typed brings up at a desk: a ruling where it is a known quarrel, else articles, else what to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.games.rulebook import Article, DisputedCase
from scorekeeper.games.search import library
from scorekeeper.games.search.engine import Findings, Outcome, search
from scorekeeper.games.search.sentences import trouble
from scorekeeper.web.core.language import current
from scorekeeper.web.games.rules_in_force import Desk, HouseRule
from scorekeeper.web.rules.rulings import QuarrelRuling, rule_on


@dataclass(frozen=True, slots=True)
class DeskAnswer:
    """What is shown under a question.

    `trouble` says what to do where nothing answers it, `ruling` settles it where it surely is a known quarrel that can
    arise here. `best` is the article that answers, `house` the house rules that change it as this table plays them,
    `quarrels` those like the question or about the article; `others` are the next articles, or the nearest where none
    answers.
    """

    trouble: str | None
    ruling: QuarrelRuling | None
    best: Article | None
    house: Sequence[HouseRule]
    quarrels: Sequence[DisputedCase]
    others: Sequence[Article]


def answer(desk: Desk, question: str) -> DeskAnswer:
    """Find what answers a question, under the rules of this desk."""
    findings = search(question, [desk.game], current())
    articles = [found.article for found in findings.found]
    if findings.outcome is not Outcome.FOUND:
        return DeskAnswer(trouble(findings.outcome, current()), None, None, (), (), articles)
    ruling = _ruling(desk, findings)
    best = articles[0] if ruling is None else ruling.article
    known = dict.fromkeys(one.key for one in (*findings.quarrels, *quarrels_about(desk, best)))
    left = [library.book(desk.game).quarrels[key] for key in known if ruling is None or key != ruling.quarrel.key]
    others = [one for one in articles if one.number != best.number]
    return DeskAnswer(None, ruling, best, house_rules_of(desk, best), left, others)


def _ruling(desk: Desk, findings: Findings) -> QuarrelRuling | None:
    """The case surely asked about, settled: one that is only like it may have the opposite answer."""
    if not findings.certain or not findings.quarrels:
        return None
    quarrel = findings.quarrels[0]
    ruling = rule_on(desk, quarrel, article_of(desk, quarrel))
    return None if ruling.winner is None else ruling


def article_of(desk: Desk, quarrel: DisputedCase) -> Article:
    """The article that a quarrel of this game is about."""
    own, shared = library.book(desk.game).articles, library.book(None).articles
    return own.get(quarrel.article) or shared[quarrel.article]


def quarrels_about(desk: Desk, article: Article) -> list[DisputedCase]:
    """The known quarrels of this game about an article."""
    return [one for one in library.book(desk.game).quarrels.values() if one.article == article.number]


def house_rules_of(desk: Desk, article: Article) -> list[HouseRule]:
    """The house rules that change an article, as this table plays them."""
    return [rule for rule in desk.house_rules() if rule.name in article.options or rule.article == article.number]
