"""Properties of every partie, for random manches."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from record.evening import Evening, penalty, taken
from support.selection import examples

from scorekeeper.record.database import db
from scorekeeper.record.partie.scored_partie import ScoredPartie, score_partie

on_sqlite = pytest.mark.parametrize("application", ["sqlite"], indirect=True)
few = settings(max_examples=examples(15), suppress_health_check=[HealthCheck.function_scoped_fixture])


@st.composite
def facts(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a manche of four: random hearts and queen, and sometimes a volte or a penalty."""
    cuts = sorted(draw(st.lists(st.integers(0, 13), min_size=3, max_size=3)))
    hearts = [after - before for before, after in zip([0, *cuts], [*cuts, 13], strict=True)]
    manche = taken(*hearts, queen=draw(st.integers(0, 3)))
    if draw(st.booleans()):
        manche |= penalty(draw(st.integers(0, 3)), draw(st.integers(-30, 30)))
    return manche


def sheet(scored: ScoredPartie) -> tuple[object, ...]:
    """Return all that is shown of the score of a partie."""
    return scored.sheet, scored.deal, scored.over


@on_sqlite
@few
@given(manches=st.lists(facts(), min_size=2, max_size=5))
def test_a_later_manche_changes_no_earlier_row(evening: Evening, manches: list[dict[str, Any]]) -> None:
    partie = evening.partie(limit=9999)
    rows: list[object] = []
    for manche in manches:
        evening.record(partie, manche)
        db.session.expire_all()
        now = list(score_partie(partie).sheet.manches)
        assert now[:-1] == rows
        rows = list(now)


@on_sqlite
@few
@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=30))
def test_a_note_is_read_as_stored(evening: Evening, note: str) -> None:
    partie = evening.partie()
    (recorded,) = evening.record(partie, taken(5, 4, 3, 1, queen=2), note=note)
    stored = recorded.note
    db.session.expire_all()
    assert recorded.note == stored
