"""Replace a player from the current manche on, give the seat back, and choose for whom the partie counts.

A *partie* is a game played to its end, a *manche* one deal of it. A *seat* is the index of a player at the table. A
*stay* is the time in which one player has a seat. The partie *counts for* one of the players of each seat, in the
statistics.
"""

from __future__ import annotations

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.partie.decide import players
from scorekeeper.record.carnet import carnets, habits
from scorekeeper.record.models import Partie, Player
from scorekeeper.record.partie.open_partie import OpenPartie
from scorekeeper.record.partie.scored_partie import ScoredPartie, score_partie
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.flow.access import current_carnet, own_row, partie_or_404
from scorekeeper.web.flow.posting import Refusal, explain_end, writes_partie
from scorekeeper.web.forms import PlayerForm
from scorekeeper.web.table.parties import partie_context

bp = Blueprint("replacing", __name__, url_prefix="/parties/<id:partie_id>/players/<int:seat>")


@bp.get("", endpoint="show")
def ask(partie_id: int, seat: int) -> Response | str:
    """Ask who replaces the player of a seat, unless the partie is over."""
    partie = partie_or_404(partie_id)
    if score_partie(partie).over:
        return redirect(url_for("repairs.players", partie_id=partie_id), 303)
    return _page(partie, seat, None)


def _page(partie: Partie, seat: int, refusal: Refusal | None) -> str:
    scored = score_partie(partie)
    if seat >= scored.seats:
        abort(404)
    # If the partie has ended since, the refusal says this, not that another device has changed it.
    explain_end(refusal, scored)
    name = request.form.get("name", "").strip()
    chosen = None
    if refusal is not None:
        chosen = _chosen_player()
    # If the button of a player was pressed, the name of this player replaces the one that was typed.
    if chosen is not None:
        name = chosen.name
    return render_template(
        "table/repairs/replace.html",
        number=seat,
        # The players of the seat in order: the last one has it now.
        player=scored.stays(seat)[-1],
        others=_offered_players(scored, seat),
        chosen=name,
        # For whom the partie counts: "coming" is the new player, "former" the one who is replaced.
        counts_for=request.form.get("counts_for", "coming"),
        form=PlayerForm(),
        refusal=refusal,
        **partie_context(scored),
    )


# `writes_partie` opens the partie of the address for writing; the function gets it as `opened`. Then the browser is
# redirected to the page of the partie, or to the view `redirect_to`. If the function raises `RefusedError`, nothing is
# stored, and `_page` shows why.
@bp.post("")
@writes_partie(_page)
def replace(opened: OpenPartie, seat: int) -> None:
    """Replace the player of a seat by the chosen player, or by the one whose name was typed."""
    opened.replace_player(seat, _coming_player(), counts_for_former=request.form.get("counts_for") == "former")


@bp.post("/undo")
@writes_partie(_page)
def give_back(opened: OpenPartie, seat: int) -> None:
    """Undo the latest replacement: the player before has the seat again, for all manches since too."""
    opened.act(players.give_back, seat)


@bp.post("/credit")
@writes_partie(_page, redirect_to="repairs.players")
def credit(opened: OpenPartie, seat: int) -> None:
    """Count the partie for another player of the seat."""
    opened.act(players.credit, seat, whole_number(request.form.get("participant")))


def _coming_player() -> Player:
    """Return the player of the pressed button, else the one of the typed name, who is added to the carnet if new."""
    if "player" not in request.form:
        # No seated players are given here: `replace_player` refuses a player who is seated.
        return carnets.player_to_seat(current_carnet(), PlayerForm().name.data or "", ())
    player = _chosen_player()
    if player is None:
        raise RefusedError("player_unknown", field="player")
    return player


def _chosen_player() -> Player | None:
    """Return the player of this carnet whose button was pressed, None without one."""
    return own_row(Player, whole_number(request.form.get("player")))


def _offered_players(scored: ScoredPartie, number: int) -> list[Player]:
    """Return the players who may take a seat: those who had it before, then those who play most often."""
    # The players of each seat, in order. A player who has or had another seat cannot take this one.
    stays = [scored.stays(seat) for seat in range(scored.seats)]
    elsewhere = {player for seat, players in enumerate(stays) if seat != number for player in players}
    # Each player once, in this order; without the one who has the seat now.
    known = dict.fromkeys([*stays[number], *habits.frequent_players(g.access.carnet)])
    return [player for player in known if player not in {*elsewhere, stays[number][-1]}]
