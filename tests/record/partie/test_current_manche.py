"""The transitions of a manche, and a manche that was begun but not recorded."""

from __future__ import annotations

import random
from itertools import product

import pytest
from record.evening import FIRST, Evening, changes, taken
from record.table import CONTEXTS, PLAYS, set_table, table_with
from support.deals import ANNOUNCED

from scorekeeper.record.models import Manche, MancheState
from scorekeeper.record.partie.manche_states import Event, TransitionError, apply_event
from scorekeeper.record.partie.rule_changes import score_under_rules
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.web.games import PAGES

# State, event, next state.
TABLE = """
begun    enter   begun
begun    play    played
begun    record  recorded
begun    remove  undone
played   enter   played
played   play    played
played   clear   begun
played   record  recorded
recorded record  recorded
recorded remove  undone
undone   enter   begun
undone   play    played
undone   record  recorded
"""
FOLLOWS = {(state, event): after for state, event, after in map(str.split, TABLE.strip().splitlines())}


@pytest.mark.parametrize(("state", "event"), [(s.value, e.value) for s, e in product(MancheState, Event)])
def test_each_event_is_allowed_as_in_the_table_or_refused(state: str, event: str) -> None:
    manche = Manche(state=MancheState(state))
    if (state, event) in FOLLOWS:
        apply_event(manche, Event(event))
    else:
        with pytest.raises(TransitionError, match=f"{event} in state {state}") as caught:
            apply_event(manche, Event(event))
        assert (caught.value.state.value, caught.value.event.value) == (state, event)
    assert manche.state.value == FOLLOWS.get((state, event), state)


def test_a_manche_that_is_not_recorded_is_not_in_the_sheet(evening: Evening) -> None:
    table = set_table(evening, "spades", behind=1)
    table.begin()
    assert [manche.state.value for manche in table.partie.manches] == ["recorded", "played"]
    scored = score_partie(table.partie)
    assert (len(scored.manches), len(scored.sheet.manches), scored.removed_manches) == (1, 1, [])


def test_a_manche_that_is_not_recorded_is_deleted_once_all_of_it_is_taken_back(evening: Evening) -> None:
    table = set_table(evening, "spades")
    table.begin()
    table.clear_cards()
    assert [manche.state.value for manche in table.partie.manches] == ["begun"]
    evening.undo(table.partie)
    assert table.partie.manches == []
    assert [kind for _, kind in changes(table.partie)] == ["started", "begun", "cards", "cleared", "begun"]
    evening.begin(table.partie, CONTEXTS["spades"])
    assert [manche.position for manche in table.partie.manches] == [1]


def test_a_manche_is_recorded_in_the_row_in_which_it_was_begun(evening: Evening) -> None:
    table = table_with(evening, "hearts", 4)
    begun = table.partie.current
    (manche,) = evening.record(table.partie, FIRST)
    assert manche is begun
    assert (manche.state.value, manche.position, manche.cards) == ("recorded", 1, None)
    assert manche.facts["plays"] == PLAYS["hearts"][:4]


def test_an_undone_manche_is_the_same_row_and_stays_when_its_cards_are_cleared(
    evening: Evening,
) -> None:
    table = table_with(evening, "hearts")
    manche = table.record()
    evening.undo(table.partie)
    assert (table.partie.current, manche.state.value) == (manche, "played")
    table.clear_cards()
    assert (table.partie.current, manche.state.value) == (None, "undone")
    (other,) = evening.record(table.partie, taken(5, 4, 3, 1, queen=2))
    assert [(one.id, one.position) for one in table.partie.manches] == [(manche.id, 1), (other.id, 2)]


@pytest.mark.game("piquet")
def test_an_undone_coup_has_either_its_scored_categories_or_its_hands_pi_13(evening: Evening) -> None:
    """It began with categories already scored, and was recorded with both hands; a coup has one or the other."""
    partie = evening.partie("Anne", "Luc", game="piquet", dealer=1)
    laid_open = dict(PAGES["piquet"].sample(score_partie(partie), random.Random(0)))
    evening.begin(partie, ANNOUNCED)
    evening.record(partie, laid_open)
    evening.undo(partie)
    scored = score_partie(partie)
    assert scored.current.context is not None
    assert scored.current.context["hands"] == laid_open["hands"]
    assert "point" not in scored.current.context
    assert score_under_rules(scored, partie.options).current.context == scored.current.context
