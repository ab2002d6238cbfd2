"""Statistics of a carnet, a game at a time: who holds its title, who won how much, who did what."""

from __future__ import annotations

from flask import Blueprint, g, render_template
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.record.summaries import statistics
from scorekeeper.record.summaries.statistics import KnownCell, Roster
from scorekeeper.web.reuse import reused
from scorekeeper.web.statistics.feats import feats_of
from scorekeeper.web.statistics.figures import ENOUGH, table_of
from scorekeeper.web.statistics.filters import AskedFilters, asked, filters
from scorekeeper.web.statistics.titles import title_of

bp = Blueprint("statistics", __name__, url_prefix="/statistics")


@bp.get("")
def show() -> Response | str:
    """The game asked for, or the one played most."""
    chosen, known = asked(), statistics.roster(g.carnet.id)
    return reused((g.carnet.name, known.made_from), lambda: _render(chosen, known))


def _render(chosen: AskedFilters, known: Roster) -> str:
    cells = statistics.known_cells(g.carnet.id)
    game = chosen.game or _most_played(cells)
    chosen = AskedFilters(game, chosen.rules, chosen.table, chosen.year)
    place = chosen.place(game)
    # The title is that of all parties, and stands beside no choice of them.
    title = None if chosen.narrowed else title_of(statistics.won_parties(g.carnet.id, game))
    return render_template(
        "statistics/show.html",
        chosen=chosen,
        filters=filters(cells, game, known.players),
        rows=table_of(statistics.player_figures([place]), known.players),
        feats=feats_of(game, statistics.deeds([place]), known.players),
        title=title,
        holders=[known.players[one] for one in title.holders] if title else [],
        enough=ENOUGH,
    )


def _most_played(cells: list[KnownCell]) -> str:
    return next((cell.game for cell in cells if cell.game in GAMES), next(iter(GAMES)))
