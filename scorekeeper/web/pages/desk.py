"""The dispute desk of a partie: the same pages as those of any table, under the rules of this one."""

from __future__ import annotations

from flask import Blueprint

from scorekeeper.web.access import partie_or_404
from scorekeeper.web.desk.context import desk_of
from scorekeeper.web.pages import rules

bp = Blueprint("desk", __name__, url_prefix="/parties/<id:partie_id>/desk")


@bp.get("")
def ask(partie_id: int) -> str:
    """Where a question is typed, the moments of a manche, and what a question brings up."""
    return rules.render_desk(desk_of(partie_or_404(partie_id)))


@bp.get("/moments/<moment>")
def moment(partie_id: int, moment: str) -> str:
    """The commonest quarrels of a moment."""
    return rules.render_moment(desk_of(partie_or_404(partie_id)), moment)


@bp.get("/quarrels/<key>")
def quarrel(partie_id: int, key: str) -> str:
    """The ruling on a quarrel."""
    return rules.render_ruling(desk_of(partie_or_404(partie_id)), key)


@bp.get("/table")
def table(partie_id: int) -> str:
    """The rules of this table on one page."""
    return rules.render_table(desk_of(partie_or_404(partie_id)))
