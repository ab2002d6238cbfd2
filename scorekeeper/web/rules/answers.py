"""The answer to a typed question, with its article, house rules and disputed cases.

An article is a numbered rule, and a house rule an option that changes it. A disputed case is a question that tables
argue about, with the answer of each side; scoring or judging an example shows which side is right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import Article, DisputedCase
from scorekeeper.games.search import library
from scorekeeper.games.search.library import Entry
from scorekeeper.record.answers.answer import Reply, answer_question
from scorekeeper.record.answers.rulings import options_in_force, settle_case
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.language import current_language
from scorekeeper.web.games.rules_in_force import HouseRule, RulesInForce
from scorekeeper.web.rules.rulings import CaseRuling, rule_on
from scorekeeper.web.text.house_rules import house_rules


@dataclass(frozen=True, slots=True)
class RulesAnswer:
    """The reply to a question, and the texts that explain its answer."""

    reply: Reply

    # If a disputed case is the answer: its ruling under the house rules that the question names, else those of the
    # table.
    ruling: CaseRuling | None = None

    # The ruling under the house rules of the table alone.
    ruling_at_table: CaseRuling | None = None

    # The article of the answer, None without an answer.
    article: Article | None = None

    # The house rules that change the article, with the values of this table.
    house_rules: Sequence[HouseRule] = ()

    # The other disputed cases about the article.
    disputes: Sequence[DisputedCase] = ()

    # The next best articles; without an answer, all that were found.
    other_articles: Sequence[Article] = ()


def rules_answer(in_force: RulesInForce, question: str, naming: str) -> RulesAnswer:
    """Answer a question under these rules.

    `naming` is the user's own question if `question` is a suggestion that was chosen in its place; else it is empty.
    """
    # The reply has an answer only if the best one that was found is certain.
    reply = answer_question(question, [in_force.game], in_force.options, current_language(), naming)
    if reply.answer is None:
        return RulesAnswer(reply, other_articles=reply.articles)
    article = reply.answer.article
    case = reply.answer.case
    ruling = at_table = None
    if case is not None:
        # Scores or judges the example of the case, to find which side is right.
        ruling = at_table = rule_on(in_force, case)
        # A question such as « et si la dame vaut 5 ? » names another house rule than the table's.
        if reply.named:
            ruling = rule_on(replace(in_force, options=options_in_force(in_force.game, reply.options)), case)
    disputes = [dispute for dispute in disputed_cases_about(in_force, article) if dispute is not case]
    other_articles = [other for other in reply.articles if other.number != article.number]
    rules = house_rules_of(in_force, article)
    # The arguments are in the order of the fields above.
    return RulesAnswer(reply, ruling, at_table, article, rules, disputes, other_articles)


def named_rules(reply: Reply) -> list[str]:
    """Return the house rules that the question names and the table plays otherwise: « Dame de pique : 12 points »."""
    if reply.game is None:
        return []
    # The names and values of the house rules as text, by option.
    texts = house_rules(reply.game).options
    return [
        _("« %(rule)s : %(value)s »", rule=texts[name].label, value=texts[name].value(value))
        for name, value in reply.named.items()
    ]


def article_of(in_force: RulesInForce, entry: Entry) -> Article:
    """Return the article that a disputed case or a short answer of this game is about."""
    return known_articles(in_force.game)[entry.article]


def known_articles(game: AnyGame) -> Mapping[str, Article]:
    """Return by number the articles of a game, and those that all games share, such as T-5."""
    return {**library.book(None).articles, **library.book(game).articles}


def disputed_cases_about(in_force: RulesInForce, article: Article) -> list[DisputedCase]:
    """Return the disputed cases about an article that can arise under these rules."""
    return [
        dispute
        for dispute in library.book(in_force.game).disputes.values()
        # A case about bids cannot arise at a table that plays without them.
        if dispute.article == article.number and settle_case(in_force.game, dispute, in_force.options).arises
    ]


def house_rules_of(in_force: RulesInForce, article: Article) -> list[HouseRule]:
    """Return the house rules that change an article, with the values of this table."""
    # Those that the article names, and those that this article describes.
    return [rule for rule in in_force.house_rules() if rule.name in article.options or rule.article == article.number]
