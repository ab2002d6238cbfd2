"""The sentences of the rules search in both languages, from `sentences.toml`.

An *article* is a numbered rule; *options* are the house rules of a table, which may change it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import Article, read_house_rules
from scorekeeper.games.search.engine import Findings, Outcome
from scorekeeper.games.shape import Json


def advice_for(question: str, findings: Findings) -> str | None:
    """Return the advice on a question that no article answers, None if one does."""
    outcome = findings.outcome
    if outcome is Outcome.FOUND:
        return None
    # A question without words but with signs, or with words in another script.
    if outcome is Outcome.NO_WORDS and question.strip():
        outcome = Outcome.NOTHING_NEAR
    return _sentences()[outcome.value][findings.language]


def rule_at_table(article: Article, game: AnyGame | None, options: Json, language: str) -> str:
    """Return the rule of an article, and after it the values of the house rules that change it at this table.

    `options` has the value of every house rule of the table, by name.
    """
    rule = article.text(language).rule
    # A shared article may name a house rule that this game does not have.
    names = [name for name in article.options if name in options]
    if game is None or not names:
        return rule
    # By option: its label, and the words for each of its values.
    texts = read_house_rules(game.package)[language].options
    template = _sentences()["house_rule"][language]
    rules = [template.format(label=texts[name].label, value=texts[name].value(options[name])) for name in names]
    return f"{rule} {_sentences()['at_this_table'][language].format(rules='; '.join(rules))}"


@cache
def _sentences() -> Mapping[str, Mapping[str, str]]:
    """Return the sentences by key and by language: `{"no_words": {"fr": "…", "en": "…"}}`."""
    return tomllib.loads((files(__package__) / "sentences.toml").read_text(encoding="utf-8"))
