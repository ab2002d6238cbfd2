"""The players of a carnet and their figures; add, rename, retire and reinstate them."""

from __future__ import annotations

from flask import Blueprint, abort, g, render_template, request, url_for

from scorekeeper.record.carnet import carnets, merges
from scorekeeper.record.models import Player
from scorekeeper.record.read_models import lists, statistics
from scorekeeper.web.core.charts import form_chart
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.core.pagination import page_or_404, requested_page
from scorekeeper.web.flow.access import current_carnet, player_or_404
from scorekeeper.web.flow.notices import merge_notices
from scorekeeper.web.flow.posting import Refusal, carries_out_form
from scorekeeper.web.forms import PlayerForm
from scorekeeper.web.history.statistics.feats import feat_rows
from scorekeeper.web.history.statistics.figures import figure_rows
from scorekeeper.web.history.statistics.filters import offered_filters, requested_filters
from scorekeeper.web.remarks.rivals import rivals_of
from scorekeeper.web.text.figures import MIN_PARTIES

bp = Blueprint("players", __name__, url_prefix="/players")


@bp.get("")
def show() -> str:
    """List the players, the retired ones apart."""
    return _render_list(PlayerForm(formdata=None), None)


@bp.post("")
@carries_out_form(lambda refusal: _render_list(PlayerForm(), refusal))
def add() -> str:
    """Add a player."""
    carnets.add_player(current_carnet(), PlayerForm().name.data or "")
    return url_for("players.show")


@bp.get("/<id:player_id>")
def one(player_id: int) -> str:
    """Show a player: victories, feats and rivals."""
    players = statistics.players_of(g.reader.carnet.id)
    if player_id not in players:
        abort(404)
    chosen = requested_filters()
    criteria = chosen.criteria(chosen.game)
    rows = figure_rows(statistics.player_figures(criteria, player_id), players)
    line_totals = statistics.line_totals(criteria, player_id)
    finishes = statistics.finishes(player_id, criteria)
    return render_template(
        "history/players/one.html",
        player=players[player_id],
        chosen=chosen,
        filters=offered_filters(statistics.filter_choices(g.reader.carnet.id), chosen.game, players),
        rows=sorted(rows, key=lambda row: -row.parties),
        feats={row.game: feat_rows(row.game, line_totals, players) for row in rows},
        rivals=rivals_of(statistics.pair_figures(criteria, player_id), players),
        finishes=finishes,
        chart=form_chart([(finish.rank, finish.sides, finish.won) for finish in finishes]),
        min_parties=MIN_PARTIES,
    )


@bp.get("/<id:player_id>/with/<id:other_id>")
def pair(player_id: int, other_id: int) -> str:
    """Show the figures of two players, as opponents and as partners."""
    players = statistics.players_of(g.reader.carnet.id)
    if player_id == other_id or not {player_id, other_id} <= set(players):
        abort(404)
    figures_by_game = statistics.pair_figures_by_game(g.reader.carnet.id, player_id, other_id)
    return render_template(
        "history/players/pair.html",
        player=players[player_id],
        other=players[other_id],
        rivals_by_game={game: rivals_of([figures], players) for game, figures in figures_by_game.items()},
        min_parties=MIN_PARTIES,
    )


@bp.get("/<id:player_id>/edit")
def edit(player_id: int) -> str:
    """Show the form to rename or retire a player."""
    player = player_or_404(player_id)
    return render_edit(player)


def _render_submitted(player: Player, refusal: Refusal) -> str:
    return render_edit(player, refusal, PlayerForm())


@bp.post("/<id:player_id>")
@carries_out_form(_render_submitted, player=player_or_404)
def rename(player: Player) -> str:
    """Give a player another name; go back to the players of the partie if the form was opened there."""
    carnets.rename_player(player, PlayerForm().name.data or "")
    partie_id = _partie_in_request()
    return url_for("players.show") if partie_id is None else url_for("repairs.players", partie_id=partie_id)


@bp.post("/<id:player_id>/retire")
@carries_out_form(_render_submitted, player=player_or_404)
def retire(player: Player) -> str:
    """Retire a player."""
    carnets.retire_player(player)
    return url_for("players.show")


@bp.post("/<id:player_id>/back")
@carries_out_form(_render_submitted, player=player_or_404)
def bring_back(player: Player) -> str:
    """Reinstate a retired player."""
    carnets.restore_player(player)
    return url_for("players.show")


def _render_list(form: PlayerForm, refusal: Refusal | None) -> str:
    return render_template(
        "history/players/show.html",
        form=form,
        refusal=refusal,
        active=page_or_404(lists.players_page(g.reader.carnet, requested_page("page"))),
        retired=page_or_404(lists.players_page(g.reader.carnet, requested_page("retired"), retired=True)),
    )


def _partie_in_request() -> int | None:
    """Return the id of the partie from which the edit page was opened, None without one."""
    return whole_number(request.values.get("partie")) or None


def render_edit(player: Player, refusal: Refusal | None = None, form: PlayerForm | None = None) -> str:
    """Render the edit page of a player, with the values of `form`, by default the stored name."""
    return render_template(
        "history/players/edit.html",
        player=player,
        partie_id=_partie_in_request(),
        form=form or PlayerForm(formdata=None, data={"name": player.name}),
        refusal=refusal,
        merged=merges.latest_merge(player),
        others=lists.players_page(g.reader.carnet).items,
        notices=merge_notices(player),
    )
