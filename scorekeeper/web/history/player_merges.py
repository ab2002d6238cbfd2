"""Merge two players, undo a merge, anonymise a player.

Two players are merged if one person was entered under two names. `g.access` is the reader's access to the carnet (the
notebook of a group of players) in the address.
"""

from __future__ import annotations

from flask import Blueprint, flash, g, request, url_for

from scorekeeper.record.carnet import anonymity, merges
from scorekeeper.record.carnet.erasing import empty_log, refuse_unconfirmed
from scorekeeper.record.models import Player
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.flow.access import current_carnet, player_or_404
from scorekeeper.web.flow.notices import flash_merge
from scorekeeper.web.flow.posting import carries_out_form
from scorekeeper.web.history.players import render_edit
from scorekeeper.web.text.values import anonymous_name

bp = Blueprint("identity", __name__, url_prefix="/players/<id:player_id>")


# `carries_out_form` gives the function the player of the address, runs it once for a submitted form, and redirects to
# the address that it returns. If it raises `RefusedError`, nothing is recorded, and `render_edit` renders the page of
# the player with the reason.
@bp.post("/merge")
@carries_out_form(render_edit, player=player_or_404)
def merge(player: Player) -> str:
    """Merge the player whose name is in the form into this player, who then has the parties of both."""
    other = merges.player_named(current_carnet(), request.form.get("other", ""))
    merge = merges.merge_players(player, other, g.access)
    # The next page says what was done, with a button that undoes it. `merge.name` is the former name of the other
    # player.
    flash_merge(player, merge.name)
    return url_for("players.edit", player_id=player.id)


@bp.post("/merge/undo")
@carries_out_form(render_edit, player=player_or_404)
def undo(player: Player) -> str:
    """Undo the latest merge into this player."""
    # The name of the merged player, who is created again. The button sends it, and it must be that of the latest merge.
    name = request.form.get("name", "")
    merges.undo_merge(player, name)
    flash_merge(player, name, undone=True)
    return url_for("players.edit", player_id=player.id)


# `empty_log` empties the log of SQLite, in which the erased name can still be read.
@bp.post("/anonymise")
@carries_out_form(
    render_edit,
    after_redirect=empty_log,
    player=player_or_404,
)
def anonymise(player: Player) -> str:
    """Replace the name of a player permanently, if the user has typed it into the form as a confirmation."""
    # Raises `RefusedError` unless the name was typed.
    refuse_unconfirmed(request.form.get("typed_name", ""), player.name)
    # The new name, such as « Joueur 3 ».
    name = anonymity.anonymise(player, anonymous_name)
    flash(_("Ce nom est oublié : le carnet dit maintenant « %(name)s ».", name=name))
    return url_for("players.edit", player_id=player.id)
