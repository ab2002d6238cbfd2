"""What can be taken from a table: a sheet to print, a blank one, a soirée, a partie as the commands read it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, abort, render_template, request, url_for

from scorekeeper.record.judge_format import judge_input
from scorekeeper.record.standings import Standing, standing_of
from scorekeeper.record.summaries import lists
from scorekeeper.web.access import partie_or_404, soiree_or_404
from scorekeeper.web.desk.context import desk_of
from scorekeeper.web.download import download
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


@bp.get("/parties/<id:partie_id>/score.jsonl")
def score(partie_id: int) -> Response:
    """The partie as `scorekeeper score` reads it."""
    standing = standing_of(partie_or_404(partie_id))
    return _kept([score_input(standing)], f"{standing.game.slug}-{partie_id}-score")


@bp.get("/parties/<id:partie_id>/judge.jsonl")
def judge(partie_id: int) -> Response:
    """Its manches that were entered card by card, as `scorekeeper judge` reads them."""
    standing = standing_of(partie_or_404(partie_id))
    lines = judge_inputs(standing)
    if not lines:
        abort(404)
    return _kept(lines, f"{standing.game.slug}-{partie_id}-judge")


def _kept(lines: Sequence[dict[str, Any]], name: str) -> Response:
    return download((json.dumps(line) + "\n" for line in lines), f"{name}.jsonl", "application/jsonl")


def score_input(standing: Standing) -> dict[str, Any]:
    """The line of the score format that tells the manches of the sheet."""
    return {
        "game": standing.game.slug,
        "options": standing.partie.options,
        "seats": standing.seats,
        "manches": [manche.facts for manche in standing.manches],
    }


def judge_inputs(standing: Standing) -> list[dict[str, Any]]:
    """The lines of the judge format, one for each manche of the sheet that was entered card by card."""
    played = [index for index, manche in enumerate(standing.played) if manche.cards is not None]
    return [judge_input(standing, index) for index in played]
