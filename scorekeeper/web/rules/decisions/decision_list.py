"""The list of the decisions of a carnet.

A *decision* is a table's own answer where no house rule decides; a *carnet* is the notebook of a group of players.
"""

from __future__ import annotations

from flask import Blueprint, g, render_template, url_for

from scorekeeper.record.carnet import decisions
from scorekeeper.record.models import Decision
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.flow.access import decision_or_404
from scorekeeper.web.flow.notices import Notice, flash_notice, notices_for
from scorekeeper.web.flow.posting import Refusal, carries_out_form
from scorekeeper.web.rules.decisions.log import decision_rows

bp = Blueprint("decisions", __name__, url_prefix="/decisions")
_PAGE = "decisions"  # of the notices


@bp.get("")
def show(refusal: Refusal | None = None, **_values: object) -> str:
    """List the decisions, the latest first."""
    return render_template(
        "rules/decisions/show.html",
        decisions=decision_rows(decisions.latest_decisions(g.access.carnet)),
        notices=notices_for(_PAGE),
        refusal=refusal,
    )


@bp.post("/<id:decision_id>/remove")
# `carries_out_form` runs the function once for a form, with the decision of the address, and redirects to the address
# that the function returns. If the form is refused, `show` renders the page.
@carries_out_form(show, decision=decision_or_404)
def remove(decision: Decision) -> str:
    """Delete a decision; a button on the next page restores it."""
    decisions.delete_decision(decision)
    # A sentence, and a button: its label, and the address that its form is sent to.
    notice = Notice(_("Décision retirée"), _("La rétablir"), url_for("decisions.restore", decision_id=decision.id))
    flash_notice(_PAGE, notice)
    return url_for("decisions.show")


@bp.post("/<id:decision_id>/restore")
@carries_out_form(show, decision=decision_or_404)
def restore(decision: Decision) -> str:
    """Restore a deleted decision."""
    decisions.restore_decision(decision)
    return url_for("decisions.show")
