"""A partie whose game is not installed is replayed from its summary, which is never deleted."""

from __future__ import annotations

from record.evening import FIRST, Evening
from sqlalchemy import delete
from support.totals import uninstalled

from scorekeeper.record.database import db, writing
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.record.read_models.rebuild import UnreadablePartie, rebuild, stored_rows
from scorekeeper.record.read_models.tables import SeatSummary, Summary, Tally


def test_the_lowest_total_still_leads_and_wins(evening: Evening) -> None:
    """5 4 16 1, then a volte of the third: 31 30 16 27 (DP-21) ends a partie to 31, and the third wins."""
    partie = evening.recorded("won_by_volte")
    with uninstalled("hearts"):
        scored = score_partie(partie)
        assert [row.points for row in scored.sheet.manches] == [(5, 4, 16, 1), (26, 26, 0, 26)]
        assert scored.ranking() == [(1, 2), (2, 3), (3, 1), (4, 0)]
        assert scored.ending is not None
        assert (scored.ending.winners, scored.over, scored.deal.dealer) == ((2,), True, 0)


def test_a_partie_that_has_not_ended_has_no_winner(evening: Evening) -> None:
    partie = evening.partie()
    evening.record(partie, FIRST)
    with uninstalled("hearts"):
        assert (score_partie(partie).ending, score_partie(partie).sheet.totals) == (None, (5, 4, 16, 1))


def test_a_partie_without_a_summary_has_no_manches(evening: Evening) -> None:
    partie = evening.partie()
    evening.record(partie, FIRST)
    with writing() as session:
        for table in (Tally, SeatSummary, Summary):
            session.execute(delete(table).where(table.partie_id == partie.id))
    with uninstalled("hearts"):
        assert (score_partie(partie).sheet.manches, score_partie(partie).side_of) == ((), (0, 1, 2, 3))


def test_a_rebuild_does_not_change_its_summary(evening: Evening) -> None:
    partie = evening.partie()
    evening.record(partie, FIRST)
    before = stored_rows(db.session(), partie.id)
    with uninstalled("hearts"):
        found = [one for one in rebuild(partie.id - 1) if isinstance(one, UnreadablePartie)]
        assert [one.partie_id for one in found] == [partie.id]
        assert stored_rows(db.session(), partie.id) == before
    assert list(rebuild(partie.id - 1)) == []
