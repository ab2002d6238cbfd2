"""The articles of the rulebook, one a page, open to anybody."""

from __future__ import annotations

from functools import cache

from flask import Blueprint, abort, render_template

from scorekeeper.games import ALL
from scorekeeper.games.rulebook import Article, Mark, read_articles

bp = Blueprint("rules", __name__, url_prefix="/rules")


@cache
def articles() -> dict[str, Article]:
    """Every article of every game, and those of any table, by number."""
    packages = ["scorekeeper.cards", *(game.package for game in ALL)]
    return {number: article for package in packages for number, article in read_articles(package).items()}


@bp.get("/<number>")
def article(number: str) -> str:
    """An article: the rule, what is said beside it, its sources, its options."""
    found = articles().get(number)
    if found is None:
        abort(404)
    return render_template("rules/article.html", article=found, beyond=Mark.BEYOND in found.marks)
