"""A soirée is over at six the next morning, but never within two hours of its last manche."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest
from record.evening import FIRST, SECOND
from sqlalchemy import update

from scorekeeper.partie.changes import Abandoned, Removed, Reopened
from scorekeeper.record.carnet import carnets
from scorekeeper.record.database import writing
from scorekeeper.record.models import Change
from scorekeeper.record.read_models import evenings

if TYPE_CHECKING:
    from collections.abc import Callable

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
    assert evenings.is_over(dt.date(2026, 7, held_on), None, played, july(now)) is over


@pytest.mark.parametrize(("hour", "day"), [(5, 13), (6, 14), (23, 14)])
def test_the_day_of_a_soiree_ends_at_six(hour: int, day: int) -> None:
    assert evenings.soiree_day(july(f"14 {hour:02}:59")) == dt.date(2026, 7, day)


@pytest.mark.parametrize(
    ("zone", "utc", "day"),
    [
        # Papeete, ten hours behind UTC: half past eight in the evening, midnight and six o'clock of New Year's day.
        ("Pacific/Tahiti", "2026-11-29 06:30", "2026-11-28"),
        ("Pacific/Tahiti", "2027-01-01 09:30", "2026-12-31"),
        ("Pacific/Tahiti", "2027-01-01 15:59", "2026-12-31"),
        ("Pacific/Tahiti", "2027-01-01 16:00", "2027-01-01"),
        # Nouméa, eleven hours ahead: four in the afternoon, an hour after midnight, the afternoon of New Year's day.
        ("Pacific/Noumea", "2026-11-28 05:00", "2026-11-28"),
        ("Pacific/Noumea", "2026-12-31 14:00", "2026-12-31"),
        ("Pacific/Noumea", "2027-01-01 05:00", "2027-01-01"),
        # Saint-Denis, four hours ahead: half past nine in the morning, half past one and six of New Year's day.
        ("Indian/Reunion", "2026-11-28 05:30", "2026-11-28"),
        ("Indian/Reunion", "2026-12-31 21:30", "2026-12-31"),
        ("Indian/Reunion", "2027-01-01 02:00", "2027-01-01"),
        # Pointe-à-Pitre, four hours behind: half past two at night, half past eleven of New Year's Eve, before six.
        ("America/Guadeloupe", "2026-11-29 06:30", "2026-11-28"),
        ("America/Guadeloupe", "2027-01-01 03:30", "2026-12-31"),
        ("America/Guadeloupe", "2027-01-01 09:59", "2026-12-31"),
        # Montréal, five hours behind: 01:30 comes twice on 1 November, 02:30 never on 14 March.
        ("America/Toronto", "2026-11-01 05:30", "2026-10-31"),
        ("America/Toronto", "2026-11-01 06:30", "2026-10-31"),
        ("America/Toronto", "2026-11-01 10:59", "2026-10-31"),
        ("America/Toronto", "2026-11-01 11:00", "2026-11-01"),
        ("America/Toronto", "2027-03-14 09:59", "2027-03-13"),
        ("America/Toronto", "2027-03-14 10:00", "2027-03-14"),
        ("America/Toronto", "2027-01-01 04:30", "2026-12-31"),
        # Not known, so the server's.
        (None, "2026-11-29 05:59", "2026-11-28"),
        ("Pacific/Atlantis", "2026-11-29 06:00", "2026-11-29"),
    ],
)
def test_the_day_of_a_soiree_is_that_of_its_zone(
    set_server_zone: Callable[[str], None], zone: str | None, utc: str, day: str
) -> None:
    set_server_zone("UTC")
    assert str(evenings.soiree_day(dt.datetime.fromisoformat(f"{utc}+00:00"), zone)) == day


@pytest.mark.parametrize(("utc", "day"), [("2026-10-25 04:59", 24), ("2026-10-25 05:00", 25), ("2027-03-28 03:59", 27)])
def test_tz_sets_the_zone_of_the_server(set_server_zone: Callable[[str], None], utc: str, day: int) -> None:
    """In Paris 02:30 comes twice on 25 October, and never on 28 March."""
    set_server_zone("Europe/Paris")
    assert evenings.soiree_day(dt.datetime.fromisoformat(f"{utc}+00:00")).day == day


@pytest.mark.parametrize(
    "name", [None, "", "Pacific/Atlantis", "America", "../zone.tab", "Pacific/Tahiti\0", "x" * 999]
)
def test_an_unknown_zone_is_none(name: str | None) -> None:
    assert evenings.find_zone(name) is None


def test_a_soiree_is_over_in_its_own_zone() -> None:
    """At six in Papeete, which is four in the afternoon in UTC."""
    day, six = dt.date(2026, 11, 28), dt.datetime(2026, 11, 29, 16, tzinfo=dt.UTC)
    assert not evenings.is_over(day, "Pacific/Tahiti", None, six - dt.timedelta(minutes=1))
    assert evenings.is_over(day, "Pacific/Tahiti", None, six)


def test_only_play_keeps_an_earlier_soiree_going(evening: Evening) -> None:
    """A manche does, though a correction came after it; other changes and a deleted partie do not."""
    soiree, partie = evening.soiree, evening.partie()
    (manche,) = evening.record(partie, FIRST)

    def is_past() -> bool:
        past = evenings.is_past(soiree)
        assert evenings.current_soirees([soiree.id]) == ([] if past else [soiree.id])
        return past

    with evening.table(partie) as table:
        table.correct(manche, SECOND, "")
    assert not is_past()
    set_time(partie, dt.datetime.now(dt.UTC) - dt.timedelta(days=1), Change.kind != "corrected")
    assert is_past()
    with evening.table(partie) as table:
        table.make(Abandoned())
        table.make(Reopened())
    assert is_past()
    evening.record(partie, FIRST)
    assert not is_past()
    evening.make(partie, Removed())
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


@pytest.mark.parametrize(
    ("zone", "utc"),
    [
        ("Pacific/Kiritimati", "13 12:00"),  # two in the morning of the 14th, fourteen hours ahead
        ("Pacific/Kiritimati", "13 16:00"),
        ("Etc/GMT+12", "15 17:59"),  # 05:59 of the 15th, twelve hours behind
    ],
)
def test_tonight_s_soiree_is_found_in_every_zone(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, zone: str, utc: str
) -> None:
    with writing():
        soiree = carnets.open_soiree(evening.carnet, THE_14TH, zone=zone)
    now = dt.datetime.fromisoformat(f"2026-07-{utc}+00:00")
    set_clock(monkeypatch, now)
    assert evenings.soiree_of_tonight(evening.carnet) is soiree
    set_clock(monkeypatch, now + dt.timedelta(days=2))
    assert evenings.soiree_of_tonight(evening.carnet) is None


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
    assert not evenings.is_past(evening.soiree)
    assert evenings.soiree_of_tonight(evening.carnet) is None
