"""Who a player is: the same as another after all, or nobody any more."""

from __future__ import annotations

from flask import Blueprint, flash, g, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.record import anonymity, merges
from scorekeeper.record.database import db, empty_log
from scorekeeper.record.erasing import confirm
from scorekeeper.record.models import Player
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.access import merge_or_404, player_or_404, writer
from scorekeeper.web.filters import long_date
from scorekeeper.web.forms import PlayerForm
from scorekeeper.web.games import PAGES
from scorekeeper.web.i18n import gettext as _
from scorekeeper.web.pages.players import render_player
from scorekeeper.web.posting import Answer, Refusal, carry_out, not_understood
from scorekeeper.web.words.figures import nobody

bp = Blueprint("identity", __name__, url_prefix="/players/<id:player_id>")


@bp.post("/merge")
def merge(player_id: int) -> Response | Answer:
    """Make this player and another one: the other's parties become theirs."""
    player = player_or_404(player_id)

    def act() -> str:
        other = merges.player_named(g.carnet, request.form.get("other", ""))
        try:
            merges.merge(player, other, writer())
        except RefusedError as error:
            raise _said(error) from error
        return _page(player_id)

    return carry_out(act, lambda refusal: _refused(player_id, refusal))


@bp.post("/merges/<id:merge_id>/undo")
def undo(player_id: int, merge_id: int) -> Response | Answer:
    """Tell the two apart again."""
    player = player_or_404(player_id)

    def act() -> str:
        done = merge_or_404(player, merge_id)
        # A database gives the number of a merge that was undone to the next one: an old page may mean another.
        if request.form.get("name", done.name) != done.name:
            raise not_understood(_("Ce n’est plus la même réunion : regardez ce qui est écrit ici maintenant."))
        merges.undo(done)
        return _page(player_id)

    return carry_out(act, lambda refusal: _refused(player_id, refusal))


@bp.post("/anonymise")
def anonymise(player_id: int) -> Response | Answer:
    """Forget a player's name for good, once it was typed."""
    player = player_or_404(player_id)

    def act() -> str:
        confirm(request.form.get("typed_name", ""), player.name)
        name = anonymity.anonymise(player, nobody)
        flash(_("Ce nom est oublié : le carnet dit maintenant « %(name)s ».", name=name))
        return _page(player_id)

    answer = carry_out(act, lambda refusal: _refused(player_id, refusal))
    if isinstance(answer, Response):
        empty_log(db.engine)
    return answer


def _page(player_id: int) -> str:
    return url_for("players.edit", player_id=player_id)


def _refused(player_id: int, refusal: Refusal) -> str:
    player: Player = player_or_404(player_id)
    return render_player(player, PlayerForm(formdata=None, data={"name": player.name}), refusal)


def _said(error: RefusedError) -> RefusedError:
    """Why two players are two, with the partie at which they both sat in words."""
    if error.key != "played_together":
        return error
    figures = error.figures
    sentence = _(
        "%(kept)s et %(other)s étaient à la même table, le %(day)s (%(game)s) : ce sont deux personnes.",
        kept=figures["kept"],
        other=figures["other"],
        day=long_date(figures["held_on"]),  # type: ignore[arg-type]
        game=PAGES[str(figures["slug"])].words.NAME,
    )
    refused = not_understood(sentence)
    refused.field = error.field
    return refused
