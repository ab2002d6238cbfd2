"""The articles of the rulebook, one a page, open to anybody."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from flask import Blueprint, abort, render_template

from scorekeeper.games import GAMES
from scorekeeper.games.rulebook import Article, Mark, read_articles
from scorekeeper.web.words.house_rules import house_rules

bp = Blueprint("rules", __name__, url_prefix="/rules")
_read = cache(read_articles)


@dataclass(frozen=True)
class HouseRule:
    """A house rule under its article: its name, its usual values with the default first, whether others will do."""

    name: str
    values: tuple[str, ...]
    open_to_numbers: bool


def articles() -> dict[str, Article]:
    """Every article of every game, and those of any table, by number."""
    packages = ["scorekeeper.cards", *(game.package for game in GAMES.values())]
    return {number: article for package in packages for number, article in _read(package).items()}


def rules_under(article: Article) -> list[HouseRule]:
    """The house rules that hang on an article, in the words of its game."""
    game = next((known for known in GAMES.values() if article.number in _read(known.package)), None)
    if game is None:
        return []
    texts = house_rules(game).options
    return [
        HouseRule(texts[option.name].label, tuple(texts[option.name].values.values()), option.lowest is not None)
        for option in game.options
        if option.name in article.options or option.article == article.number
    ]


@bp.get("/<number>")
def article(number: str) -> str:
    """An article: the rule, what is said beside it, the house rules that hang on it, its sources."""
    known = articles().get(number)
    if known is None:
        abort(404)
    return render_template(
        "rules/article.html", article=known, house=rules_under(known), beyond=Mark.BEYOND in known.marks
    )
