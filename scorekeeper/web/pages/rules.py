"""The articles of the rulebook, one a page, open to anybody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from flask import Blueprint, abort, render_template

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import Article, Mark, read_articles
from scorekeeper.web.games import PAGES
from scorekeeper.web.words.house_rules import house_rules

bp = Blueprint("rules", __name__, url_prefix="/rules")
_read = cache(read_articles)


@dataclass(frozen=True)
class HouseRule:
    """A house rule under its article: its name, its usual values with the default first, whether others will do."""

    name: str
    values: tuple[str, ...]
    open_to_numbers: bool


@dataclass(frozen=True)
class GameRules:
    """The house rules of a game under an article; it is named where the article is one of any table."""

    name: str
    rules: tuple[HouseRule, ...]


def articles() -> dict[str, Article]:
    """Every article of every game, and those of any table, by number."""
    packages = ["scorekeeper.cards", *(game.package for game in GAMES.values())]
    return {number: article for package in packages for number, article in _read(package).items()}


def rules_under(article: Article) -> list[GameRules]:
    """The house rules that hang on an article, in the words of its game; of each game, where it is of any table."""
    own = [game for game in GAMES.values() if article.number in _read(game.package)]
    named = [("" if own else str(PAGES[game.slug].words.NAME), game) for game in own or GAMES.values()]
    found = [GameRules(name, tuple(_rules_of(game, article))) for name, game in named]
    return [each for each in found if each.rules]


def _rules_of(game: AnyGame, article: Article) -> Iterator[HouseRule]:
    texts = house_rules(game).options
    for option in game.options:
        if option.name in article.options or option.article == article.number:
            text = texts[option.name]
            yield HouseRule(text.label, tuple(text.values.values()), option.lowest is not None)


@bp.get("/<number>")
def article(number: str) -> str:
    """An article: the rule, what is said beside it, the house rules that hang on it, its sources."""
    known = articles().get(number)
    if known is None:
        abort(404)
    return render_template(
        "rules/article.html", article=known, house=rules_under(known), beyond=Mark.BEYOND in known.marks
    )
