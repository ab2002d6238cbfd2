"""Preview a partie under other house rules: scored again, refused with the same errors, and not stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from record.evening import FIRST, changes

from scorekeeper.games.shape import ImpossibleOptionsError
from scorekeeper.record.partie.rule_changes import score_under_rules
from scorekeeper.record.partie.scored_partie import ScoredPartie, score_partie
from scorekeeper.record.refusals import RefusedError

if TYPE_CHECKING:
    from record.evening import Evening

    from scorekeeper.record.models import Partie


def under(partie: Partie, **options: Any) -> ScoredPartie:  # noqa: ANN401 - house rules
    return score_under_rules(score_partie(partie), {**partie.options, **options})


def test_the_preview_scores_the_queen_at_twelve_and_stores_nothing(evening: Evening) -> None:
    """FIRST is 5 4 16 1, the queen to Zoé with three hearts: at twelve, 3 + 12 = 15 (DP-18)."""
    partie = evening.partie()
    evening.record(partie, FIRST)
    before = changes(partie)
    assert under(partie, queen_points=12).sheet.totals == (5, 4, 15, 1)
    assert (partie.options["queen_points"], changes(partie)) == (13, before)
    assert score_partie(partie).sheet.totals == (5, 4, 16, 1)


def test_the_preview_scores_teams_with_the_points_of_both_partners(evening: Evening) -> None:
    """Anne and Zoé, 5 + 16; Luc and Maxence, 4 + 1 (DP-4)."""
    partie = evening.partie()
    evening.record(partie, FIRST)
    assert under(partie, teams=True).sheet.totals == (21, 5)


def test_typed_points_with_a_sum_of_twenty_six_do_not_fit_the_queen_at_twelve(evening: Evening) -> None:
    """Thirteen hearts and twelve are 25 (DP-18)."""
    partie = evening.partie()
    evening.record(partie, FIRST, {"points": [5, 4, 16, 1]})
    with pytest.raises(RefusedError, match="rules_do_not_fit") as refused:
        under(partie, queen_points=12)
    assert refused.value.figures["number"] == 2
    with pytest.raises(RefusedError, match="rules_do_not_fit"), evening.table(partie) as table:
        table.change_rules({**partie.options, "queen_points": 12})


def test_rules_that_no_table_can_choose_are_refused(evening: Evening) -> None:
    with pytest.raises(ImpossibleOptionsError):
        under(evening.partie(), queen_points=7)
