"""A partie as the public formats of the command read it, to be kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, abort

from scorekeeper.record.exchange.transcripts import judge_inputs, score_input
from scorekeeper.record.standings import standing_of
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
