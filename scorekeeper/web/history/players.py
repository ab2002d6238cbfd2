"""The players of a carnet and their figures; add, rename, retire and reinstate them.

A carnet is the notebook of a group of players, a partie a game played to its end. A retired player can no longer be
chosen for a table, but stays in the history. A partie counts if it has ended and is neither abandoned nor deleted.
`g.access` is the reader's access to the carnet of the address.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence

from flask import Blueprint, abort, g, render_template, request, url_for

from scorekeeper.record.carnet import carnets, merges
from scorekeeper.record.models import Player
from scorekeeper.record.read_models import lists, player_parties, statistics
from scorekeeper.record.read_models.feats import feats_of_carnet, group_by_feat
from scorekeeper.record.read_models.player_parties import Finish
from scorekeeper.record.read_models.statistics import KnownPlayer, PartieFilter
from scorekeeper.web.core.charts import place_chart
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.core.pagination import page_or_404, requested_page
from scorekeeper.web.flow.access import current_carnet, player_or_404
from scorekeeper.web.flow.notices import merge_notices
from scorekeeper.web.flow.posting import Refusal, carries_out_form
from scorekeeper.web.forms import PlayerForm
from scorekeeper.web.history.portrait import (
    feat_facts,
    gap_facts,
    lead_of,
    moment_facts,
    places_by_quarter,
    present_fact,
    record_facts,
    rival_facts,
)
from scorekeeper.web.remarks.feats import feat_names, rare_whys
from scorekeeper.web.remarks.rivals import rivals_of

_PARTIES_PER_PAGE = 12
_PLAYERS_PER_PAGE = 100

bp = Blueprint("players", __name__, url_prefix="/players")


@bp.get("")
def show() -> str:
    """List the players, the retired ones apart."""
    return _render_list(None)


def _render_list(refusal: Refusal | None) -> str:
    """Render the list; `refusal` is the reason why a form was not carried out."""
    players = statistics.players_of(g.access.carnet.id).values()
    active = [player for player in players if not player.retired]
    retired = [player for player in players if player.retired]
    # The address has a page number for the active players and one for the retired ones. `page_or_404` aborts for a page
    # beyond the last.
    return render_template(
        "history/players/show.html",
        form=PlayerForm(),
        refusal=refusal,
        active=page_or_404(lists.latest_page(active, requested_page("page"), _PLAYERS_PER_PAGE)),
        retired=page_or_404(lists.latest_page(retired, requested_page("retired"), _PLAYERS_PER_PAGE)),
    )


# `carries_out_form` runs the function once for a submitted form, and redirects to the address that it returns. If it
# raises `RefusedError`, nothing is recorded, and the function in parentheses renders the page that says why.
@bp.post("")
@carries_out_form(_render_list)
def add() -> str:
    """Add a player."""
    # `current_carnet` loads the carnet of the address, to change it.
    carnets.add_player(current_carnet(), PlayerForm().name.data or "")
    return url_for("players.show")


@bp.get("/<id:player_id>")
def one(player_id: int) -> str:
    """Show a player: places, rivals, best days, and the parties page by page, the latest first."""
    # The players by id, retired or not.
    players, year = statistics.players_of(g.access.carnet.id), _requested_year()
    if player_id not in players:
        abort(404)
    criteria = PartieFilter(g.access.carnet.id, year=year)
    # The outcomes of the parties that count for this player, oldest first.
    finishes = player_parties.finishes(player_id, criteria)
    parties = page_or_404(lists.latest_page(finishes, requested_page("page"), _PARTIES_PER_PAGE))
    portrait: dict[str, object] = {}
    # Page 2 and the following ones show only the list of parties.
    if finishes and parties.number == 1:
        portrait = _portrait_of(player_id, criteria, finishes, players)
    return render_template(
        "history/players/one.html",
        player=players[player_id],
        year=year or None,
        days=player_parties.days_played(player_id),
        finishes=finishes,
        parties=parties,
        **portrait,
    )


def _portrait_of(
    player_id: int, criteria: PartieFilter, finishes: Sequence[Finish], players: Mapping[int, KnownPlayer]
) -> dict[str, object]:
    """Return the values of the template that only page 1 shows."""
    # The opponent who finishes ahead of this player most often in proportion, the one who finishes behind, and the
    # partner of the largest share of victories.
    rivals = rivals_of(statistics.pair_figures((finish.results for finish in finishes), player_id))
    # The rare feats of this player, such as nils made, by game and key of the lines of a score that record them.
    done = group_by_feat(feats_of_carnet(criteria, rare_whys() & feat_names().keys(), player_id=player_id))
    quarters = places_by_quarter(finishes)
    return {
        "present": present_fact(finishes),
        "quarters": quarters,
        "chart": place_chart([(quarter.first_day, quarter.place) for quarter in quarters]),
        "rivals": rivals,
        "rival_facts": [*rival_facts(rivals, player_id, criteria.year or None, players)],
        "best_days": [*moment_facts(finishes), *record_facts(finishes), *feat_facts(done)],
        "players": players,
    }


@bp.get("/<id:player_id>/with/<id:other_id>")
def pair(player_id: int, other_id: int) -> str:
    """Show the score of two players, and their parties together in a team."""
    players, year = statistics.players_of(g.access.carnet.id), _requested_year()
    # Both must be players of this carnet.
    if player_id == other_id or not {player_id, other_id} <= set(players):
        abort(404)
    criteria = PartieFilter(g.access.carnet.id, year=year)
    # The parties that count for both, oldest first.
    meetings = player_parties.meetings(criteria, player_id, other_id)
    player, other = players[player_id], players[other_id]
    return render_template(
        "history/players/pair.html",
        player=player,
        other=other,
        year=year or None,
        days=player_parties.days_played(player_id),
        meetings=meetings,
        lead=lead_of(meetings),
        gaps=[*gap_facts(meetings, player.name, other.name)],
        together=[meeting for meeting in meetings if meeting.is_together],
    )


def _requested_year() -> int:
    """Return the year in the address, 0 for all years."""
    # `whole_number` returns None for a text that is no number.
    year = whole_number(request.args.get("year")) or 0
    return year if year <= dt.MAXYEAR else 0


@bp.get("/<id:player_id>/edit")
def edit(player_id: int) -> str:
    """Show the form to rename or retire a player."""
    return render_edit(player_or_404(player_id))


def _render_submitted(player: Player, refusal: Refusal) -> str:
    # The form with the name as it was sent.
    return render_edit(player, refusal, PlayerForm())


# With `player=player_or_404`, the function gets the player of the `player_id` in the address.
@bp.post("/<id:player_id>")
@carries_out_form(_render_submitted, player=player_or_404)
def rename(player: Player) -> str:
    """Give a player another name.

    Redirect to the list of players, or to the players of a partie if the form was opened from that page.
    """
    carnets.rename_player(player, PlayerForm().name.data or "")
    partie_id = _partie_in_request()
    if partie_id is None:
        return url_for("players.show")
    return url_for("repairs.players", partie_id=partie_id)


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


def _partie_in_request() -> int | None:
    """Return the id of the partie from which the edit page was opened, None without one."""
    return whole_number(request.values.get("partie")) or None


def render_edit(player: Player, refusal: Refusal | None = None, form: PlayerForm | None = None) -> str:
    """Render the edit page of a player, with the values of `form`, by default the stored name."""
    # `latest_merge` returns the latest merge of another player into this one, which can be undone. Notices are
    # sentences about the latest actions, shown once, each with a button that undoes the action.
    players = statistics.players_of(player.carnet_id).values()
    return render_template(
        "history/players/edit.html",
        player=player,
        partie_id=_partie_in_request(),
        form=form or PlayerForm(formdata=None, data={"name": player.name}),
        refusal=refusal,
        merged=merges.latest_merge(player),
        others=[other for other in players if not other.retired][-_PLAYERS_PER_PAGE:],
        notices=merge_notices(player),
    )
