"""The replay of a manche that was entered card by card: one trick at a time, with the rulings."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request

from scorekeeper.record.models import Manche
from scorekeeper.record.partie.scored_partie import ScoredPartie, score_partie
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.flow.access import manche_or_404, partie_or_404
from scorekeeper.web.flow.cards_view import cards_view
from scorekeeper.web.table.parties import partie_context

bp = Blueprint("replays", __name__, url_prefix="/parties/<id:partie_id>/manches/<id:manche_id>")


@bp.get("/tricks")
def show(partie_id: int, manche_id: int) -> str:
    """Show one trick of the manche; `trick` in the address is its number, from 1."""
    scored, manche = _manche_with_cards(partie_id, manche_id)
    index = scored.manches.index(manche)
    # Other players may have the seats since.
    scored = scored.as_played(index)
    arbiter = scored.arbiter_of(index)
    if arbiter is None:
        abort(404)
    count = len(arbiter.tricks) + bool(arbiter.trick)
    requested = whole_number(request.args.get("trick")) or 1
    return render_template(
        "table/manches/tricks.html",
        manche=manche,
        number=index + 1,
        arbiter=arbiter,
        cards_view=cards_view(scored, arbiter),
        trick=max(1, min(requested, count)),
        count=count,
        **partie_context(scored),
    )


def _manche_with_cards(partie_id: int, manche_id: int) -> tuple[ScoredPartie, Manche]:
    """Return the partie and the manche, or abort with a 404 if the manche is deleted or has no cards."""
    partie = partie_or_404(partie_id)
    manche = manche_or_404(partie, manche_id)
    scored = score_partie(partie)
    if manche not in scored.manches or scored.played[scored.manches.index(manche)].cards is None:
        abort(404)
    return scored, manche
