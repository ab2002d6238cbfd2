"""The summary of a partie: computed by hand, updated with every change, and rebuilt when wrong."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

import pytest
from record import applications
from record.evening import FIRST, Evening, bid_and_made, play_card
from sqlalchemy import event, select, text, update

from scorekeeper.partie.changes import Abandoned
from scorekeeper.partie.decide import entry
from scorekeeper.record.carnet import carnets
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Change, Manche, Partie
from scorekeeper.record.read_models import lists
from scorekeeper.record.read_models.rebuild import rebuild, stored_outcomes, stored_rows
from scorekeeper.record.read_models.tables import SeatSummary, Summary, Tally
from scorekeeper.record.read_models.upkeep import playing_times

if TYPE_CHECKING:
    from collections.abc import Iterator

application = applications.alone()

UNREADABLE = "cannot be read: unreadable at version"
OTHER = "its log leads to other values than those stored"


def summary(partie: Partie) -> dict[str, Any]:
    """Return the stored summary without the id."""
    (row,) = stored_rows(db.session(), partie.id)[Summary]
    return {name: value for name, value in row.items() if name != "partie_id"}


def seats(partie: Partie) -> list[tuple[int, int, int, bool]]:
    """Return side, total, rank and victory of each seat."""
    rows = stored_rows(db.session(), partie.id)[SeatSummary]
    return [(row["side"], row["total"], row["rank"], row["won"]) for row in rows]


def tallies(partie: Partie, seat: int) -> dict[str, tuple[int, int, int]]:
    """Return times, count and points by key."""
    rows = stored_rows(db.session(), partie.id)[Tally]
    return {row["why"]: (row["times"], row["count"], row["points"]) for row in rows if row["number"] == seat}


def found(partie_id: int) -> list[str]:
    """Return what a rebuild reports of a partie."""
    return [str(one) for one in list(rebuild()) if one.partie_id == partie_id]


def test_a_new_partie_has_a_summary(evening: Evening) -> None:
    partie = evening.partie(dealer=2)
    values = {name: value for name, value in summary(partie).items() if value is not None}
    assert values == {"manches": 0, "course": []}
    assert seats(partie) == [(side, 0, 1, False) for side in range(4)]
    assert tallies(partie, 0) == {}


def test_every_manche_updates_the_summary_and_tallies_dp_17_dp_21(evening: Evening) -> None:
    """5 4 16 1, then the volte of the third: 31 30 16 27. Lines are summed at the end."""
    partie = evening.recorded("won_by_volte")
    assert summary(partie)["manches"] == 2
    assert summary(partie)["course"] == [[5, 4, 16, 1], [31, 30, 16, 27]]
    assert seats(partie) == [(0, 31, 4, False), (1, 30, 3, False), (2, 16, 1, True), (3, 27, 2, False)]
    assert tallies(partie, 0) == {"hearts": (1, 5, 5), "moon_against": (1, 0, 26)}
    assert tallies(partie, 2) == {"hearts": (1, 3, 3), "queen": (1, 1, 13), "moon": (1, 0, 0)}
    evening.undo(partie)
    assert [total for _, total, _, _ in seats(partie)] == [5, 4, 16, 1]
    assert tallies(partie, 0) == {}


def test_partners_share_their_contract_and_a_nil_is_its_bidders_ap_13_ap_16(evening: Evening) -> None:
    """Seat 0 bids nil and makes it, seat 2 its 3 with 5: 30 + 2 + 100; the others 7 with 8: 71."""
    partie = evening.partie(game="spades", target=132)
    evening.record(partie, bid_and_made(["nil", 3, 3, 4], 5, seat0=0))
    assert [seat[:3] for seat in seats(partie)] == [(0, 132, 1), (1, 71, 2)] * 2
    contract = {"contract_made": (1, 3, 30), "overtricks": (1, 2, 2)}
    assert tallies(partie, 0) == {**contract, "nil_made": (1, 0, 100)}
    assert tallies(partie, 2) == contract
    assert tallies(partie, 1) == tallies(partie, 3) == {"contract_made": (1, 7, 70), "overtricks": (1, 1, 1)}


def test_manches_after_the_end_do_not_count_dp_25(evening: Evening) -> None:
    """31 4 42 27 ends a partie to 40: the third manche is in the sheet, but changes nothing."""
    partie = evening.recorded("lowered_limit")
    evening.undo(partie)
    assert [total for _, total, _, _ in seats(partie)] == [57, 30, 42, 53]
    evening.redo(partie)
    result = {"limit": 40, "reached": [2], "totals": [31, 4, 42, 27]}
    ending = {"ending_why": "limit", "ending_after": 2, "ending_result": result}
    course = [[26, 0, 26, 26], [31, 4, 42, 27]]
    figures = {"gaps": 41, "swing": 26, "margin": 23}
    absent = "began_at", "played_at", "seconds", "comeback"
    stored = {name: value for name, value in summary(partie).items() if name not in absent}
    assert stored == {"manches": 3, "course": course, **ending, **figures}
    assert seats(partie) == [(0, 31, 3, False), (1, 4, 1, True), (2, 42, 4, False), (3, 27, 2, False)]
    assert tallies(partie, 0) == {"hearts": (1, 5, 5), "moon_against": (1, 0, 26)}


def test_the_winner_is_first_though_the_loser_has_more_points_pi_27(evening: Evening) -> None:
    """Elder's point of 4 and first lead make 95 a hundred, before the dealer's 24 and capot: 100 against 162."""
    partie = evening.recorded("loser_has_more")
    assert seats(partie) == [(0, 100, 1, True), (1, 162, 2, False)]
    assert [row["rank"] for row in stored_outcomes(db.session(), partie.id)] == [1, 2]


def test_the_course_of_a_partie_and_its_playing_time_are_summed_up_at_its_end(evening: Evening) -> None:
    """5 4 16 1, then 31 30 16 27, four minutes later. The winner was 15 behind, the mean gap is 20½."""
    partie = evening.recorded("won_by_volte")
    times = [dt.datetime(2026, 8, 27, 21, minute, tzinfo=dt.UTC) for minute in (0, 4)]
    with writing() as session:
        for version, at in enumerate(times, start=2):
            made = Change.partie_id == partie.id, Change.version == version
            session.execute(update(Change).where(*made).values(at=at))
    [*rebuild()]
    stored = summary(partie)
    assert (stored["comeback"], stored["margin"]) == (None, 11)
    assert (stored["swing"], stored["gaps"]) == (26, 41)
    assert (stored["began_at"], stored["played_at"], stored["seconds"]) == (*times, 240)


@pytest.mark.parametrize(
    ("minutes", "seconds"),
    [((0, 4, 70, 75), 540), ((0, 0.4, 0.9), None), ((5,), 0)],
    ids=["a pause of over an hour does not count", "typed in afterwards", "one manche"],
)
def test_how_long_a_partie_was_played(minutes: tuple[float, ...], seconds: int | None) -> None:
    begin = dt.datetime(2026, 8, 27, 21, tzinfo=dt.UTC)
    assert playing_times([begin + dt.timedelta(minutes=minute) for minute in minutes])["seconds"] == seconds


def test_a_card_writes_no_summary(evening: Evening) -> None:
    partie = evening.partie()
    evening.act(partie, entry.begin_cards, 0)
    statements: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        statements.append(statement)

    event.listen(db.engine, "before_cursor_execute", note)
    with evening.table(partie) as table:
        play_card(table, "2C")
    event.remove(db.engine, "before_cursor_execute", note)
    assert [statement for statement in statements if statement.startswith("INSERT INTO change")]
    assert [statement for statement in statements if "summary" in statement or "tally" in statement] == []


def test_a_rebuild_reports_and_corrects_a_wrong_summary(evening: Evening) -> None:
    partie = evening.partie()
    evening.record(partie, FIRST)
    number, before = partie.id, stored_rows(db.session(), partie.id)
    with writing() as session:
        session.execute(
            update(SeatSummary).where(SeatSummary.partie_id == number, SeatSummary.number == 1).values(total=7)
        )
        session.execute(
            update(Tally).where(Tally.partie_id == number, Tally.why == "queen").values(why="jack_of_diamonds")
        )
    assert found(number) == [f"partie {number}: its summary did not match its facts, and was rebuilt"]
    assert stored_rows(db.session(), number) == before
    assert found(number) == []


@pytest.mark.parametrize(
    ("damage", "report"),
    [
        ("UPDATE partie SET first_dealer = 3 WHERE id = :id", f"{OTHER}: first_dealer"),
        ("UPDATE seat SET counts_for = 1 WHERE partie_id = :id", f"{OTHER}: seat rows"),
        ("UPDATE manche SET note = 'x' WHERE partie_id = :id", f"{OTHER}: manches"),
        ("UPDATE change SET payload = '{}' WHERE partie_id = :id AND version = 2", f"{UNREADABLE} 2"),
        ("UPDATE change SET kind = 'later' WHERE partie_id = :id AND version = 2", f"{UNREADABLE} 2"),
        ("UPDATE change SET kind = 'undone' WHERE partie_id = :id AND version = 2", f"{UNREADABLE} 2"),
        ("DELETE FROM change WHERE partie_id = :id AND version = 2", "cannot be read: no_such_change at version 2"),
        ("UPDATE partie SET version = 5 WHERE id = :id", "cannot be read: no_such_change at version 5"),
        ("UPDATE base SET state = '{}' WHERE partie_id = :id", f"{UNREADABLE} 1"),
        ("DELETE FROM base WHERE partie_id = :id", "cannot be read: no_base at version 4"),
    ],
)
def test_a_log_that_does_not_lead_to_what_is_stored_is_reported(evening: Evening, damage: str, report: str) -> None:
    partie = evening.partie()
    evening.record(partie, FIRST)
    evening.make(partie, Abandoned())
    evening.undo(partie)
    number = partie.id
    assert found(number) == []
    with writing() as session:
        session.execute(text(damage), {"id": number})
        session.expire_all()
    assert found(number)[-1] == f"partie {number}: {report}"


def test_a_partie_of_a_later_version_gets_the_new_date_of_its_soiree(evening: Evening) -> None:
    partie = evening.recorded("replaced")
    day = dt.date(2026, 11, 22)
    with writing():
        partie.progress = {}
        carnets.edit_soiree(evening.soiree, evening.soiree.version, day, "", "")
    assert [row["held_on"] for row in stored_outcomes(db.session(), partie.id)] == [day] * 4


@pytest.fixture
def unreadable(evening: Evening) -> Iterator[Partie]:
    """Yield a partie whose only manche has unreadable facts; afterwards they are restored."""
    partie = evening.partie()
    (manche,) = evening.record(partie, FIRST)
    number = manche.id
    for facts in ({"taken": "rien"}, FIRST):
        with writing() as session:
            session.execute(update(Manche).where(Manche.id == number).values(facts=facts))
        if facts != FIRST:
            yield partie


def test_an_unreadable_partie_is_reported_and_listed_without_figures(evening: Evening, unreadable: Partie) -> None:
    number, other = unreadable.id, evening.partie()
    (report,) = found(number)
    assert report.startswith(f"partie {number}: cannot be read: ")
    assert db.session.scalar(select(Summary).where(Summary.partie_id == number)) is None
    first, second = lists.all_parties(evening.soiree)
    assert (first.id, first.manches, first.ranking, first.winners) == (number, None, [], [])
    assert first.names == ("Anne", "Luc", "Zoé", "Maxence")
    assert second.id == other.id
    playing = lists.resumable_parties(lists.latest_soirees_of([evening.carnet.id]))
    assert [listed.id for listed in playing] == [other.id]


def test_a_partie_that_can_be_read_again_gets_a_summary(evening: Evening, unreadable: Partie) -> None:
    number, manche = unreadable.id, unreadable.manches[0].id
    assert len(found(number)) == 1
    with writing() as session:
        session.execute(update(Manche).where(Manche.id == manche).values(facts=FIRST))
    assert found(number) == [f"partie {number}: its summary did not match its facts, and was rebuilt"]
    assert [total for _, total, _, _ in seats(db.session.get_one(Partie, number))] == [5, 4, 16, 1]
    assert len(lists.soirees_page(evening.carnet).items) == 1
