"""A soirée is over at six the next morning, but never within two hours of its last manche."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest
from record.evening import FIRST, SECOND
from sqlalchemy import update

from scorekeeper.partie.decide import partie as whole
from scorekeeper.record.carnet import carnets
from scorekeeper.record.database import writing
from scorekeeper.record.models import Change, ChangeKind
from scorekeeper.record.read_models import evenings

if TYPE_CHECKING:
    from record.evening import Evening
    from sqlalchemy import ColumnElement

    from scorekeeper.record.models import Partie

THE_14TH = dt.date(2026, 7, 14)


def july(moment: str) -> dt.datetime:
    """Return a moment of July 2026 on the server's clock: "15 01:00"."""
    return dt.datetime.strptime(f"2026-07-{moment}", "%Y-%m-%d %H:%M").astimezone()


def set_clock(monkeypatch: pytest.MonkeyPatch, now: dt.datetime) -> None:
    monkeypatch.setattr(evenings, "utc_now", lambda: now.astimezone(dt.UTC))


def set_time(partie: Partie, at: dt.datetime, *conditions: ColumnElement[bool]) -> None:
    """Set the time of the changes of a partie that meet these conditions."""
    with writing() as session:
        session.execute(update(Change).where(Change.partie_id == partie.id, *conditions).values(at=at))


def play_on_the_14th(evening: Evening, at: dt.datetime) -> None:
    """Date the soirée of 14 July, and play a manche at this time."""
    with writing():
        carnets.set_date_and_place(evening.soiree, THE_14TH, "")
    partie = evening.partie()
    evening.record(partie, FIRST)
    set_time(partie, at)


@pytest.mark.parametrize(
    ("held_on", "last_played", "now", "over"),
    [
        pytest.param(14, "14 22:30", "15 01:00", False, id="it goes on after midnight"),
        pytest.param(14, None, "15 05:59", False, id="a night without a manche"),
        pytest.param(14, None, "15 06:00", True, id="six in the morning"),
        pytest.param(14, "15 04:00", "15 06:00", True, id="the last manche two hours before six"),
        pytest.param(14, "15 05:30", "15 06:01", False, id="a manche at half past five"),
        pytest.param(14, "15 05:30", "15 07:29", False, id="two hours less a minute later"),
        pytest.param(14, "15 05:30", "15 07:30", True, id="two hours later"),
        pytest.param(14, "14 23:00", "31 21:00", True, id="weeks later"),
        pytest.param(1, "14 15:00", "14 16:59", False, id="typed in afterwards, still being typed"),
        pytest.param(1, "14 15:00", "14 17:00", True, id="typed in afterwards, two hours ago"),
        pytest.param(18, None, "14 21:00", False, id="planned"),
    ],
)
def test_a_soiree_is_over_at_six_and_two_hours_after_its_last_manche(
    held_on: int, last_played: str | None, now: str, *, over: bool
) -> None:
    played = None if last_played is None else july(last_played)
    assert evenings.is_over(dt.date(2026, 7, held_on), played, july(now)) is over


@pytest.mark.parametrize(("hour", "day"), [(5, 13), (6, 14), (23, 14)])
def test_the_day_of_a_soiree_ends_at_six(hour: int, day: int) -> None:
    assert evenings.soiree_day(july(f"14 {hour:02}:59")) == dt.date(2026, 7, day)


def test_only_play_keeps_an_earlier_soiree_going(evening: Evening) -> None:
    """A manche does, though a correction came after it; other changes and a deleted partie do not."""
    soiree, partie = evening.soiree, evening.partie()
    (manche,) = evening.record(partie, FIRST)

    def is_past() -> bool:
        past = evenings.is_past(soiree.id, soiree.held_on)
        assert evenings.current_soirees([soiree.id]) == ([] if past else [soiree.id])
        return past

    with evening.table(partie) as table:
        table.correct(manche, SECOND, "")
    assert not is_past()
    set_time(partie, dt.datetime.now(dt.UTC) - dt.timedelta(days=1), Change.kind != ChangeKind.CORRECTED)
    assert is_past()
    with evening.table(partie) as table:
        table.act(whole.abandon)
        table.act(whole.reopen)
    assert is_past()
    evening.record(partie, FIRST)
    assert not is_past()
    evening.act(partie, whole.remove)
    assert is_past()


@pytest.mark.parametrize(
    ("now", "days", "expected"),
    [
        pytest.param("14 22:00", (14,), 14, id="tonight"),
        pytest.param("15 01:00", (14,), 14, id="after midnight"),
        pytest.param("14 22:00", (13, 18), None, id="neither yesterday's nor one to come"),
        pytest.param("15 06:01", (14,), None, id="the next morning"),
    ],
)
def test_a_partie_begins_in_tonight_s_soiree(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, now: str, days: tuple[int, ...], expected: int | None
) -> None:
    with writing():
        for day in days:
            carnets.open_soiree(evening.carnet, dt.date(2026, 7, day), "")
    set_clock(monkeypatch, july(now))
    found = evenings.soiree_of_tonight(evening.carnet)
    assert (found and found.held_on.day) == expected


@pytest.mark.parametrize(("now", "goes_on"), [("15 06:01", True), ("15 07:30", False)])
def test_an_evening_that_goes_on_past_six_is_tonight_s(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, now: str, *, goes_on: bool
) -> None:
    play_on_the_14th(evening, july("15 05:30"))
    set_clock(monkeypatch, july(now))
    assert (evenings.soiree_of_tonight(evening.carnet) is evening.soiree) is goes_on


def test_manches_typed_in_the_next_afternoon_do_not_make_an_evening_tonight_s(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_on_the_14th(evening, july("15 15:00"))
    set_clock(monkeypatch, july("15 15:10"))
    assert not evenings.is_past(evening.soiree.id, THE_14TH)
    assert evenings.soiree_of_tonight(evening.carnet) is None
