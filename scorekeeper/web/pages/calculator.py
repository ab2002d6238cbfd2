"""What a game can work out without any partie, in a quarrel: cards in, who scores what and why."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request

from scorekeeper.web.games import PAGES

bp = Blueprint("calculator", __name__, url_prefix="/calculator")


@bp.get("/<slug>")
def show(slug: str) -> str:
    """The calculator of a game, open to anybody; everything asked stands in the address."""
    face = PAGES.get(slug)
    if face is None or face.calculator is None:
        abort(404)
    found = face.calculator(request.args)
    return render_template("calculator/show.html", slug=slug, words=face.words, found=found)
