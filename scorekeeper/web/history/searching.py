"""The search for soirées (evenings of card games) in a carnet, the notebook of a group of players."""

from __future__ import annotations

from flask import Blueprint, g, render_template, request

from scorekeeper.record.read_models import soiree_summaries
from scorekeeper.record.read_models.soiree_search import MOST_FOUND, find_soirees
from scorekeeper.web.core.formatting import long_date
from scorekeeper.web.games import PAGES, name_of_game
from scorekeeper.web.history.soiree.diary import group_by_month
from scorekeeper.web.remarks.lines import rare_whys

bp = Blueprint("searching", __name__, url_prefix="/search")


@bp.get("")
def show() -> str:
    """List the soirées that have every word of the query."""
    query = request.args.get("q", "")
    # The names of the feats of all games, such as nils made, by the key of the line of the score that records them.
    feats = {why: str(feat.name) for pages in PAGES.values() for feat in pages.feats for why in feat.whys}
    found = find_soirees(g.access.carnet, query, lambda listed: long_date(listed.held_on), name_of_game, feats)
    summaries = soiree_summaries.summaries_by_soiree(found)
    # For each month: (its first day, the rows of its soirées). A row has a soirée, its summary and its rarest feat. The
    # keys that `rare_whys` returns are those of the rare feats of all games.
    diary = group_by_month(found, summaries, soiree_summaries.feats_by_soiree(found, rare_whys()))
    return render_template(
        "history/carnet/search.html", query=query, diary=list(diary), is_cut=len(found) == MOST_FOUND
    )
