"""Join two soirées, move a partie to another one, and undo the latest of these."""

from __future__ import annotations

import datetime as dt

from flask import Blueprint, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.record.models import Partie, Soiree
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.regrouping import join_soirees, move_partie, undo_regrouping
from scorekeeper.record.summaries import evenings
from scorekeeper.record.table import OpenTable
from scorekeeper.web.access import partie_or_404, regrouping_or_404, soiree_of_carnet, soiree_or_404, writer
from scorekeeper.web.games import PAGES
from scorekeeper.web.notices import tell_regrouped
from scorekeeper.web.numbers import whole_number
from scorekeeper.web.posting import Answer, Refusal, carry_out, write

bp = Blueprint("regrouping", __name__)
OFFERED = 12


@bp.get("/soirees/<id:soiree_id>/join")
def choose(soiree_id: int) -> str:
    """The soirées whose parties may come into this one."""
    return _page(soiree_or_404(soiree_id))


@bp.post("/soirees/<id:soiree_id>/join")
def join(soiree_id: int) -> Response | Answer:
    """Put the parties of another soirée into this one, and delete that one."""
    soiree = soiree_or_404(soiree_id)

    def act() -> str:
        tell_regrouped(join_soirees(soiree, _chosen(), writer()))
        return url_for("soirees.show", soiree_id=soiree.id)

    return carry_out(act, lambda refusal: _page(soiree, refusal))


@bp.get("/parties/<id:partie_id>/move")
def elsewhere(partie_id: int) -> str:
    """The soirées that a partie may go to."""
    partie = partie_or_404(partie_id)
    return _page(partie.soiree, partie=partie)


@bp.post("/parties/<id:partie_id>/move")
def move(partie_id: int) -> Response | Answer:
    """Put a partie into another soirée."""
    partie = partie_or_404(partie_id)

    def act(table: OpenTable) -> str:
        target = _chosen()
        tell_regrouped(move_partie(table.partie, target, writer()))
        return url_for("soirees.show", soiree_id=target.id)

    return write(partie, act, lambda refusal: _page(partie.soiree, refusal, partie))


@bp.post("/regroupings/<id:regrouping_id>/undo")
def undo(regrouping_id: int) -> Response | Answer:
    """Bring back what went from one soirée to another."""
    regrouping = regrouping_or_404(regrouping_id)

    def act() -> str:
        undo_regrouping(regrouping, writer())
        return url_for("soirees.show", soiree_id=regrouping.source_id)

    return carry_out(act, lambda refusal: _page(regrouping.target, refusal))


def _chosen() -> Soiree:
    """The soirée that the form names. Raises `RefusedError` when this carnet has none such."""
    soiree = soiree_of_carnet(whole_number(request.form.get("soiree", "")) or 0)
    if soiree is None:
        raise RefusedError("soiree_unknown", field="soiree")
    return soiree


def _page(soiree: Soiree, refusal: Refusal | None = None, partie: Partie | None = None) -> str:
    """The soirées to choose among around the day that the address asks for, else that of this one."""
    around = request.args.get("around", soiree.held_on, type=dt.date.fromisoformat)
    found = evenings.nearest(soiree, around, OFFERED)
    glances = evenings.glances(found)
    offered = [(one, glances.get(one.id, evenings.Glance())) for one in found]
    shown = {"soiree": soiree, "refusal": refusal, "around": around, "offered": offered}
    if partie is None:
        return render_template("soirees/join.html", **shown)
    return render_template("soirees/move.html", partie=partie, words=PAGES[partie.game].words, **shown)
