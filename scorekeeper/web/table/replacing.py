"""Replace a player from the current manche on, undo it, and choose for whom the partie counts."""

from __future__ import annotations

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from sqlalchemy import select
from werkzeug.wrappers import Response

from scorekeeper.record.carnet import carnets, habits
from scorekeeper.record.database import db
from scorekeeper.record.models import ChangeKind, Partie, Player
from scorekeeper.record.partie.scored_partie import ScoredPartie, score_partie
from scorekeeper.record.partie.seat_players import players_of_seat, seated_player
from scorekeeper.record.partie.table import OpenTable
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.flow.access import current_carnet, partie_or_404
from scorekeeper.web.flow.notices import flash_repair, flash_replacement, flash_undone_replacement
from scorekeeper.web.flow.posting import Answer, Refusal, explain_end, writes_partie
from scorekeeper.web.forms import PlayerForm
from scorekeeper.web.table.parties import partie_context

bp = Blueprint("replacing", __name__, url_prefix="/parties/<id:partie_id>/players/<int:seat>")


@bp.get("", endpoint="show")
def ask(partie_id: int, seat: int) -> Response | str:
    """Ask who replaces the player of a seat, unless the partie is over."""
    scored = score_partie(partie_or_404(partie_id))
    if scored.over:
        return redirect(url_for("repairs.players", partie_id=partie_id), 303)
    return _page(scored, seat, None)


@bp.post("")
@writes_partie(lambda refusal, partie, seat: _page(score_partie(partie), seat, refusal))
def replace(table: OpenTable, seat: int) -> None:
    """Replace the player of a seat by the chosen player, or by the one whose name was typed."""
    for_former, position = request.form.get("counts_for") == "former", whole_number(request.form.get("position", ""))
    table.replace_player(seat, _coming_player(), counts_for_former=for_former, position=position)
    flash_replacement(table.partie, seat)


@bp.post("/undo")
def undo(partie_id: int, seat: int) -> Response | Answer:
    """Undo the latest replacement in a seat; if it is undone already or the partie has changed, say so there."""
    answer = _undo(partie_id=partie_id, seat=seat)
    if isinstance(answer, Response):
        return answer
    flash_repair(partie_or_404(partie_id), answer[0])
    return redirect(url_for("parties.show", partie_id=partie_id), 303)


def _reason_not_undone(refusal: Refusal, partie: Partie, seat: int) -> str:
    """Return the key of the notice that says why a replacement is not undone."""
    if seat >= len(partie.seats):
        abort(404)
    undone = any(change.kind is ChangeKind.RETURNED and change.facts == {"seat": seat} for change in refusal.changes)
    return "returned" if undone else "stays" if refusal.changes else "no_replacement"


@writes_partie(_reason_not_undone)
def _undo(table: OpenTable, seat: int) -> None:
    flash_undone_replacement(table.partie, table.undo_replacement(seat))


@bp.post("/credit")
@writes_partie(lambda refusal, partie, seat: _page(score_partie(partie), seat, refusal), redirect_to="repairs.players")
def credit(table: OpenTable, seat: int) -> None:
    """Count the partie for another player of the seat."""
    table.credit_partie(seat, whole_number(request.form.get("player", "")) or 0)


def _coming_player() -> Player:
    """Return the player of the pressed button, else the one of the typed name, who is added to the carnet if new."""
    if "player" not in request.form:
        return carnets.player_to_seat(current_carnet(), PlayerForm().name.data or "", ())
    player = _chosen_player()
    if player is None:
        raise RefusedError("player_unknown", field="player")
    return player


def _chosen_player() -> Player | None:
    player_id = whole_number(request.form.get("player", ""))
    return db.session.scalar(select(Player).where(Player.id == player_id, Player.carnet_id == g.reader.carnet.id))


def _page(scored: ScoredPartie, number: int, refusal: Refusal | None) -> str:
    partie = scored.partie
    if number >= len(partie.seats):
        abort(404)
    explain_end(refusal, scored)
    chosen = _chosen_player() if refusal else None
    return render_template(
        "table/repairs/replace.html",
        number=number,
        player=seated_player(partie.seats[number]),
        others=_offered_players(partie, number),
        chosen=request.form.get("name", "").strip() if chosen is None else chosen.name,
        counts_for=request.form.get("counts_for", "coming"),
        form=PlayerForm() if refusal else PlayerForm(formdata=None),
        refusal=refusal,
        **partie_context(scored),
    )


def _offered_players(partie: Partie, number: int) -> list[Player]:
    """Return the players who may take a seat: those who had it before, then those who play most often."""
    seat = partie.seats[number]
    elsewhere = {player for other in partie.seats if other is not seat for player in players_of_seat(other)}
    known = dict.fromkeys([*players_of_seat(seat), *habits.frequent_players(g.reader.carnet)])
    return [player for player in known if player not in {*elsewhere, seated_player(seat)}]
