"""The players of a carnet and their figures; add, rename, retire and reinstate them."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, abort, g, render_template, url_for

from scorekeeper.record.carnet import carnets, merges
from scorekeeper.record.models import Player
from scorekeeper.record.read_models import lists, statistics
from scorekeeper.record.read_models.statistics import KnownPlayer
from scorekeeper.web.core.charts import form_chart
from scorekeeper.web.core.pagination import page_or_404, requested_page
from scorekeeper.web.flow.access import player_or_404
from scorekeeper.web.flow.posting import Refusal, carried_out
from scorekeeper.web.forms import PlayerForm
from scorekeeper.web.history.statistics.figures import ENOUGH, table_of
from scorekeeper.web.history.statistics.filters import RequestFilters, filters, requested_filters
from scorekeeper.web.history.statistics.highlights import feats_of
from scorekeeper.web.history.statistics.rivals import rivals_of

bp = Blueprint("players", __name__, url_prefix="/players")


@bp.get("")
def show() -> str:
    """List the players, the retired ones apart."""
    return _show(PlayerForm(formdata=None), None)


@bp.post("")
@carried_out(lambda refusal: _show(PlayerForm(), refusal))
def add() -> str:
    """Add a player."""
    carnets.add_player(g.carnet, PlayerForm().name.data or "")
    return url_for("players.show")


@bp.get("/<id:player_id>")
def one(player_id: int) -> str:
    """Show a player: victories, feats and rivals."""
    chosen, players = requested_filters(), statistics.players_of(g.carnet.id)
    if player_id not in players:
        abort(404)
    return _render(player_id, chosen, players)


@bp.get("/<id:player_id>/with/<id:other_id>")
def pair(player_id: int, other_id: int) -> str:
    """Show two players, as opponents and as partners."""
    players = statistics.players_of(g.carnet.id)
    if player_id == other_id or not {player_id, other_id} <= set(players):
        abort(404)
    return _render_pair(player_id, other_id, players)


@bp.get("/<id:player_id>/edit")
def edit(player_id: int) -> str:
    """Show the form to rename or retire a player."""
    player = player_or_404(player_id)
    return render_player(player, PlayerForm(formdata=None, data={"name": player.name}), None)


@bp.post("/<id:player_id>")
@carried_out(lambda refusal, player: render_player(player, PlayerForm(), refusal), player=player_or_404)
def rename(player: Player) -> str:
    """Give a player another name."""
    carnets.rename_player(player, PlayerForm().name.data or "")
    return url_for("players.show")


@bp.post("/<id:player_id>/retire")
@carried_out(lambda refusal, player: render_player(player, PlayerForm(), refusal), player=player_or_404)
def retire(player: Player) -> str:
    """Retire a player."""
    carnets.retire_player(player)
    return url_for("players.show")


@bp.post("/<id:player_id>/back")
@carried_out(lambda refusal, player: render_player(player, PlayerForm(), refusal), player=player_or_404)
def bring_back(player: Player) -> str:
    """Reinstate a retired player."""
    carnets.restore_player(player)
    return url_for("players.show")


def _show(form: PlayerForm, refusal: Refusal | None) -> str:
    return render_template(
        "history/players/show.html",
        form=form,
        refusal=refusal,
        active=page_or_404(lists.players_page(g.carnet, requested_page("page"))),
        retired=page_or_404(lists.players_page(g.carnet, requested_page("retired"), retired=True)),
    )


def _render(player_id: int, chosen: RequestFilters, players: Mapping[int, KnownPlayer]) -> str:
    parties = chosen.parties_of(chosen.game)
    rows = table_of(statistics.player_figures(parties, player_id), players)
    deeds = statistics.line_totals(parties, player_id)
    finishes = statistics.finishes(player_id, parties)
    return render_template(
        "history/players/one.html",
        player=players[player_id],
        chosen=chosen,
        filters=filters(statistics.filter_choices(g.carnet.id), chosen.game, players),
        rows=sorted(rows, key=lambda row: -row.parties),
        feats={row.game: feats_of(row.game, deeds, players) for row in rows},
        rivals=rivals_of(statistics.pair_figures(parties, player_id), players),
        finishes=finishes,
        chart=form_chart([(finish.rank, finish.sides, finish.won) for finish in finishes]),
        enough=ENOUGH,
    )


def _render_pair(player_id: int, other_id: int, players: Mapping[int, KnownPlayer]) -> str:
    found = statistics.pair_figures_by_game(g.carnet.id, player_id, other_id)
    return render_template(
        "history/players/pair.html",
        player=players[player_id],
        other=players[other_id],
        met={game: rivals_of([figures], players) for game, figures in found.items()},
        enough=ENOUGH,
    )


def render_player(player: Player, form: PlayerForm, refusal: Refusal | None) -> str:
    """Render the edit page of a player, with the input and the refusal of a refused form."""
    return render_template(
        "history/players/edit.html",
        player=player,
        form=form,
        refusal=refusal,
        merged=merges.latest_merge(player),
        others=lists.players_page(g.carnet).items,
    )
