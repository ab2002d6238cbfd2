"""The demonstration carnet, filled by the command in a process of its own, where no other game is installed."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select
from support import commands

from scorekeeper.record.database import db, open_database
from scorekeeper.record.models import Change, Partie, Player, Soiree, Stake, StakePer
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.record.read_models.evenings import soiree_day

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorekeeper.record.partie.scored_partie import ScoredPartie

pytestmark = pytest.mark.sweep("starts a real process")

THURSDAY = 3


@pytest.fixture(scope="module")
def soirees(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sequence[Soiree]]:
    folder = tmp_path_factory.mktemp("demo")
    assert commands.run(folder, "demo").returncode == 0
    with open_database(f"sqlite:///{folder / 'instance' / 'scorekeeper.sqlite3'}"):
        yield db.session.scalars(select(Soiree).order_by(Soiree.held_on)).all()


@pytest.fixture(scope="module")
def parties(soirees: Sequence[Soiree]) -> list[ScoredPartie]:
    query = select(Partie).where(Partie.soiree_id.in_(soiree.id for soiree in soirees)).order_by(Partie.id)
    return [score_partie(partie) for partie in db.session.scalars(query)]


def test_it_has_sixty_soirees_of_two_years_the_last_one_tonight(soirees: Sequence[Soiree]) -> None:
    """Mostly on Thursdays, none in July and August, each on a day of its own."""
    days = [soiree.held_on for soiree in soirees]
    assert (len(days), len({*days})) == (60, 60)
    assert dt.timedelta(days=550) < days[-1] - days[0] < dt.timedelta(days=732)
    assert {day.month for day in days[:-1]}.isdisjoint({7, 8})
    assert sum(day.weekday() == THURSDAY for day in days) > 40
    stakes = db.session.scalars(select(Stake.per)).all()
    assert 10 < len(stakes) < 30
    assert {*stakes} == {*StakePer}
    assert 30 < sum(bool(soiree.place) for soiree in soirees) < 60
    assert 5 < sum(bool(soiree.notes) for soiree in soirees) < 20


def test_eight_players_of_different_names_play_every_game(parties: list[ScoredPartie]) -> None:
    names = db.session.scalars(select(Player.name)).all()
    assert len(names) == 8
    assert {len(name) for name in names} >= {2, 24}
    assert "Zoé" in names
    tables = Counter((scored.game.slug, scored.seats) for scored in parties)
    assert {*tables} == {("hearts", 3), ("hearts", 4), ("hearts", 5), ("spades", 3), ("spades", 4), ("piquet", 2)}
    assert min(tables.values()) > 5


def test_some_parties_are_tied_abandoned_or_played_by_others_and_one_goes_on(parties: list[ScoredPartie]) -> None:
    endings = [scored.ending for scored in parties if scored.ending]
    assert sum(len(ending.winners) > 1 for ending in endings) >= 2
    assert 3 < sum(scored.abandoned for scored in parties) < 12
    assert 5 < sum(len(scored.partie.participants) > scored.seats for scored in parties) < 25
    (going_on,) = [scored for scored in parties if not scored.over]
    assert going_on is parties[-1]
    assert len(going_on.manches) == 5


def test_feats_are_as_rare_as_in_real_play(parties: list[ScoredPartie]) -> None:
    """A volte in about thirty manches, a zero in six, of which one in three fails, a capot in seventy coups."""
    manches, feats = Counter[str](), Counter[str]()
    for scored in parties:
        manches[scored.game.slug] += len(scored.manches)
        for row in scored.sheet.manches:
            feats.update({line.why for line in row.lines})
    assert 1 / 50 < feats["moon"] / manches["hearts"] < 1 / 20
    assert 1 / 10 < (feats["nil_made"] + feats["nil_failed"]) / manches["spades"] < 1 / 4
    assert 1 / 4 < feats["nil_failed"] / (feats["nil_made"] + feats["nil_failed"]) < 1 / 2
    assert 0 < feats["capot"] / manches["piquet"] < 1 / 20


def test_the_manches_of_an_evening_are_recorded_a_few_minutes_apart(soirees: Sequence[Soiree]) -> None:
    times = [_times_of(soiree) for soiree in soirees]
    assert dt.timedelta() <= dt.datetime.now(dt.UTC) - times[-1][-1] < dt.timedelta(minutes=5)
    evenings = zip(soirees[:-1], times, strict=False)
    assert [soiree.held_on for soiree, own in evenings if {soiree_day(at) for at in own} != {soiree.held_on}] == []
    assert {at.astimezone().hour for own in times[:-1] for at in own} == {20, 21, 22, 23, 0, 1}
    pauses = [after - before for own in times for before, after in pairwise(own)]
    assert len(pauses) > 1000
    assert max(pauses) <= dt.timedelta(minutes=21)
    assert dt.timedelta(minutes=4) < sum(pauses, dt.timedelta()) / len(pauses) < dt.timedelta(minutes=8)


def _times_of(soiree: Soiree) -> Sequence[dt.datetime]:
    """Return when each change of its parties was recorded, oldest first."""
    query = select(Change.at).join(Partie, Partie.id == Change.partie_id).where(Partie.soiree_id == soiree.id)
    return db.session.scalars(query.order_by(Change.at)).all()
