"""The search for soirées (evenings of card games) in a carnet, the notebook of a group of players."""

from __future__ import annotations

from flask import Blueprint, g, render_template, request

from scorekeeper.record.read_models.soiree_search import MOST_FOUND, find_soirees
from scorekeeper.web.core.formatting import long_date
from scorekeeper.web.games import name_of_game
from scorekeeper.web.history.soiree.diary import diary_rows, group_by_month
from scorekeeper.web.remarks.feats import feat_names

bp = Blueprint("searching", __name__, url_prefix="/search")


@bp.get("")
def show() -> str:
    """List the soirées that have every word of the query."""
    query = request.args.get("q", "")
    found = find_soirees(g.access.carnet, query, lambda listed: long_date(listed.held_on), name_of_game, feat_names())
    # For each month: (its first day, the rows of its soirées). A row has a soirée, its summary and its rarest feat.
    diary = group_by_month(diary_rows(found))
    return render_template(
        "history/carnet/search.html", query=query, diary=list(diary), is_cut=len(found) == MOST_FOUND
    )
