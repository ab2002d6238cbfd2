"""The topic of a dispute page of a partie: an article or a disputed case, with its addresses.

A *partie* is a game that is being played, an *article* a numbered rule. A *disputed case* is a question about an
article that tables argue about, with the claim of each side.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import abort, url_for

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
    partie: Partie
    article: Article
    # None if the topic is the article itself.
    dispute: DisputedCase | None

    @property
    def options(self) -> list[str]:
        """The names of the house rules that decide the topic; empty if none does."""
        if self.dispute is None:
            return [rule.name for rule in house_rules_of(self.in_force, self.article)]
        if self.dispute.option is None:
            return []
        return [self.dispute.option]

    @property
    def claims(self) -> list[str]:
        """The claim of each side of the disputed case; empty for an article."""
        if self.dispute is None:
            return []
        return [answer.texts[current_language()] for answer in self.dispute.answers]

    @property
    def notice_page(self) -> str:
        """The name of the page under which its notices are stored: one for all topics of a partie."""
        return f"rules {self.partie.id}"

    def url(self, **values: Any) -> str:  # noqa: ANN401 - the type that `url_for` has
        """Return the address of its page."""
        view = "partie_rules.article" if self.dispute is None else "partie_rules.dispute"
        return url_for(view, **self._arguments, **values)

    def form_url(self, view: str, **values: Any) -> str:  # noqa: ANN401 - likewise
        """Return the address of one of its forms, whose view is in `topic_forms`."""
        return url_for(f"topic_forms.{view}", **self._arguments, **values)

    @property
    def _arguments(self) -> dict[str, Any]:
        """The arguments of its addresses: the id of the partie, and a key or a number."""
        if self.dispute is None:
            return {"partie_id": self.partie.id, "number": self.article.number}
        return {"partie_id": self.partie.id, "key": self.dispute.key}


def topic_or_404(partie: Partie, key: str | None = None, number: str | None = None) -> Topic:
    """Return the disputed case with this key, else the article with this number, under the rules of a partie.

    Abort with a 404 for an unknown key or number.
    """
    in_force = rules_of(partie)
    if key is not None:
        dispute = library.book(in_force.game).disputes.get(key) or abort(404)
        return Topic(in_force, partie, article_of(in_force, dispute), dispute)
    article = known_articles(in_force.game).get(str(number)) or abort(404)
    return Topic(in_force, partie, article, None)
