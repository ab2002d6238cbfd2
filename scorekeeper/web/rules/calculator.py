"""The public calculators of games: the points of the cards in the query string, with the reasons."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request

from scorekeeper.web.games import PAGES

# `PAGES` has the pages of each game by its slug; a game may have a calculator.
bp = Blueprint("calculator", __name__, url_prefix="/calculator")


@bp.get("/<game>")
def show(game: str) -> str:
    """Show the calculator of a game; its input is in the query string."""
    pages = PAGES.get(game)
    if pages is None or pages.calculator is None:
        abort(404)
    calculation = pages.calculator.calculate(request.args)
    return render_template(
        "rules/calculator/show.html", slug=game, pages=pages, game_text=pages.text, calculation=calculation
    )
