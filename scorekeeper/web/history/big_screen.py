"""The big screen: the partie of a soirée that is being played, on a television or a tablet in landscape.

Its only controls are links to the other parties of the soirée, which the arrow keys of a remote follow too.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.record.models import Partie
from scorekeeper.record.partie.scored_partie import ScoredPartie, score_partie
from scorekeeper.record.read_models.soiree_version import ScreenParties, screen_parties
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.flow.access import partie_or_404
from scorekeeper.web.flow.cards_view import cards_view
from scorekeeper.web.flow.live import soiree_and_version_or_404, unchanged_response
from scorekeeper.web.flow.page_cache import cached_page
from scorekeeper.web.games import PAGES, pages_of
from scorekeeper.web.table.ended import ended_partie
from scorekeeper.web.table.parties import partie_context

bp = Blueprint("screen", __name__, url_prefix="/soirees/<id:soiree_id>/screen")
_MAX_MANCHES = 4  # rows of the table


@bp.get("")
def show(soiree_id: int) -> Response | str:
    """Show the partie played last, or the one in the address: totals, latest manches, next deal or current trick."""
    soiree, version = soiree_and_version_or_404(soiree_id)
    if (unchanged := unchanged_response(version)) is not None:
        return unchanged
    parties = screen_parties(soiree)
    partie_id = whole_number(request.args.get("partie"))
    # Without a partie of this soirée in the address, the screen follows the one played last.
    if partie_id not in parties.ids:
        partie_id = parties.followed
    partie, players = None, []
    if partie_id is not None:
        partie = partie_or_404(partie_id)
        players = [(one.player.name, one.player.number) for one in partie.participants]

    def render() -> str:
        return render_template(
            "history/screen/show.html",
            soiree=soiree,
            version=version,
            **_addresses(soiree_id, parties, partie_id),
            **_partie_values(partie),
        )

    shown = version, soiree.held_on, soiree.place, tuple(players), parties, "Marque-Faces" in request.headers
    return cached_page(shown, render)


def _addresses(soiree_id: int, parties: ScreenParties, shown: int | None) -> dict[str, str | None]:
    """Return the addresses of the previous and the next partie."""

    def address(partie_id: int | None) -> str | None:
        if partie_id is None:
            return None
        # Without a parameter, the screen will follow the next partie too.
        if partie_id == parties.followed:
            partie_id = None
        return url_for("screen.show", soiree_id=soiree_id, partie=partie_id)

    # Without parties, None is shown, and has no neighbours.
    ids = [None, *parties.ids, None]
    position = ids.index(shown)
    return {"previous": address(ids[position - 1]), "next": address(ids[position + 1])}


def _partie_values(partie: Partie | None) -> dict[str, Any]:
    if partie is None:
        return {}
    scored = score_partie(partie)
    pages = pages_of(partie)
    manche_count = _MAX_MANCHES
    # A partie that is over needs room for its chart.
    if scored.over:
        manche_count -= 1
    latest = range(max(0, len(scored.manches) - manche_count), len(scored.manches))
    return {
        **partie_context(scored, order="rank"),
        "latest": [(index + 1, scored.sheet.manches[index]) for index in latest],
        "ended": ended_partie(scored, pages),
        **_trick_values(scored),
    }


def _trick_values(scored: ScoredPartie) -> dict[str, Any]:
    """Return the trick on the table and the arbiter; an empty dict if no manche is being played card by card."""
    if scored.current.cards is None or scored.over:
        return {}
    arbiter = scored.current.arbiter(scored.current.cards)
    notes = None
    if cards := PAGES[scored.game.slug].cards:
        notes = cards.seat_notes(scored, arbiter)
    return {"cards_view": cards_view(scored, arbiter), "notes": notes}
