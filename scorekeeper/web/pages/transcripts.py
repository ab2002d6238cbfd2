"""A partie as the public formats of the command read it, to be kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, abort

from scorekeeper.record.judge_format import judge_input
from scorekeeper.record.standings import Standing, standing_of
from scorekeeper.web.access import partie_or_404
from scorekeeper.web.download import download

bp = Blueprint("transcripts", __name__, url_prefix="/parties/<id:partie_id>")


@bp.get("/score.jsonl")
def score(partie_id: int) -> Response:
    """The partie as `scorekeeper score` reads it."""
    standing = standing_of(partie_or_404(partie_id))
    return _kept([score_input(standing)], f"{standing.game.slug}-{partie_id}-score")


@bp.get("/judge.jsonl")
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
