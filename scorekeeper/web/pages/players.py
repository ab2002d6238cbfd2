"""The players of a carnet: how each has done so far; add, rename, retire, bring back."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flask import Blueprint, abort, g, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.record import carnets, merges
from scorekeeper.record.models import Player
from scorekeeper.record.summaries import lists, statistics
from scorekeeper.record.summaries.statistics import KnownPlayer
from scorekeeper.web.access import player_or_404
from scorekeeper.web.charts import form_chart
from scorekeeper.web.forms import PlayerForm
from scorekeeper.web.paging import asked, existing
from scorekeeper.web.posting import Answer, Refusal, carry_out
from scorekeeper.web.statistics.feats import feats_of
from scorekeeper.web.statistics.figures import ENOUGH, table_of
from scorekeeper.web.statistics.filters import AskedFilters, filters
from scorekeeper.web.statistics.filters import asked as asked_for
from scorekeeper.web.statistics.rivals import rivals_of

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
def one(player_id: int) -> str:
    """One player: what they won, did, and against whom."""
    chosen, players = asked_for(), statistics.players_of(g.carnet.id)
    if player_id not in players:
        abort(404)
    return _render(player_id, chosen, players)


@bp.get("/<id:player_id>/with/<id:other_id>")
def pair(player_id: int, other_id: int) -> str:
    """Two players, against each other and on one side."""
    players = statistics.players_of(g.carnet.id)
    if player_id == other_id or not {player_id, other_id} <= set(players):
        abort(404)
    return _render_pair(player_id, other_id, players)


@bp.get("/<id:player_id>/edit")
def edit(player_id: int) -> str:
    """The name of a player, and whether they still play."""
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


def _render(player_id: int, chosen: AskedFilters, players: Mapping[int, KnownPlayer]) -> str:
    parties = chosen.parties_of(chosen.game)
    rows = table_of(statistics.player_figures(parties, player_id), players)
    deeds = statistics.deeds(parties, player_id)
    finishes = statistics.finishes(player_id, parties)
    return render_template(
        "players/one.html",
        player=players[player_id],
        chosen=chosen,
        filters=filters(statistics.narrowings(g.carnet.id), chosen.game, players),
        rows=sorted(rows, key=lambda row: -row.parties),
        feats={row.game: feats_of(row.game, deeds, players) for row in rows},
        rivals=rivals_of(statistics.pair_figures(parties, player_id), players),
        finishes=finishes,
        chart=form_chart([(one.rank, one.sides, one.won) for one in finishes]),
        enough=ENOUGH,
    )


def _render_pair(player_id: int, other_id: int, players: Mapping[int, KnownPlayer]) -> str:
    found = statistics.meetings(g.carnet.id, player_id, other_id)
    return render_template(
        "players/pair.html",
        player=players[player_id],
        other=players[other_id],
        met={game: rivals_of([figures], players) for game, figures in found.items()},
        enough=ENOUGH,
    )


def render_player(player: Player, form: PlayerForm, refusal: Refusal | None) -> str:
    """The page of a player, as it was typed when a form on it was refused."""
    return render_template(
        "players/edit.html",
        player=player,
        form=form,
        refusal=refusal,
        merged=merges.latest_merge(player),
        others=lists.players(g.carnet).items,
    )
