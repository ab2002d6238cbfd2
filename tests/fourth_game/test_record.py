"""Parties of Petite Belote: begun with a trump, played card by card, undone, corrected."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from record import applications
from record.evening import Evening, cards, context, play_card, points
from support import databases

from fourth_game.cases import ALL_EIGHT, Facts, litige, manche
from scorekeeper.games.shape import ImpossibleFactsError
from scorekeeper.partie.decide import entry
from scorekeeper.partie.decide.sheet import record_cards
from scorekeeper.record.formats.judge import judge_input
from scorekeeper.record.models import Partie
from scorekeeper.record.partie.scored_partie import score_partie

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.sweep("repeats with a fourth game what the tests of the three others check")

CONTEXT = {"trump": "H", "taker": 3}
COMPLETE = {**CONTEXT, "points": [0, 162], "capot": True}


@pytest.fixture
def evening(sqlite_template: Path, tmp_path: Path) -> Iterator[Evening]:
    with applications.opened(databases.sqlite_copy(sqlite_template, tmp_path), tmp_path) as app, app.app_context():
        yield Evening()


def belote(evening: Evening, *manches: Facts) -> Partie:
    """Start a partie in which seat 2 deals first, so that seat 3 leads."""
    partie = evening.partie(game="petite_belote", dealer=2)
    evening.record(partie, *manches)
    return partie


def begin_cards(evening: Evening, partie: Partie) -> None:
    evening.act(partie, entry.begin_cards)


def play(evening: Evening, partie: Partie, codes: list[str]) -> None:
    for code in codes:
        with evening.table(partie) as table:
            play_card(table, code)


def test_a_manche_is_begun_played_recorded_and_undone(evening: Evening) -> None:
    partie = belote(evening)
    evening.set_context(partie, CONTEXT)
    begin_cards(evening, partie)
    play(evening, partie, ALL_EIGHT["plays"][:8])
    assert score_partie(partie).current.facts_so_far == {"points": [0, 14], "tricks": [0, 2]}
    play(evening, partie, ALL_EIGHT["plays"][8:])
    with evening.table(partie) as table:
        recorded = table.record(context(partie) or {}, "", record_cards)
    assert recorded.facts == {**COMPLETE, "leader": 3, "plays": ALL_EIGHT["plays"]}
    assert points(partie) == [(0, 252)]
    assert judge_input(score_partie(partie), 0)["trump"] == "H"
    evening.undo(partie)
    assert (context(partie), cards(partie)) == (CONTEXT, {"leader": 3, "plays": ALL_EIGHT["plays"]})


def test_the_trump_can_be_changed_but_not_removed_during_play_be_3(evening: Evening) -> None:
    partie = belote(evening)
    evening.set_context(partie, CONTEXT)
    begin_cards(evening, partie)
    play(evening, partie, ["8H", "8C", "8D", "8S"])
    with pytest.raises(ImpossibleFactsError, match="no_trump"):
        evening.set_context(partie, {})
    evening.set_context(partie, {"trump": "C", "taker": 3})
    assert score_partie(partie).current.facts_so_far["tricks"] == [1, 0]


def test_correcting_a_litige_recomputes_the_carried_points_be_13(evening: Evening) -> None:
    partie = belote(evening, litige(0), litige(1), manche(2, 100, 62))
    assert points(partie) == [(0, 81), (81, 0), (262, 62)]
    assert score_partie(partie).deal.dealer == 1
    evening.correct(score_partie(partie).manches[0], manche(0, 80, 82))
    assert points(partie) == [(0, 162), (81, 0), (181, 62)]
