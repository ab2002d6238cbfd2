"""Concurrent requests, each with its own connection, on each database."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING, TypeVar

import pytest
from record.evening import FIRST, SECOND, THIRD, Evening, changes, totals

from scorekeeper.record.carnet import carnets
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Carnet, Manche, Partie, Soiree
from scorekeeper.record.partie.open_partie import open_partie
from scorekeeper.record.read_models.statistics import PartieFilter, player_figures
from scorekeeper.record.refusals import RefusedError, StaleError
from scorekeeper.record.submissions import once

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

pytestmark = pytest.mark.sweep("several writers at once, waited for")

Result = TypeVar("Result")
CLIENTS = 8


def together(application: Flask, act: Callable[[int], Result], clients: int = CLIENTS) -> list[Result | Exception]:
    """Call `act` at the same moment in several threads, each in its own application context; return the results."""
    db.session.rollback()
    start = Barrier(clients)

    def client(number: int) -> Result | Exception:
        with application.app_context():
            db.session.connection()  # connected before the start, so that all start at once
            start.wait(timeout=30)
            try:
                return act(number)
            except RefusedError as error:
                return error

    with ThreadPoolExecutor(clients) as pool:
        results = list(pool.map(client, range(clients)))
    db.session.rollback()
    db.session.expire_all()  # read what the threads wrote
    return results


def result_keys(results: list[Result | Exception]) -> list[str]:
    return sorted(one.key if isinstance(one, RefusedError) else "done" for one in results)


def test_of_concurrent_manches_for_one_version_one_is_recorded(application: Flask, evening: Evening) -> None:
    partie = evening.partie()
    partie_id = partie.id

    def record(_: int) -> int:
        with writing(), open_partie(db.session.get_one(Partie, partie_id), 1, None) as opened:
            return opened.record(FIRST, "").id

    results = together(application, record)
    assert result_keys(results) == ["done"] + ["stale"] * (CLIENTS - 1)
    stale = [one for one in results if isinstance(one, StaleError)]
    assert all(one.details["count"] == 1 for one in stale)
    assert totals(partie) == [(5, 4, 16, 1)]
    assert changes(partie) == [(1, "started"), (2, "recorded")]


def test_of_concurrent_corrections_undos_and_rules_one_succeeds(application: Flask, evening: Evening) -> None:
    partie = evening.partie()
    (manche,) = evening.record(partie, FIRST)
    partie_id, manche_id = partie.id, manche.id

    def act(number: int) -> str:
        with writing(), open_partie(db.session.get_one(Partie, partie_id), 2, None) as opened:
            if number % 4 == 0:
                opened.correct(db.session.get_one(Manche, manche_id), THIRD, "")
            elif number % 4 == 1:
                opened.undo()
            elif number % 4 == 2:
                opened.change_rules({"limit": 40 + number})
            else:
                opened.record(SECOND, "")
        return "done"

    assert result_keys(together(application, act)) == ["done"] + ["stale"] * (CLIENTS - 1)
    assert len(changes(partie)) == 3


def test_the_same_form_sent_concurrently_is_one_manche_and_one_answer(application: Flask, evening: Evening) -> None:
    partie = evening.partie()
    partie_id, digest = partie.id, f"{evening.carnet.key}-same"

    def send(_: int) -> str:
        def act() -> str:
            with open_partie(db.session.get_one(Partie, partie_id), 1, None) as opened:
                return f"/manches/{opened.record(FIRST, '').id}"

        return once(digest, act)

    results = together(application, send)
    assert len(set(results)) == 1
    assert str(results[0]).startswith("/manches/")
    assert totals(partie) == [(5, 4, 16, 1)]


def test_the_same_refused_form_sent_concurrently_is_refused_every_time(application: Flask, evening: Evening) -> None:
    partie = evening.partie()
    partie_id, digest = partie.id, f"{evening.carnet.key}-refused"

    def send(_: int) -> str:
        def act() -> str:
            with open_partie(db.session.get_one(Partie, partie_id), 99, None) as opened:
                opened.record(FIRST, "")
            return "/never"

        return once(digest, act)

    assert result_keys(together(application, send)) == ["stale"] * CLIENTS
    assert totals(partie) == []


def test_of_concurrent_requests_to_add_a_player_one_succeeds(application: Flask, evening: Evening) -> None:
    carnet_id = evening.carnet.id

    def add(number: int) -> str:
        with writing():
            name = "Zoé" if number % 2 else "ZOÉ"
            return carnets.add_player(db.session.get_one(Carnet, carnet_id), name).name

    assert result_keys(together(application, add)) == ["done"] + ["name_taken"] * (CLIENTS - 1)
    assert len(evening.carnet.players) == 1


def test_concurrent_requests_to_save_rules_under_one_name_save_one(application: Flask, evening: Evening) -> None:
    carnet_id = evening.carnet.id

    def save(number: int) -> str:
        with writing():
            carnet = db.session.get_one(Carnet, carnet_id)
            return carnets.save_preset(carnet, "hearts", "Chez nous", 4, {"limit": 40 + number}).name

    assert result_keys(together(application, save)) == ["done"] * CLIENTS
    assert [preset.name for preset in evening.carnet.presets] == ["Chez nous"]


def test_concurrent_writers_of_different_parties_all_succeed(application: Flask, evening: Evening) -> None:
    parties = [evening.partie() for _ in range(CLIENTS)]
    ids = [partie.id for partie in parties]

    def record(number: int) -> str:
        for facts in (FIRST, SECOND, THIRD):
            with writing():
                partie = db.session.get_one(Partie, ids[number])
                with open_partie(partie, partie.version, None) as opened:
                    opened.record(facts, "")
        return "done"

    assert result_keys(together(application, record)) == ["done"] * CLIENTS
    assert all(totals(partie)[-1] == (54, 31, 17, 28) for partie in parties)


def test_parties_that_end_concurrently_all_count(application: Flask, evening: Evening) -> None:
    """Each of eight parties to 10 ends with its first manche, 5 4 16 1, and the fourth seat wins."""
    parties = [evening.partie(limit=10).id for _ in range(CLIENTS)]
    carnet_id, winner = evening.carnet.id, evening.player("Maxence").id

    def end(number: int) -> int:
        with writing(), open_partie(db.session.get_one(Partie, parties[number]), None, None) as opened:
            return opened.record(FIRST, "").id

    assert result_keys(together(application, end)) == ["done"] * CLIENTS
    (found,) = [one for one in player_figures(PartieFilter(carnet_id, "hearts")) if one.player_id == winner]
    assert (found.parties, found.won, found.points) == (CLIENTS, CLIENTS, CLIENTS)


def test_a_partie_that_ends_while_its_soiree_is_deleted_does_not_count(application: Flask, evening: Evening) -> None:
    parties = [evening.partie(limit=10).id for _ in range(CLIENTS)]
    carnet_id, soiree_id = evening.carnet.id, evening.soiree.id

    def end_or_delete(number: int) -> None:
        with writing() as session:
            if number == 0:
                carnets.delete_soiree(session.get_one(Soiree, soiree_id))
                return
            with open_partie(session.get_one(Partie, parties[number]), None, None) as opened:
                opened.record(FIRST, "")

    together(application, end_or_delete)
    assert player_figures(PartieFilter(carnet_id, "hearts")) == []
    with writing() as session:
        carnets.restore_soiree(session.get_one(Soiree, soiree_id))
    assert {one.parties for one in player_figures(PartieFilter(carnet_id, "hearts"))} == {CLIENTS - 1}
