"""The page of statistics of a carnet, one game at a time: its title, the figures of its players, and their feats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flask import Blueprint, g, render_template

from scorekeeper.games import GAMES
from scorekeeper.record.read_models import statistics
from scorekeeper.record.read_models.statistics import FilterChoice
from scorekeeper.web.history.statistics.feats import feat_rows
from scorekeeper.web.history.statistics.figures import figure_rows
from scorekeeper.web.history.statistics.filters import offered_filters, requested_filters
from scorekeeper.web.remarks.titles import title_after
from scorekeeper.web.text.figures import MIN_PARTIES

bp = Blueprint("statistics", __name__, url_prefix="/statistics")


@bp.get("")
def show() -> str:
    """Show the statistics of the requested game, else of the one played most."""
    requested, players = requested_filters(), statistics.players_of(g.reader.carnet.id)
    filter_choices = statistics.filter_choices(g.reader.carnet.id)
    game = requested.game or _most_played_game(filter_choices)
    chosen = replace(requested, game=game)
    criteria = chosen.criteria(game)
    # The title counts all parties, so it is not shown with a filter.
    title = None if chosen.is_narrowed else title_after(statistics.parties_with_winners(g.reader.carnet.id, game))
    return render_template(
        "history/statistics/show.html",
        chosen=chosen,
        filters=offered_filters(filter_choices, game, players),
        rows=figure_rows(statistics.player_figures(criteria), players),
        feats=feat_rows(game, statistics.line_totals(criteria), players),
        title=title,
        holders=[players[player_id] for player_id in title.holders] if title else [],
        min_parties=MIN_PARTIES,
    )


def _most_played_game(filter_choices: Sequence[FilterChoice]) -> str:
    """Return the game of the first choice, which has the most parties; without parties, the first game."""
    played = (choice.game for choice in filter_choices if choice.game in GAMES)
    return next(played, next(iter(GAMES)))
