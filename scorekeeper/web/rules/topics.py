"""The topic of a dispute page of a partie: an article or a disputed case, with its addresses.

A *partie* is a game that is being played, an *article* a numbered rule. A *disputed case* is a question about an
article that tables argue about, with the claim of each side.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import abort

from scorekeeper.games.rulebook import Article, DisputedCase
from scorekeeper.games.search import library
from scorekeeper.record.models import Partie
from scorekeeper.web.core.language import current_language
from scorekeeper.web.games.rules_in_force import RulesInForce, rules_of
from scorekeeper.web.rules.answers import article_of, house_rules_of, known_articles


@dataclass(frozen=True, slots=True)
class Topic:
    """An article, or a disputed case about it, under the rules of a partie."""

    # The game, house rules and players of the partie.
    in_force: RulesInForce
    article: Article
    # None if the topic is the article itself.
    dispute: DisputedCase | None

    @property
    def is_decided_by_rule(self) -> bool:
        """Whether a house rule decides the topic, so that the table needs no decision of its own."""
        if self.dispute is None:
            return bool(house_rules_of(self.in_force, self.article))
        return self.dispute.option is not None

    @property
    def claims(self) -> list[str]:
        """The claim of each side of the disputed case; empty for an article."""
        if self.dispute is None:
            return []
        return [answer.texts[current_language()] for answer in self.dispute.answers]

    @property
    def key_or_number(self) -> dict[str, str]:
        """The argument of its addresses: the key of the disputed case, else the number of the article."""
        if self.dispute is None:
            return {"number": self.article.number}
        return {"key": self.dispute.key}

    def url(self) -> str:
        """Return the address of its page."""
        page = "article" if self.dispute is None else "dispute"
        return self.in_force.url(page, **self.key_or_number)


def topic_or_404(partie: Partie, key: str | None = None, number: str | None = None) -> Topic:
    """Return the disputed case with this key, else the article with this number, under the rules of a partie.

    Abort with a 404 for an unknown key or number.
    """
    in_force = rules_of(partie)
    if key is not None:
        dispute = library.book(in_force.game).disputes.get(key) or abort(404)
        return Topic(in_force, article_of(in_force, dispute), dispute)
    article = known_articles(in_force.game).get(str(number)) or abort(404)
    return Topic(in_force, article, None)
