"""The printed sheets of a partie and a soirée, and downloads of a partie for the commands `score` and `judge`.

A *partie* is a game played to its end; its sheet has a row for each *manche* (deal). A *soirée* is an evening of
parties, a *side* a player or a team. The *facts* of a manche are what the table saw, as JSON. Of a partie *by totals*
only the points are known. `lamarque score` computes points from facts, `lamarque judge` rules on cards.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, abort, render_template, url_for

from scorekeeper.record.formats.judge import judge_input
from scorekeeper.record.partie.scored_partie import ScoredPartie, score_partie
from scorekeeper.record.read_models import evenings, lists
from scorekeeper.web.core.download import download_response
from scorekeeper.web.core.i18n import isolate
from scorekeeper.web.flow.access import partie_or_404, soiree_or_404
from scorekeeper.web.games import PAGES
from scorekeeper.web.games.rules_in_force import rules_of
from scorekeeper.web.history.debts import soiree_debts
from scorekeeper.web.history.soiree.courses import small_course
from scorekeeper.web.history.soiree.ranking import rank_players
from scorekeeper.web.history.soiree.shared import soiree_picture, soiree_text
from scorekeeper.web.history.soiree.story import story_of
from scorekeeper.web.table.ended import ended_partie
from scorekeeper.web.table.ended.text import victory
from scorekeeper.web.table.partie_view import PartieView
from scorekeeper.web.table.parties import partie_context
from scorekeeper.web.transfer.print import DENSE, column_count, column_ranges
from scorekeeper.web.transfer.print.blank import blank_sheet

bp = Blueprint("sheets", __name__)
_MOST_ROWS_WITH_CURVE = 20  # manches on the sheet of a partie that also has a chart
_MOST_CURVES = 4  # on the sheet of a soirée


@bp.get("/parties/<id:partie_id>/print")
def partie(partie_id: int) -> str:
    """Show the score sheet of a partie as it is now."""
    scored = score_partie(partie_or_404(partie_id))
    # The values that every template about a partie needs, with the sides in the order of their ranks.
    context = partie_context(scored, "rank")
    view: PartieView = context["view"]
    pages = view.pages
    rows = len(scored.manches)
    # The rows of each column of the page, as (start, end); an empty sheet has one column.
    parts = column_ranges(rows, column_count(rows, scored.sheet.sides)) or [(0, 0)]
    # Rows to fill in by hand, up to the usual number of the game.
    blank_rows = max(0, pages.blank.lines - rows)
    unusual_rules = []
    remarks = []
    ended = None
    victory_text = None
    # A partie by totals is shown without house rules: only its points are known.
    if not scored.by_totals:
        # `rules_of` returns the game and the house rules of a partie with their texts.
        unusual_rules = [rule for rule in rules_of(scored.partie).house_rules() if not rule.is_default]
    # Remarks are the words and notes beside the rows; two columns leave no space for them.
    if len(parts) == 1:
        remarks = [_remarks(scored, view, index) for index in range(rows)]
    # The chart and texts of a partie that is over, None for one that is not.
    if rows <= _MOST_ROWS_WITH_CURVE:
        ended = ended_partie(scored, pages)
    if scored.ending is not None:
        blank_rows = 0
        victory_text = victory(scored.ending)
    return render_template(
        "transfer/print/partie.html",
        parts=parts,
        remarks=remarks if any(remarks) else [],
        # The sentences about players who replaced others, by the index of the manche.
        arrivals=view.arrivals,
        blank_rows=blank_rows,
        # The end of the first column, the longest one, is its number of rows.
        dense=parts[0][1] > DENSE,
        ended=ended,
        victory=victory_text,
        unusual_rules=unusual_rules,
        **context,
    )


def _remarks(scored: ScoredPartie, view: PartieView, index: int) -> str:
    """Return the marks and the note of a manche."""
    row = scored.sheet.manches[index]
    # The names of the sides in this manche: a player may have been replaced since.
    names = scored.as_played(index).names_of_sides
    # Words such as « capot », and who revoked; `isolate` keeps names written from right to left in their place.
    marks = view.pages.marks_with_names(row, [*map(isolate, names)], view.revoking_sides(index))
    # An empty note is left out.
    return " · ".join(filter(None, [*map(str, marks), scored.manches[index].note]))


@bp.get("/parties/<id:partie_id>/print/blank")
def blank(partie_id: int) -> str:
    """Show a blank sheet with the players and the house rules of a partie, and a link back to its page."""
    partie = partie_or_404(partie_id)
    scored = score_partie(partie)
    sheet = blank_sheet(scored.game, partie.options, scored.seats, scored.names)
    back = url_for("parties.show", partie_id=partie.id)
    return render_template(
        "transfer/print/blank.html",
        partie=partie,
        game=scored.game,
        # `counted_as` is the slug under which statistics count the partie, such as `hearts:simple` if its house rules
        # change what points mean.
        game_text=PAGES[partie.counted_as].text,
        sheet=sheet,
        back=back,
    )


@bp.get("/soirees/<id:soiree_id>/print")
def soiree(soiree_id: int) -> str:
    """Show a soirée to send, as a picture and as text, or to print.

    Its *story* are sentences about what was unusual; its *debts* are what the losers owe.
    """
    soiree = soiree_or_404(soiree_id)
    parties = lists.all_parties(soiree)
    # The players with their results in the soirée, the first one first.
    ranking = rank_players(parties)
    is_past = evenings.is_past(soiree)
    story = story_of(soiree, parties, ranking, is_past=is_past)
    # The chart of the totals of each partie, by its id. The picture has every chart; the sheet has space for a few. A
    # single partie has a chart of full size.
    courses = {partie.id: small_course(partie, small=len(parties) > 1) for partie in parties}
    picture = soiree_picture(soiree, parties, ranking, story, courses)
    debts = soiree_debts(soiree)
    return render_template(
        "transfer/print/soiree.html",
        soiree=soiree,
        parties=parties,
        debts=debts,
        story=story,
        courses=courses if len(parties) <= _MOST_CURVES else {},
        picture=picture,
        text=soiree_text(soiree, parties, picture, story, debts),
    )


@bp.get("/parties/<id:partie_id>/score.jsonl")
def score(partie_id: int) -> Response:
    """Download the partie as input of `lamarque score`."""
    scored = score_partie(partie_or_404(partie_id))
    # The file is named by the first part of the slug: `scoresheet` of `scoresheet:most:Belote`.
    return _download_lines([score_input(scored)], f"{scored.game.family}-{partie_id}-score")


@bp.get("/parties/<id:partie_id>/judge.jsonl")
def judge(partie_id: int) -> Response:
    """Download the manches that were entered card by card as input of `lamarque judge`."""
    scored = score_partie(partie_or_404(partie_id))
    lines = judge_inputs(scored)
    if not lines:
        abort(404)
    return _download_lines(lines, f"{scored.game.family}-{partie_id}-judge")


def _download_lines(lines: Sequence[dict[str, Any]], name: str) -> Response:
    return download_response((json.dumps(line) + "\n" for line in lines), f"{name}.jsonl", "application/jsonl")


def score_input(scored: ScoredPartie) -> dict[str, Any]:
    """Return the partie as one object of the score format: its game, its house rules, its players, its facts."""
    return {
        "game": scored.game.slug,
        "options": scored.partie.options,
        "seats": scored.seats,
        "manches": [manche.facts for manche in scored.manches],
    }


def judge_inputs(scored: ScoredPartie) -> list[dict[str, Any]]:
    """Return each manche of the sheet that was entered card by card, as an object of the judge format."""
    # `scored.played` has what was played of each manche, with the cards if they were entered.
    return [judge_input(scored, index) for index, manche in enumerate(scored.played) if manche.cards is not None]
