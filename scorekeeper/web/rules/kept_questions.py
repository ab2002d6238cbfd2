"""The form that keeps a question in the carnet, and the list of the kept questions for the owner.

A *carnet* is the notebook of a group of players, a *partie* a game of it. A question is kept if the rulebook did not
answer it well.
"""

from __future__ import annotations

from flask import Blueprint, flash, g, render_template, request, url_for

from scorekeeper.record.carnet import kept_questions
from scorekeeper.record.models import Partie
from scorekeeper.web.flow.access import current_carnet, partie_or_404, question_or_404
from scorekeeper.web.flow.posting import Refusal, carries_out_form
from scorekeeper.web.games.rules_in_force import rules_of
from scorekeeper.web.rules import rulebook

bp = Blueprint("questions", __name__)


def _keep_refusal_page(refusal: Refusal, partie: Partie) -> str:
    return rulebook.render_search(rules_of(partie), refusal)


@bp.post("/parties/<id:partie_id>/desk/keep")
# `carries_out_form` runs the function once for a form, with the partie of the address, and redirects to the address
# that the function returns. If the form is refused, `_keep_refusal_page` renders the page.
@carries_out_form(_keep_refusal_page, partie=partie_or_404)
def keep(partie: Partie) -> str:
    """Keep a question that the rulebook did not answer well."""
    question = request.form.get("q", "")
    kept_questions.keep_question(current_carnet(), partie.game, question)
    # This message has only a category, from which the next page sees that the question is kept; it needs no text.
    flash("", rulebook.KEPT_CATEGORY)
    return url_for("partie_rules.ask", partie_id=partie.id, q=question)


@bp.get("/questions")
def show(refusal: Refusal | None = None, **_values: object) -> str:
    """List the kept questions, the latest first. It also renders the refusal of the form below."""
    return render_template(
        "rules/questions.html", questions=kept_questions.kept_questions(g.access.carnet), refusal=refusal
    )


@bp.post("/questions/<id:question_id>/remove")
@carries_out_form(show)
def remove(question_id: int) -> str:
    """Delete a kept question."""
    kept_questions.delete_question(question_or_404(question_id))
    return url_for("questions.show")
