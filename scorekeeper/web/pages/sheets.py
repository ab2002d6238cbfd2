"""What a carnet has to print: the sheet of a partie, a blank one for the same table, a soirée."""

from __future__ import annotations

from collections import Counter

from flask import Blueprint, render_template, request, url_for

from scorekeeper.record.standings import standing_of
from scorekeeper.record.summaries import lists
from scorekeeper.web.access import partie_or_404, soiree_or_404
from scorekeeper.web.desk.context import desk_of
from scorekeeper.web.ended.text import victory
from scorekeeper.web.games import PAGES, pages_of
from scorekeeper.web.paper import columns_for, density, parted
from scorekeeper.web.paper.blank import blank_sheet, lines_asked
from scorekeeper.web.stakes import who_owes

bp = Blueprint("sheets", __name__)


@bp.get("/parties/<id:partie_id>/print")
def partie(partie_id: int) -> str:
    """The sheet of a partie as it stands."""
    standing = standing_of(partie_or_404(partie_id))
    pages, rows = pages_of(standing.partie), len(standing.manches)
    parts = parted(rows, columns_for(rows, standing.sheet.sides))
    return render_template(
        "paper/partie.html",
        partie=standing.partie,
        standing=standing,
        pages=pages,
        words=pages.words,
        parts=parts,
        density=density(max((end - start for start, end in parts), default=0)),
        victory=None if standing.ending is None else victory(standing.ending),
        own_rules=[]
        if standing.by_totals
        else [one for one in desk_of(standing.partie).house_rules() if not one.usual],
    )


@bp.get("/parties/<id:partie_id>/print/blank")
def blank(partie_id: int) -> str:
    """A blank sheet for the table of a partie, under its rules."""
    partie = partie_or_404(partie_id)
    standing = standing_of(partie)
    lines = lines_asked(request.args.get("lines"), standing.game)
    sheet = blank_sheet(standing.game, partie.options, standing.seats, standing.names, lines)
    back = url_for("parties.show", partie_id=partie.id)
    return render_template(
        "paper/blank.html", partie=partie, game=standing.game, words=PAGES[partie.game].words, sheet=sheet, back=back
    )


@bp.get("/soirees/<id:soiree_id>/print")
def soiree(soiree_id: int) -> str:
    """A soirée on one page: its parties, who won how many, who owes what."""
    soiree = soiree_or_404(soiree_id)
    parties = lists.parties(soiree)
    wins = Counter(name for one in parties.items for side in one.winners for name in side.players)
    return render_template(
        "paper/soiree.html", soiree=soiree, parties=parties, wins=wins.most_common(), owed=who_owes(soiree)
    )
