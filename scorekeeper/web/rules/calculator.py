"""What a game can work out without any partie, in a quarrel: cards in, who scores what and why."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request

from scorekeeper.web.games import PAGES

bp = Blueprint("calculator", __name__, url_prefix="/calculator")


@bp.get("/<game>")
def show(game: str) -> str:
    """The calculator of a game, open to anybody; everything asked stands in the address."""
    pages = PAGES.get(game)
    if pages is None or pages.calculator is None:
        abort(404)
    calculation = pages.calculator.calculate(request.args)
    return render_template(
        "rules/calculator/show.html", slug=game, pages=pages, words=pages.words, calculation=calculation
    )
