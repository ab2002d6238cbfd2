"""The big screen: the partie of a soirée that is being played, on a television or a tablet in landscape.

The only controls are links to the other parties of the soirée, which the arrow keys of a remote follow too. A soirée is
an evening of parties, games played to their end; a manche is one deal of a partie.
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
_MAX_MANCHES = 4  # the table of manches has at most this number of rows


@bp.get("")
def show(soiree_id: int) -> Response | str:
    """Show the partie played last, or the one in the address: totals, latest manches, next deal or current trick."""
    # The page requests its own address again and again, with the version that it shows. The response 204 says that
    # nothing has changed since.
    soiree, version = soiree_and_version_or_404(soiree_id)
    if (unchanged := unchanged_response(version)) is not None:
        return unchanged
    # The ids of all parties, in order, and the id of the one played last (`followed`).
    parties = screen_parties(soiree)
    partie_id = whole_number(request.args.get("partie"))
    # Without a partie of this soirée in the address, the screen follows the one played last.
    if partie_id not in parties.ids:
        partie_id = parties.followed
    partie, players = None, []
    if partie_id is not None:
        partie = partie_or_404(partie_id)
        # (name, number in the carnet) of all players who have or had a seat. Marks and colours are chosen by these
        # numbers.
        players = [(one.player.name, one.player.number) for one in partie.participants]

    # Called only if the cache has no such page.
    def render() -> str:
        return render_template(
            "history/screen/show.html",
            soiree=soiree,
            version=version,
            **_addresses(soiree_id, parties, partie_id),
            **_partie_values(partie),
        )

    # Everything that the page is rendered from: the key of the cache. A page that already has the pictures of the cards
    # sends the header `Marque-Faces`, and is answered without these pictures, which is another page in the cache.
    shown = version, soiree.held_on, soiree.place, tuple(players), parties, "Marque-Faces" in request.headers
    return cached_page(shown, render)


def _addresses(soiree_id: int, parties: ScreenParties, shown: int | None) -> dict[str, str | None]:
    """Return the addresses of the parties before and after the `shown` one, None where there is none."""

    def address(partie_id: int | None) -> str | None:
        if partie_id is None:
            return None
        # The address of the partie played last has no parameter `partie`: the screen then follows the next partie as
        # soon as it is begun.
        if partie_id == parties.followed:
            partie_id = None
        return url_for("screen.show", soiree_id=soiree_id, partie=partie_id)

    # With None at both ends, every partie has a neighbour on each side. Without parties, `ids` is [None, None] and
    # `shown` is None: at position 0, both neighbours are the other None.
    ids = [None, *parties.ids, None]
    position = ids.index(shown)
    return {"previous": address(ids[position - 1]), "next": address(ids[position + 1])}


def _partie_values(partie: Partie | None) -> dict[str, Any]:
    """Return the values of the template about a partie; an empty dict without one."""
    if partie is None:
        return {}
    # The partie with the scores of its manches, which its game computes from their facts (what was recorded of them).
    scored = score_partie(partie)
    pages = pages_of(partie)
    manche_count = _MAX_MANCHES
    # A partie that is over has a chart below the table.
    if scored.over:
        manche_count -= 1
    latest = range(max(0, len(scored.manches) - manche_count), len(scored.manches))
    return {
        # The values that all templates about a partie need; the sides are sorted by rank.
        **partie_context(scored, order="rank"),
        # (number, score) of each of the latest manches.
        "latest": [(index + 1, scored.sheet.manches[index]) for index in latest],
        # The values that are shown once the partie has ended, such as its winner and its chart; None before.
        "ended": ended_partie(scored, pages),
        **_trick_values(scored),
    }


def _trick_values(scored: ScoredPartie) -> dict[str, Any]:
    """Return the values `cards_view` and `notes` about a manche that is being played card by card.

    The dict is empty if there is no such manche.
    """
    if scored.current.cards is None or scored.over:
        return {}
    # The arbiter knows the cards played so far in the manche, and judges by the rules of the game which ones may be
    # played next. `cards_view` adds the names of the players to it for the template.
    arbiter = scored.current.arbiter(scored.current.cards)
    # The points or tricks of each seat so far, in a few characters.
    notes = None
    if cards := PAGES[scored.game.slug].cards:
        notes = cards.seat_notes(scored, arbiter)
    return {"cards_view": cards_view(scored, arbiter), "notes": notes}
