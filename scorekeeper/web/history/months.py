"""The soirées of a carnet by month: a list of years and months, and the diary of one month."""

from __future__ import annotations

from flask import Blueprint, abort, g, render_template
from werkzeug.wrappers import Response

from scorekeeper.record.read_models import lists, soiree_summaries
from scorekeeper.web.core.pagination import page_or_404, requested_page
from scorekeeper.web.flow.page_cache import cached_page
from scorekeeper.web.history.soiree.diary import group_by_month, group_by_year, last_day_of_month, parse_month
from scorekeeper.web.remarks.lines import rare_whys

bp = Blueprint("months", __name__, url_prefix="/months")


@bp.get("")
def index() -> Response | str:
    """List the years and months with soirées."""
    months = tuple(soiree_summaries.listed_months(g.reader.carnet))
    return cached_page(
        (g.reader.carnet.name, months),
        lambda: render_template("history/months/index.html", years=group_by_year(months)),
    )


@bp.get("/<month>")
def show(month: str) -> Response | str:
    """List the soirées of a month page by page, the latest first."""
    first = parse_month(month)
    if first is None:
        abort(404)
    days = first, last_day_of_month(first)
    soirees = page_or_404(lists.soirees_page(g.reader.carnet, requested_page("page"), days))
    summaries = soiree_summaries.summaries_by_soiree(soirees.items)
    feats = soiree_summaries.feats_by_soiree(soirees.items, rare_whys())
    return cached_page(
        (g.reader.carnet.name, first, soirees, tuple(summaries.items()), tuple(feats.items())),
        lambda: render_template(
            "history/months/show.html",
            first=first,
            soirees=soirees,
            diary=list(group_by_month(soirees.items, summaries, feats)),
        ),
    )
