"""The list of decisions that the tables of a carnet logged, page by page, and of the deleted ones."""

from __future__ import annotations

from flask import Blueprint, g, render_template, url_for

from scorekeeper.record.carnet import decisions
from scorekeeper.record.models import Decision
from scorekeeper.record.read_models.lists import ListPage
from scorekeeper.web.core.pagination import page_or_404, requested_page
from scorekeeper.web.flow.access import decision_or_404
from scorekeeper.web.flow.posting import Refusal, carried_out
from scorekeeper.web.rules.decisions.log import DecisionRow, decision_rows, flash_removed, removed_notices

bp = Blueprint("decisions", __name__, url_prefix="/decisions")


@bp.get("")
def show() -> str:
    """List every decision, the latest first."""
    return _show(None)


@bp.post("/<id:decision_id>/remove")
@carried_out(lambda refusal, **_values: _show(refusal), decision=decision_or_404)
def remove(decision: Decision) -> str:
    """Delete a decision; it can be restored."""
    decisions.delete_decision(decision)
    flash_removed(decision)
    return url_for("decisions.show")


@bp.post("/<id:decision_id>/restore")
@carried_out(lambda refusal, **_values: _show(refusal), decision=decision_or_404)
def restore(decision: Decision) -> str:
    """Restore a deleted decision."""
    decisions.restore_decision(decision)
    return url_for("decisions.show")


def _show(refusal: Refusal | None) -> str:
    return render_template(
        "rules/decisions/show.html",
        listed=_listed(page_or_404(decisions.decisions_page(g.carnet, requested_page("page")))),
        removed=_listed(page_or_404(decisions.decisions_page(g.carnet, requested_page("deleted"), deleted=True))),
        just_removed=removed_notices(),
        refusal=refusal,
    )


def _listed(page: ListPage[Decision]) -> ListPage[DecisionRow]:
    return ListPage(tuple(decision_rows(page.items)), page.number, page.has_older)
