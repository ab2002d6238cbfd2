"""Merge two players, undo a merge, anonymise a player."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, flash, g, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.record.carnet import anonymity, merges
from scorekeeper.record.carnet.erasing import confirm
from scorekeeper.record.database import db, empty_log
from scorekeeper.record.models import Player
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.formatting import long_date
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.flow.access import player_or_404, writer
from scorekeeper.web.flow.posting import Answer, Refusal, carry_out, not_understood
from scorekeeper.web.forms import PlayerForm
from scorekeeper.web.games import PAGES
from scorekeeper.web.history.players import render_player
from scorekeeper.web.text.figures import nobody

bp = Blueprint("identity", __name__, url_prefix="/players/<id:player_id>")


@bp.post("/merge")
def merge(player_id: int) -> Response | Answer:
    """Make this player and another one: the other's parties become theirs."""

    def act(player: Player) -> None:
        try:
            merges.merge(player, merges.player_named(g.carnet, request.form.get("other", "")), writer())
        except RefusedError as error:
            raise _said(error) from error

    return _change(player_id, act)


@bp.post("/merge/undo")
def undo(player_id: int) -> Response | Answer:
    """Tell this player and the one merged last apart again."""
    return _change(player_id, lambda player: merges.undo_merge(player, request.form.get("name", "")))


@bp.post("/anonymise")
def anonymise(player_id: int) -> Response | Answer:
    """Forget a player's name for good, once it was typed."""

    def act(player: Player) -> None:
        confirm(request.form.get("typed_name", ""), player.name)
        name = anonymity.anonymise(player, nobody)
        flash(_("Ce nom est oublié : le carnet dit maintenant « %(name)s ».", name=name))

    answer = _change(player_id, act)
    if isinstance(answer, Response):
        empty_log(db.engine)
    return answer


def _change(player_id: int, change: Callable[[Player], None]) -> Response | Answer:
    """Change a player, and go back to their page."""
    player = player_or_404(player_id)

    def act() -> str:
        change(player)
        return url_for("players.edit", player_id=player_id)

    def refused(refusal: Refusal) -> str:
        unchanged = player_or_404(player_id)
        return render_player(unchanged, PlayerForm(formdata=None, data={"name": unchanged.name}), refusal)

    return carry_out(act, refused)


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
