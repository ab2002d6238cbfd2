"""The soirées of a carnet by month: a list of years and months, and the diary of one month."""

from __future__ import annotations

from flask import Blueprint, abort, g, render_template
from werkzeug.wrappers import Response

from scorekeeper.record.read_models import lists, soiree_summaries
from scorekeeper.web.core.pagination import page_or_404, requested_page
from scorekeeper.web.flow.page_cache import cached_page
from scorekeeper.web.history.soiree.diary import diary, last_day, read_month, years

bp = Blueprint("months", __name__, url_prefix="/months")


@bp.get("")
def index() -> Response | str:
    """List the years and months with soirées."""
    found = years(soiree_summaries.listed_months(g.carnet))
    made_from = (g.carnet.name, *(month for _, months in found for month in months))
    return cached_page(made_from, lambda: render_template("history/months/index.html", years=found))


@bp.get("/<month>")
def show(month: str) -> Response | str:
    """List the soirées of a month page by page, the latest first."""
    first = read_month(month)
    if first is None:
        abort(404)
    soirees = page_or_404(lists.soirees_page(g.carnet, requested_page("page"), (first, last_day(first))))
    summaries = soiree_summaries.summaries_by_soiree(soirees.items)
    return cached_page(
        (g.carnet.name, first, soirees, tuple(summaries.items())),
        lambda: render_template(
            "history/months/show.html", first=first, soirees=soirees, diary=list(diary(soirees.items, summaries))
        ),
    )
