"""Change the house rules of a partie: check that its facts fit them, and preview its score."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.shape import Json
from scorekeeper.partie.decide.partie import check_current, options_that_fit
from scorekeeper.record.partie.scored_partie import ScoredPartie, score_partie


def score_under_rules(scored: ScoredPartie, options: Json) -> ScoredPartie:
    """Replay the partie under these house rules, without storing the rules. Raises as `check_rules` does."""
    return score_partie(scored.partie, check_rules(scored, options))


def check_rules(scored: ScoredPartie, options: Json) -> dict[str, Any]:
    """Return every option of these house rules as JSON, after checking that all manches of the partie fit them.

    Raises `ImpossibleOptionsError` for impossible rules, and `RefusedError` when a manche does not fit them; if that
    manche is recorded, its number is in the error.
    """
    options_json = options_that_fit(scored, options)
    if scored.partie.current is not None:
        check_current(score_partie(scored.partie, options_json))
    return options_json
