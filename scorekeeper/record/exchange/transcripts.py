"""A partie as the public formats read it: its sheet for `score`, its cards for `judge`."""

from __future__ import annotations

from typing import Any

from scorekeeper.record.judge_format import judge_input
from scorekeeper.record.standings import Standing


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
