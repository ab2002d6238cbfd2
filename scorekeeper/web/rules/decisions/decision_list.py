"""What the tables of a carnet decided themselves: all of it, page by page, and what was put away."""

from __future__ import annotations

from flask import Blueprint, g, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.record.carnet import decisions
from scorekeeper.record.models import Decision
from scorekeeper.record.read_models.lists import ListPage
from scorekeeper.web.core.pagination import asked, existing
from scorekeeper.web.flow.access import decision_or_404
from scorekeeper.web.flow.posting import Answer, Refusal, carry_out
from scorekeeper.web.rules.decisions.log import DecisionRow, just_removed, shown, tell_removed

bp = Blueprint("decisions", __name__, url_prefix="/decisions")


@bp.get("")
def show() -> str:
    """Every decision, the latest first."""
    return _show(None)


@bp.post("/<id:decision_id>/remove")
def remove(decision_id: int) -> Response | Answer:
    """Put a decision away."""
    decision = decision_or_404(decision_id)

    def act() -> str:
        decisions.remove(decision)
        tell_removed(decision)
        return url_for("decisions.show")

    return carry_out(act, _show)


@bp.post("/<id:decision_id>/restore")
def restore(decision_id: int) -> Response | Answer:
    """Bring a decision back."""
    decision = decision_or_404(decision_id)

    def act() -> str:
        decisions.bring_back(decision)
        return url_for("decisions.show")

    return carry_out(act, _show)


def _show(refusal: Refusal | None) -> str:
    return render_template(
        "rules/decisions/show.html",
        listed=_listed(existing(decisions.listed(g.carnet, asked("page")))),
        removed=_listed(existing(decisions.listed(g.carnet, asked("deleted"), removed=True))),
        just_removed=just_removed(),
        refusal=refusal,
    )


def _listed(page: ListPage[Decision]) -> ListPage[DecisionRow]:
    return ListPage(tuple(shown(page.items)), page.number, page.older)
