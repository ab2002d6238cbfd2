"""The replay of a manche that was entered card by card: one trick at a time, with the rulings.

A *manche* is one deal of a *partie*, a game played to its end. The *arbiter* judges every card; its *ruling* says
whether the card was allowed.
"""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request

from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.flow.access import manche_or_404, partie_or_404
from scorekeeper.web.table.manches import manche_context

bp = Blueprint("replays", __name__, url_prefix="/parties/<id:partie_id>/manches/<id:manche_id>")


@bp.get("/tricks")
def show(partie_id: int, manche_id: int) -> str:
    """Show one trick of the manche; `trick` in the address is its number, from 1."""
    partie = partie_or_404(partie_id)
    # The values that a template about a manche needs.
    context = manche_context(partie, manche_or_404(partie, manche_id))
    # The tricks and cards for templates; none if the cards were not entered, or the manche is deleted or undone.
    view = context.get("cards_view") or abort(404)
    # The finished tricks, and the unfinished one if a card of it is played.
    count = len(view.arbiter.tricks) + bool(view.arbiter.trick)
    requested = whole_number(request.args.get("trick")) or 1
    trick = max(1, min(requested, count))
    return render_template("table/manches/tricks.html", arbiter=view.arbiter, trick=trick, count=count, **context)
