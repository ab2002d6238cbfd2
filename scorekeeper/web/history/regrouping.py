"""Join two soirées, move a partie to another soirée, and undo the latest of these changes.

A soirée is an evening of parties, a partie a game played to its end. A regrouping is such a change, stored so that it
can be undone: parties were moved from its `source` to its `target`. `g.access` is the reader's access to the carnet
(the notebook of a group) in the address.
"""

from __future__ import annotations

import datetime as dt

from flask import Blueprint, g, render_template, request, url_for

from scorekeeper.record.carnet.regrouping import join_soirees, move_partie, undo_regrouping
from scorekeeper.record.models import Partie, Regrouping, Soiree
from scorekeeper.record.partie.open_partie import OpenPartie
from scorekeeper.record.read_models import soiree_summaries
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.flow.access import (
    partie_or_404,
    regrouping_or_404,
    soiree_of_carnet,
    soiree_or_404,
)
from scorekeeper.web.flow.notices import flash_regrouping, flash_undone_regrouping
from scorekeeper.web.flow.posting import Refusal, carries_out_form, refuse_any_change, writes_partie
from scorekeeper.web.games import PAGES

bp = Blueprint("regrouping", __name__)
_MAX_SOIREES = 12  # listed before the day around which the page lists them, and on it or after it


@bp.get("/soirees/<id:soiree_id>/join")
def choose(soiree_id: int) -> str:
    """List the soirées that may be joined to this one."""
    return _render_choice(soiree_or_404(soiree_id))


def _render_choice(soiree: Soiree, refusal: Refusal | None = None, partie: Partie | None = None) -> str:
    """Render the list of the soirées nearest to the day in the query string, by default the day of this soirée.

    `refusal` is the reason why a form was not carried out. With a `partie`, the page is that to move this partie to a
    soirée of the list; without one, it is that to join a soirée of the list to this one.
    """
    day = request.args.get("around", soiree.held_on, type=dt.date.fromisoformat)
    nearest = soiree_summaries.nearest_soirees(soiree, day, _MAX_SOIREES)
    summaries = soiree_summaries.summaries_by_soiree(nearest)
    # Each soirée with its players and games, which are empty without parties.
    offered = [(listed, summaries.get(listed.id, soiree_summaries.SoireeSummary())) for listed in nearest]
    context = {"soiree": soiree, "refusal": refusal, "around": day, "offered": offered}
    if partie is None:
        return render_template("history/soirees/join.html", **context)
    return render_template("history/soirees/move.html", partie=partie, game_text=PAGES[partie.game].text, **context)


# `carries_out_form` gives the function the soirée of the address, runs it once for a submitted form, and redirects to
# the address that it returns. If it raises `RefusedError`, nothing is recorded, and `_render_choice` says why.
@bp.post("/soirees/<id:soiree_id>/join")
@carries_out_form(_render_choice, soiree=soiree_or_404)
def join(soiree: Soiree) -> str:
    """Move the parties of the chosen soirée into this one, and delete the chosen one."""
    # The next page shows what was done, with a button that undoes it.
    flash_regrouping(join_soirees(soiree, _chosen_soiree(), g.access))
    return url_for("soirees.show", soiree_id=soiree.id)


@bp.get("/parties/<id:partie_id>/move")
def elsewhere(partie_id: int) -> str:
    """List the soirées that a partie may be moved to."""
    return _render_move(partie_or_404(partie_id))


def _render_move(partie: Partie, refusal: Refusal | None = None) -> str:
    return _render_choice(partie.soiree, refusal, partie)


# `writes_partie` does for a partie what `carries_out_form` does for a soirée. It opens the partie for writing and gives
# it to the function as an `OpenPartie`.
@bp.post("/parties/<id:partie_id>/move")
@writes_partie(_render_move)
def move(opened: OpenPartie) -> str:
    """Move a partie to another soirée."""
    # Raises `StaleError` if the partie was changed since the form was rendered.
    refuse_any_change(opened)
    target = _chosen_soiree()
    flash_regrouping(move_partie(opened.partie, target, g.access))
    return url_for("soirees.show", soiree_id=target.id)


def _undo_refusal_page(regrouping: Regrouping, refusal: Refusal) -> str:
    # The reason is shown on the page that joins soirées.
    return _render_choice(regrouping.target, refusal)


@bp.post("/regroupings/<id:regrouping_id>/undo")
@carries_out_form(_undo_refusal_page, regrouping=regrouping_or_404)
def undo(regrouping: Regrouping) -> str:
    """Undo the joining of two soirées or the move of a partie, and redirect to the page that has the button.

    If the form has the id of a soirée in `edited`, this is the page that edits this soirée. Else it is the page of the
    soirée that got the parties.
    """
    undo_regrouping(regrouping, g.access)
    # The next page shows it, with a button that does it again.
    flash_undone_regrouping(regrouping)
    edited = whole_number(request.form.get("edited"))
    if edited in {regrouping.source_id, regrouping.target_id}:
        return url_for("soirees.edit", soiree_id=edited)
    return url_for("soirees.show", soiree_id=regrouping.target_id)


def _chosen_soiree() -> Soiree:
    """Return the soirée chosen in the form. Raises `RefusedError` if the carnet has no such soirée."""
    soiree = soiree_of_carnet(whole_number(request.form.get("soiree")) or 0)
    if soiree is None:
        raise RefusedError("soiree_unknown", field="soiree")
    return soiree
