"""Who a player is: the same as another after all, or nobody any more."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, abort, flash, g, render_template, request, url_for
from sqlalchemy import select
from werkzeug.wrappers import Response

from scorekeeper.record import anonymity, merges
from scorekeeper.record.database import db, empty_log
from scorekeeper.record.erasing import confirm
from scorekeeper.record.exchange.writing import is_long
from scorekeeper.record.models import Access, Merge, Player
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.access import merge_or_404, player_or_404, writer
from scorekeeper.web.filters import long_date
from scorekeeper.web.forms import PlayerForm
from scorekeeper.web.games import PAGES
from scorekeeper.web.i18n import gettext as _
from scorekeeper.web.jobs.store import FILES, JobRequest, Kind, jobs, made_at
from scorekeeper.web.language import current
from scorekeeper.web.pages.players import render_player
from scorekeeper.web.posting import Answer, Refusal, carry_out, not_understood
from scorekeeper.web.reuse import KNOWN
from scorekeeper.web.words.figures import nobody

_CHANGES = {Kind.MERGE, Kind.UNMERGE, Kind.ANONYMISE}
bp = Blueprint("identity", __name__, url_prefix="/players/<id:player_id>")


@bp.post("/merge")
def merge(player_id: int) -> Response | Answer:
    """Make this player and another one: the other's parties become theirs."""
    player = player_or_404(player_id)

    def act() -> str:
        other = merges.player_named(g.carnet, request.form.get("other", ""))
        try:
            if merges.is_long(other):
                merges.refuse_two(player, other)
                return _written_down(Kind.MERGE, player, other, writer())
            merges.merge(player, other, writer())
        except RefusedError as error:
            raise _said(error) from error
        return _page(player_id)

    return _carry_out(player_id, act)


@bp.post("/merges/<id:merge_id>/undo")
def undo(player_id: int, merge_id: int) -> Response | Answer:
    """Tell the two apart again."""
    player = player_or_404(player_id)

    def act() -> str:
        done = merge_or_404(player, merge_id)
        # A database gives the number of a merge that was undone to the next one: an old page may mean another.
        if request.form.get("name", done.name) != done.name:
            raise not_understood(_("Ce n’est plus la même réunion : regardez ce qui est écrit ici maintenant."))
        if merges.is_long_to_undo(done):
            merges.refuse_undoing(done)
            return _written_down(Kind.UNMERGE, player, done)
        merges.undo(done)
        return _page(player_id)

    return _carry_out(player_id, act)


@bp.post("/anonymise")
def anonymise(player_id: int) -> Response | Answer:
    """Forget a player's name for good, once it was typed."""
    player = player_or_404(player_id)

    def act() -> str:
        confirm(request.form.get("typed_name", ""), player.name)
        if is_long(db.session(), g.carnet):
            return _written_down(Kind.ANONYMISE, player)
        name = anonymity.anonymise(player, nobody)
        flash(_("Ce nom est oublié : le carnet dit maintenant « %(name)s ».", name=name))
        return _page(player_id)

    answer = _carry_out(player_id, act)
    if isinstance(answer, Response):
        empty_log(db.engine)
        jobs().forget(g.carnet.id, FILES)
    return answer


@bp.get("/changes/<change_key>")
def progress(player_id: int, change_key: str) -> Response | str:
    """How far it is with what takes longer than one waits for, then what came of it."""
    found = jobs().find(change_key)
    if found is None or found.asked.carnet_id != g.carnet.id or found.asked.kind not in _CHANGES:
        abort(404)
    if request.args.get(KNOWN) == found.version:
        return Response(status=204)
    query = select(Player).where(Player.id == player_id, Player.carnet_id == g.carnet.id)
    player = db.session.scalar(query)
    return render_template("players/changing.html", found=found, player=player, player_id=player_id)


def _written_down(kind: Kind, player: Player, *others: Player | Merge | Access) -> str:
    """Leave a change of a long carnet to a process, and give the address that says how far it is."""
    rows = player, *others
    ids, made = [row.id for row in rows], [made_at(row) for row in rows]
    asked = JobRequest(kind, current(), carnet_id=g.carnet.id, name=g.carnet.key, ids=ids, made=made)
    return url_for("identity.progress", player_id=player.id, change_key=jobs().prepare(asked).key)


def _carry_out(player_id: int, act: Callable[[], str]) -> Response | Answer:
    """Carry the form out, and start what it wrote down."""
    answer = carry_out(act, lambda refusal: _refused(player_id, refusal))
    if isinstance(answer, Response) and "/changes/" in answer.location:
        jobs().start(answer.location.rsplit("/", 1)[1])
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
