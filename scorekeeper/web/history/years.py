"""The page of a year of a carnet, or of all its years: what happened, and the figures of one game.

A carnet is the notebook of a group of players, a soirée an evening of parties, a partie a game played to its end. The
title of a game belongs to the player with the most victories in its last parties.
"""

from __future__ import annotations

import re
from typing import Any

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.record.read_models import statistics
from scorekeeper.record.read_models.evenings import tonight
from scorekeeper.record.read_models.statistics import PartieFilter, PlayerFigures
from scorekeeper.record.read_models.years import years_of
from scorekeeper.web.core.formatting import device_zone
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.games import PAGES
from scorekeeper.web.history.statistics.feats import feat_rows
from scorekeeper.web.history.statistics.filters import (
    RequestFilters,
    played_games,
    requested_filters,
    rules_choices,
)
from scorekeeper.web.history.year_picture import figures_of_year, picture_of_year, text_of_year
from scorekeeper.web.history.year_story import story_of_year
from scorekeeper.web.remarks.titles import title_after
from scorekeeper.web.text.values import MIN_PARTIES

bp = Blueprint("years", __name__)
_ALL = "all"  # the address of all years: /years/all
_YEAR = re.compile(r"[12]\d{3}", re.ASCII)


@bp.get("/years")
@bp.get("/years/<year>")
def show(year: str = "") -> str:
    """Show the story of a year, by default the latest one with soirées, or of all years.

    With filters in the address, show the figures of a game in these years instead.
    """
    # The years with soirées. If there are none, the year is that of tonight, in the time zone of the device.
    years = years_of(g.access.carnet.id)
    year = year or str(max(years, default=tonight(device_zone()).year))
    if year != _ALL and not _YEAR.fullmatch(year):
        abort(404)
    # The year without `all`: empty for all years.
    number = "" if year == _ALL else year
    # The filters select the parties of one game, by house rules. Their figures have a page without a story.
    filters = requested_filters()
    context: dict[str, Any] = {"year": year, "years": years, "filter_arguments": filters.arguments()}
    if filters.arguments():
        return render_template("history/years/game.html", **context, **_figures_of_game(filters, number))
    partie_filter = PartieFilter(g.access.carnet.id, year=int(number or 0))
    players = statistics.players_of(g.access.carnet.id)
    # The values of the template; a year of few soirées has no `facts`.
    story = story_of_year(partie_filter, players)
    if "facts" in story:
        title = _("Toujours")
        if number:
            title = _("L’année %(year)s", year=year)
        carnet = g.access.carnet.name or _("Mon carnet")
        context["picture"] = picture = picture_of_year(title, carnet, story, is_year=bool(number))
        context["text"] = text_of_year(picture)
    figures = figures_of_year(story)
    return render_template("history/years/show.html", players=players, figures=figures, **context, **story)


@bp.get("/statistics")
def statistics_moved() -> Response:
    """Redirect from the address that the statistics had in an earlier version, with its filters."""
    year = request.args.get("year", "")
    if not _YEAR.fullmatch(year):
        year = _ALL
    return redirect(url_for("years.show", year=year, **requested_filters().arguments()))


@bp.get("/months")
@bp.get("/months/<month>")
def months_moved(month: str = "") -> Response:
    """Redirect from the addresses that the lists of soirées had in an earlier version: /months/2025-03 to 2025."""
    return redirect(url_for("years.show", year=month[:4] or None))


def _figures_of_game(filters: RequestFilters, year: str) -> dict[str, Any]:
    """Return the figures of the chosen game, else of the one played most, in a year or in all years."""
    players = statistics.players_of(g.access.carnet.id)
    played = statistics.rules_played(g.access.carnet.id)
    # The games that were played, most parties first. `PAGES` has the installed games.
    games = played_games(played)
    game = filters.game or next(iter([*games, *PAGES]))
    criteria = PartieFilter(g.access.carnet.id, game, filters.rules, int(year or 0))
    title, holders = None, []
    # The title counts all parties, so it is not shown with a filter.
    if not (year or filters.rules):
        title = title_after(statistics.parties_with_winners(g.access.carnet.id, game))
    if title is not None:
        holders = [players[player_id] for player_id in title.holders]
    return {
        "game": game,
        "games": games,
        "chosen_rules": filters.rules,
        "rules": list(rules_choices(played, game)),
        "players": players,
        # The figures of each player, the largest share of parties won first.
        "rows": sorted(statistics.player_figures(criteria), key=_sort_key),
        # The feats of the game, such as nils made, each with those who did it most.
        "feats": feat_rows(game, statistics.line_totals(criteria), players),
        "title": title,
        "holders": holders,
        # With fewer parties, a share is not shown.
        "min_parties": MIN_PARTIES,
    }


def _sort_key(figures: PlayerFigures) -> tuple[bool, bool, float, float]:
    """Return the key that sorts players: the largest share of parties won first, then the best mean rank.

    Players of too few parties are last, and after them those for whom no partie counts, because others took over the
    seat.
    """
    parties = max(1, figures.parties)
    return figures.parties < MIN_PARTIES, not figures.parties, -figures.won / parties, figures.ranks / parties
