"""The players of a carnet: add, rename, retire, bring back."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, g, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.record import carnets, merges
from scorekeeper.record.models import Player
from scorekeeper.record.summaries import lists
from scorekeeper.web.access import player_or_404
from scorekeeper.web.forms import PlayerForm
from scorekeeper.web.paging import asked, existing
from scorekeeper.web.posting import Answer, Refusal, carry_out

bp = Blueprint("players", __name__, url_prefix="/players")


@bp.get("")
def show() -> str:
    """Everybody, those retired apart."""
    return _show(PlayerForm(formdata=None), None)


@bp.post("")
def add() -> Response | Answer:
    """Add a player."""
    form = PlayerForm()

    def act() -> str:
        carnets.add_player(g.carnet, form.name.data or "")
        return url_for("players.show")

    return carry_out(act, lambda refusal: _show(form, refusal))


@bp.get("/<id:player_id>")
def edit(player_id: int) -> str:
    """One player."""
    player = player_or_404(player_id)
    return render_player(player, PlayerForm(formdata=None, data={"name": player.name}), None)


@bp.post("/<id:player_id>")
def rename(player_id: int) -> Response | Answer:
    """Give a player another name."""
    form = PlayerForm()
    return _change(player_id, form, lambda player: carnets.rename_player(player, form.name.data or ""))


@bp.post("/<id:player_id>/retire")
def retire(player_id: int) -> Response | Answer:
    """Retire a player."""
    return _change(player_id, PlayerForm(), carnets.retire_player)


@bp.post("/<id:player_id>/back")
def bring_back(player_id: int) -> Response | Answer:
    """Bring a retired player back."""
    return _change(player_id, PlayerForm(), carnets.bring_player_back)


def _change(player_id: int, form: PlayerForm, change: Callable[[Player], None]) -> Response | Answer:
    player = player_or_404(player_id)

    def act() -> str:
        change(player)
        return url_for("players.show")

    return carry_out(act, lambda refusal: render_player(player, form, refusal))


def _show(form: PlayerForm, refusal: Refusal | None) -> str:
    return render_template(
        "players/show.html",
        form=form,
        refusal=refusal,
        active=existing(lists.players(g.carnet, asked("page"))),
        retired=existing(lists.players(g.carnet, asked("retired"), retired=True)),
    )


def render_player(player: Player, form: PlayerForm, refusal: Refusal | None) -> str:
    """The page of a player, as it was typed when a form on it was refused."""
    return render_template(
        "players/edit.html",
        player=player,
        form=form,
        refusal=refusal,
        merged=merges.merged_into(player),
        others=lists.players(g.carnet).items,
    )
