"""Repair the table of a partie: change the dealer, or exchange two names entered in the wrong columns."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.record.models import Partie
from scorekeeper.record.partie.repairs import fixed_dealers
from scorekeeper.record.partie.scored_partie import ScoredPartie, score_partie
from scorekeeper.record.partie.table import OpenTable
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.flow.access import partie_or_404
from scorekeeper.web.flow.notices import flash_dealer_change, flash_exchange
from scorekeeper.web.flow.posting import Answer, Refusal, writes_partie
from scorekeeper.web.table.parties import partie_context

bp = Blueprint("repairs", __name__, url_prefix="/parties/<id:partie_id>")
_MOST_EARLIER_DEALERS = 8  # on the page
_PAIR = 2


@bp.get("/dealer", endpoint="dealer")
def show_dealer(partie_id: int) -> Response | str:
    """Ask who deals the next manche; a partie that is over has none."""
    scored = score_partie(partie_or_404(partie_id))
    if scored.over or scored.by_totals:
        return redirect(url_for("parties.show", partie_id=partie_id), 303)
    return _dealer_page(scored, None)


@bp.post("/dealer")
@writes_partie(lambda refusal, partie: _dealer_page(score_partie(partie), refusal))
def change_dealer(table: OpenTable) -> None:
    """Change the dealer of the next manche; if `since` is `first`, change the dealers of all manches."""
    seat = _submitted_dealer()
    if seat is None:
        raise RefusedError("dealer_missing", field="dealer")
    if table.change_dealer(seat, from_first=request.form.get("since") == "first"):
        flash_dealer_change(table.partie)


@bp.post("/dealer/undo")
@writes_partie(lambda refusal, partie: _dealer_page(score_partie(partie), refusal))
def undo_dealer(table: OpenTable) -> None:
    """Undo the latest change of the dealer."""
    table.undo_dealer()


@bp.get("/players", endpoint="players")
def show_players(partie_id: int) -> str:
    """Show the players, to choose two whose names change places."""
    return _players_page(partie_or_404(partie_id), None)


@bp.post("/players")
def exchange(partie_id: int) -> Response | Answer | str:
    """Let two names change places; without `agreed` in the form, show a preview first."""
    if "agreed" not in request.form:
        partie = partie_or_404(partie_id)
        seats = _submitted_seats()
        if len(seats) == _PAIR and all(seat < len(partie.seats) for seat in seats):
            return _exchange_preview(partie, seats)
    return _exchange(partie_id=partie_id)


@writes_partie(lambda refusal, partie: _players_page(partie, refusal))
def _exchange(table: OpenTable) -> None:
    seats = _submitted_seats()
    if len(seats) != _PAIR:
        raise RefusedError("two_names", field="seat")
    table.exchange_names(*seats)
    flash_exchange(table.partie, seats)


def _submitted_dealer() -> int | None:
    return whole_number(request.form.get("dealer", ""))


def _submitted_seats() -> list[int]:
    """Return the distinct seats in the form: those ticked, or those in the hidden field `seats`."""
    texts = request.form.getlist("seat") or request.form.get("seats", "").split()
    seats = (whole_number(text) for text in texts)
    return sorted({seat for seat in seats if seat is not None})


def _dealer_page(scored: ScoredPartie, refusal: Refusal | None) -> str:
    count = len(scored.manches)
    earlier = [(index + 1, scored.deal_of(index).dealer) for index in range(count)]
    return render_template(
        "table/repairs/dealer.html",
        refusal=refusal,
        earlier=earlier[-_MOST_EARLIER_DEALERS:],
        fixed=[index + 1 for index in fixed_dealers(scored)],
        chosen=_submitted_dealer() if refusal else None,
        since=request.form.get("since", "now"),
        **partie_context(scored),
    )


def _players_page(partie: Partie, refusal: Refusal | None) -> str:
    seats = _submitted_seats() if refusal or len(partie.seats) > _PAIR else [0, 1]
    context = partie_context(score_partie(partie))
    return render_template("table/repairs/players.html", refusal=refusal, chosen=seats, **context)


def _exchange_preview(partie: Partie, seats: list[int]) -> str:
    version, context = request.form.get("version", ""), partie_context(score_partie(partie))
    return render_template("table/repairs/exchange.html", chosen=seats, version=version, **context)
