"""Join two soirées, move a partie to another one, and undo the latest of these changes."""

from __future__ import annotations

import datetime as dt

from flask import Blueprint, render_template, request, url_for

from scorekeeper.record.carnet.regrouping import join_soirees, move_partie, undo_regrouping
from scorekeeper.record.models import Partie, Regrouping, Soiree
from scorekeeper.record.partie.table import OpenTable
from scorekeeper.record.read_models import soiree_summaries
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.flow.access import (
    current_access,
    partie_or_404,
    regrouping_or_404,
    soiree_of_carnet,
    soiree_or_404,
)
from scorekeeper.web.flow.changes import flash_regrouped
from scorekeeper.web.flow.posting import Refusal, carried_out, writes_partie
from scorekeeper.web.games import PAGES

bp = Blueprint("regrouping", __name__)
OFFERED = 12  # soirées on the page


@bp.get("/soirees/<id:soiree_id>/join")
def choose(soiree_id: int) -> str:
    """List the soirées that may be joined to this one."""
    return _page(soiree_or_404(soiree_id))


@bp.post("/soirees/<id:soiree_id>/join")
@carried_out(lambda refusal, soiree: _page(soiree, refusal), soiree=soiree_or_404)
def join(soiree: Soiree) -> str:
    """Move the parties of the chosen soirée into this one, and delete the chosen one."""
    flash_regrouped(join_soirees(soiree, _chosen(), current_access()))
    return url_for("soirees.show", soiree_id=soiree.id)


@bp.get("/parties/<id:partie_id>/move")
def elsewhere(partie_id: int) -> str:
    """List the soirées that a partie may be moved to."""
    partie = partie_or_404(partie_id)
    return _page(partie.soiree, partie=partie)


@bp.post("/parties/<id:partie_id>/move")
@writes_partie(lambda refusal, partie: _page(partie.soiree, refusal, partie))
def move(table: OpenTable) -> str:
    """Move a partie to another soirée."""
    target = _chosen()
    flash_regrouped(move_partie(table.partie, target, current_access()))
    return url_for("soirees.show", soiree_id=target.id)


@bp.post("/regroupings/<id:regrouping_id>/undo")
@carried_out(lambda refusal, regrouping: _page(regrouping.target, refusal), regrouping=regrouping_or_404)
def undo(regrouping: Regrouping) -> str:
    """Undo a joining of soirées or a move of a partie."""
    undo_regrouping(regrouping, current_access())
    return url_for("soirees.show", soiree_id=regrouping.source_id)


def _chosen() -> Soiree:
    """Return the soirée in the form. Raises `RefusedError` if it is not of this carnet."""
    soiree = soiree_of_carnet(whole_number(request.form.get("soiree", "")) or 0)
    if soiree is None:
        raise RefusedError("soiree_unknown", field="soiree")
    return soiree


def _page(soiree: Soiree, refusal: Refusal | None = None, partie: Partie | None = None) -> str:
    """Render the soirées to choose from: those nearest to the day in the address, else to the day of this soirée."""
    around = request.args.get("around", soiree.held_on, type=dt.date.fromisoformat)
    found = soiree_summaries.nearest_soirees(soiree, around, OFFERED)
    summaries = soiree_summaries.summaries_by_soiree(found)
    offered = [(near, summaries.get(near.id, soiree_summaries.SoireeSummary())) for near in found]
    shown = {"soiree": soiree, "refusal": refusal, "around": around, "offered": offered}
    if partie is None:
        return render_template("history/soirees/join.html", **shown)
    return render_template("history/soirees/move.html", partie=partie, words=PAGES[partie.game].words, **shown)
