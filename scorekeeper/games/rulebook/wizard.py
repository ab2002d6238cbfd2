"""The wizard of yes/no questions that leads from an irregularity to its consequence, one question at a time.

An *irregularity* is a breach of the rules, such as a wrong number of cards; its *consequence* is what an article (a
numbered rule) provides. Its file is the first question. The table `[yes]` is what the answer yes leads to, another
question or a consequence, `[yes.no]` what a yes and then a no lead to, and so on.

`parse` of `reading.py` makes these dataclasses from the file with pydantic. The field `texts` has the texts by
language, `"fr"` and `"en"`; the validator `by_language` makes it from the keys `fr` and `en`. `known_name` refuses a
name that does not exist.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import Discriminator, Tag

from scorekeeper.games.rulebook.articles import article_numbers
from scorekeeper.games.rulebook.reading import STRICT, ArticleNumber, Texts, by_language, known_name, parse, read_data


@STRICT  # refuses keys of the file that are no fields
@dataclass(frozen=True, slots=True)
class Consequence:
    """An end of the wizard: its text in each language, its article, and the facts that record it, as JSON."""

    # The number of an article that exists.
    article: ArticleNumber
    texts: Texts
    # Only the keys that the caller of `parse_wizard` allows.
    facts: Mapping[Annotated[str, known_name("fact")], Any] = field(default_factory=dict)


@STRICT
@dataclass(frozen=True, slots=True)
class Question:
    """A yes/no question in each language, and the question or consequence after each answer."""

    texts: Texts
    # `_Step` is defined below: a question or a consequence.
    yes: _Step
    no: _Step

    @property
    def answers(self) -> Mapping[str, Question | Consequence]:
        """What each answer leads to."""
        return {"yes": self.yes, "no": self.no}


def read_wizard(package: str, name: str, facts: Collection[str], *shared: str) -> Question:
    """Read a wizard of the package by file name; return its first question.

    `facts` are the keys that the facts of a consequence may have. Its article is in the package or in a `shared` one.
    """
    return parse_wizard(read_data(package, name), article_numbers(package, *shared), facts)


def parse_wizard(data: Mapping[str, object], articles: Collection[str], facts: Collection[str]) -> Question:
    """Parse a wizard; return its first question. Raises `RulebookError`, also for a missing answer."""
    first: Question = parse(Annotated[Question, by_language("texts")], data, article=articles, fact=facts)
    return first


def _kind_of(step: object) -> str:
    # Only a consequence has an article, and only a question has answers.
    if isinstance(step, Mapping) and {"yes", "no"}.isdisjoint(step):
        return "consequence"
    return "question"


# The last validator runs first: the texts are moved, then `_kind_of` chooses which of the two classes the table is.
_Step = Annotated[
    Annotated[Question, Tag("question")] | Annotated[Consequence, Tag("consequence")],
    Discriminator(_kind_of),
    by_language("texts"),
]
