"""What the desk itself says, in both languages, as its data file has it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import Article, read_house_rules
from scorekeeper.games.search.engine import Outcome
from scorekeeper.games.shape import Json


def trouble(outcome: Outcome, language: str) -> str:
    """What to do about a question that no article answers."""
    return _sentences()[outcome.value][language]


def rule_at_table(article: Article, game: AnyGame | None, options: Json, language: str) -> str:
    """The rule of an article, and how the house rules of this game that change it are set at this table."""
    rule = article.text(language).rule
    # An article of any table may name a house rule that this game does not have.
    names = [name for name in article.options if name in options]
    if game is None or not names:
        return rule
    texts = read_house_rules(game.package)[language].options
    one = _sentences()["house_rule"][language]
    rules = [one.format(label=texts[name].label, value=texts[name].value(options[name])) for name in names]
    return f"{rule} {_sentences()['at_this_table'][language].format(rules='; '.join(rules))}"


@cache
def _sentences() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads((files(__package__) / "sentences.toml").read_text(encoding="utf-8"))
