"""The statistics of a carnet, one game at a time: its title, wins, and highlights."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, g, render_template

from scorekeeper.games import GAMES
from scorekeeper.record.read_models import statistics
from scorekeeper.record.read_models.statistics import FilterChoice
from scorekeeper.web.history.statistics.figures import ENOUGH, table_of
from scorekeeper.web.history.statistics.filters import RequestFilters, filters, requested_filters
from scorekeeper.web.history.statistics.highlights import feats_of
from scorekeeper.web.history.statistics.titles import title_of

bp = Blueprint("statistics", __name__, url_prefix="/statistics")


@bp.get("")
def show() -> str:
    """Show the statistics of the requested game, else of the one played most."""
    chosen, players = requested_filters(), statistics.players_of(g.carnet.id)
    filter_choices = statistics.filter_choices(g.carnet.id)
    game = chosen.game or _most_played(filter_choices)
    chosen = RequestFilters(game, chosen.rules, chosen.table, chosen.year)
    parties = chosen.parties_of(game)
    # The title counts all parties, so it is not shown with a filter.
    title = None if chosen.narrowed else title_of(statistics.parties_with_winners(g.carnet.id, game))
    return render_template(
        "history/statistics/show.html",
        chosen=chosen,
        filters=filters(filter_choices, game, players),
        rows=table_of(statistics.player_figures(parties), players),
        feats=feats_of(game, statistics.line_totals(parties), players),
        title=title,
        holders=[players[holder] for holder in title.holders] if title else [],
        enough=ENOUGH,
    )


def _most_played(filter_choices: Sequence[FilterChoice]) -> str:
    return next((choice.game for choice in filter_choices if choice.game in GAMES), next(iter(GAMES)))
