"""Lists have pages and a constant number of queries, and replay no partie."""

from __future__ import annotations

import datetime as dt
import re
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from record import applications
from sqlalchemy import event, update
from web import full_carnet
from web.test_pages import readable
from web.visitor import FOUR, Visitor

from scorekeeper.games import GAMES
from scorekeeper.partie.changes import Removed
from scorekeeper.record.carnet import carnets
from scorekeeper.record.database import db
from scorekeeper.record.models import Manche, Partie, Soiree
from scorekeeper.record.partie import journal
from scorekeeper.record.partie.open_partie import open_partie
from scorekeeper.record.read_models import rebuild as summaries

if TYPE_CHECKING:
    from collections.abc import Iterator

    from web.visitor import Page, Table

FEW, MANY = 2, 65
MOST_QUERIES = 10
FIRST_DAY = dt.date(2026, 1, 1)

application = applications.alone("sqlite")


def furnish(visitor: Visitor, count: int) -> int:
    """Create `count` soirées, one a day, and as many deleted ones, retired players, and parties of the last soirée.

    Return the id of the last soirée.
    """
    with visitor.writing():
        carnet, access = visitor.row(), visitor.access()
        players = [carnets.add_player(carnet, name) for name in FOUR]
        for number in range(count):
            carnets.retire_player(carnets.add_player(carnet, f"Ancien {number}"))
            soiree = carnets.open_soiree(carnet, FIRST_DAY + dt.timedelta(number), "")
            gone = carnets.open_soiree(carnet, FIRST_DAY + dt.timedelta(number), "")
            journal.start_partie(soiree, "hearts", players, {}, 0, access)
            carnets.delete_soiree(gone)
        for number in range(count - 1):
            journal.start_partie(soiree, "hearts", players, {}, number % 4, access)
            with open_partie(journal.start_partie(soiree, "hearts", players, {}, 0, access), None, access) as opened:
                opened.make(Removed())
        return soiree.id


@pytest.fixture(scope="module")
def carnet(application: Any) -> tuple[Visitor, int]:  # noqa: ANN401 - the application
    """Return a browser with a long carnet, and the id of its last soirée, for tests that only read."""
    visitor = Visitor(application).with_carnet()
    return visitor, furnish(visitor, MANY)


@contextmanager
def queries(visitor: Visitor) -> Iterator[list[str]]:
    """Yield the list of the queries inside the block."""
    made: list[str] = []
    with statements(visitor) as executed:
        yield made
    made.extend(statement for statement, _ in executed)


@contextmanager
def statements(visitor: Visitor) -> Iterator[list[tuple[str, Any]]]:
    """Yield the list of the statements inside the block, with their values."""
    made: list[tuple[str, Any]] = []

    def note(_connection: object, _cursor: object, statement: str, values: object, *_more: object) -> None:
        if not statement.startswith("BEGIN"):
            made.append((statement, values))

    with visitor.app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    yield made
    event.remove(engine, "before_cursor_execute", note)


def links(page: Page, path: str) -> list[int]:
    """Return the ids of the links to this path, in order; a partie to resume is before the others and in the dock."""
    found = (re.search(rf"/{path}/(\d+)$", given.get("href", "")) for _, given in page.tags)
    ids = [int(match[1]) for match in found if match]
    return sorted(set(ids)) if path == "parties" else ids


def turn(visitor: Visitor, page: Page, name: str) -> Page | None:
    """Return the page of earlier entries, None without one."""
    targets = [given["href"] for _, given in page.tags if given.get("rel") == "prev" and f"{name}=" in given["href"]]
    return visitor.get(targets[0]) if targets else None


@pytest.mark.sweep("fills a whole carnet")
@pytest.mark.parametrize("address", ["", "soirees/{soiree}", "players"])
def test_a_long_list_costs_as_many_queries_as_a_short_one(
    visitor: Visitor, carnet: tuple[Visitor, int], address: str
) -> None:
    costs = []
    for one, soiree in ((visitor, furnish(visitor, FEW)), carnet):
        with queries(one) as made:
            assert one.get(f"{one.carnet}/{address.format(soiree=soiree)}").status == 200
        costs.append(len(made))
    assert costs[0] == costs[1] <= MOST_QUERIES


@pytest.mark.sweep("visits every page")
def test_no_page_reads_a_whole_table(visitor: Visitor) -> None:
    full = full_carnet.furnish(visitor)
    with statements(visitor) as made:
        for address in readable(visitor, full):
            visitor.get(address)
        visitor.record(full.table)
    with visitor.app.app_context(), db.engine.connect() as connection:
        explained = [
            (step, statement)
            for statement, values in made
            if not isinstance(values, list)  # inserts of several rows
            for *_, step in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
        ]
    assert len(explained) > len(made) / 2
    assert [one for one in explained if re.match(r"SCAN (?!CONSTANT ROW|\(subquery|anon_)", one[0])] == []


def test_the_carnets_of_a_browser_are_two_queries(visitor: Visitor) -> None:
    stored: dict[str, list[int]] = {}
    for _ in range(3):
        with visitor.with_carnet().client.session_transaction() as session:
            session["carnets"] = stored = {**stored, **session["carnets"]}
    with queries(visitor) as made:
        page = visitor.get("/carnets")
    assert len([given for _, given in page.tags if given.get("href", "").startswith("/c/")]) == 3
    assert len(made) == 2  # the carnets, and their latest soirées


def test_no_list_replays_a_partie(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    table = visitor.with_manche()

    def score(*_given: object) -> None:
        raise AssertionError

    for slug, game in GAMES.items():
        monkeypatch.setitem(GAMES, slug, replace(game, score=score))
    for address in (f"{visitor.carnet}/", table.soiree, f"{visitor.carnet}/players"):
        page = visitor.get(address)
        assert page.status == 200
        assert address.endswith("/players") or "Zoé 16" in page.text


@pytest.mark.sweep("fills a whole carnet")
def test_the_pages_of_a_carnet_go_from_the_latest_soirees_to_the_first(carnet: tuple[Visitor, int]) -> None:
    visitor, last = carnet
    page = visitor.get(f"{visitor.carnet}/")
    # The first link is that of the last evening, told above the list.
    listed = [links(page, "soirees")[1:]]
    while (older := turn(visitor, page, "page")) is not None:
        page = older
        listed.append(links(page, "soirees"))
    assert [len(each) for each in listed] == [12, 12, 12, 12, 12, 5]
    assert listed[0][0] == last
    whole = [soiree for each in listed for soiree in each]
    assert whole == sorted(whole, reverse=True)
    assert "En cours" not in page.text


@pytest.mark.sweep("fills a whole carnet")
def test_the_carnet_shows_the_latest_current_parties(carnet: tuple[Visitor, int]) -> None:
    visitor, soiree = carnet
    shown = links(visitor.get(f"{visitor.carnet}/"), "parties")
    begun = links(visitor.get(f"{visitor.carnet}/soirees/{soiree}"), "parties")
    assert shown == begun[-12:]


@pytest.mark.sweep("fills a whole carnet")
def test_a_long_soiree_shows_its_latest_parties_in_order(carnet: tuple[Visitor, int]) -> None:
    visitor, soiree = carnet
    page = visitor.get(f"{visitor.carnet}/soirees/{soiree}")
    listed = [links(page, "parties")]
    while (older := turn(visitor, page, "page")) is not None:
        page = older
        listed.insert(0, links(page, "parties"))
    assert [len(each) for each in listed] == [5, 30, 30]
    whole = [partie for each in listed for partie in each]
    assert whole == sorted(whole)


@pytest.mark.sweep("fills a whole carnet")
def test_deleted_soirees_have_their_own_pages(carnet: tuple[Visitor, int]) -> None:
    visitor, soiree = carnet
    deleted = visitor.get(f"{visitor.carnet}/soirees/{soiree}").forms
    assert len([form for form in deleted if form.action.endswith("/restore")]) == MANY - 1
    page = visitor.get(f"{visitor.carnet}/")
    restores = [len([form for form in page.forms if form.action.endswith("/restore")])]
    while (older := turn(visitor, page, "deleted")) is not None:
        page = older
        restores.append(len([form for form in page.forms if form.action.endswith("/restore")]))
        assert ("details", {"class": "rare-actions", "open": ""}) in page.tags
    assert restores[:2] == [12, 12]
    assert sum(restores) == MANY


def test_a_long_list_of_players_starts_with_the_newest(visitor: Visitor) -> None:
    with visitor.writing():
        for number in range(104):
            carnets.add_player(visitor.row(), f"Joueur {number}")
    page = visitor.get(f"{visitor.carnet}/players")
    assert ("Joueur 103" in page.text, "Joueur 4 " in page.text, "Joueur 3 " in page.text) == (True, True, False)
    older = turn(visitor, page, "page")
    assert older is not None
    assert [name in older.text for name in ("Joueur 0", "Joueur 3", "Joueur 103")] == [True, True, False]
    assert turn(visitor, older, "page") is None


@pytest.mark.parametrize("number", ["0", "2", "-1", "x", "99999", "100000", "9" * 400, "²", ""])
def test_a_page_beyond_a_list_is_not_found(visitor: Visitor, number: str) -> None:
    table = visitor.set_table()
    for address in (f"{visitor.carnet}/", table.soiree, f"{visitor.carnet}/players"):
        for name in ("page", "deleted", "retired"):
            known = name in {"page", "retired" if address.endswith("/players") else "deleted"}
            known = known and (name, address) != ("deleted", table.soiree)
            assert visitor.get(f"{address}?{name}={number}").status == (404 if known else 200)


@pytest.mark.sweep("fills a whole carnet")
def test_an_unreadable_partie_does_not_affect_the_rest_of_its_soiree(visitor: Visitor) -> None:
    table = visitor.with_manche()
    with visitor.writing() as session:
        soiree = session.get_one(Soiree, table.soiree_id)
        partie = session.get_one(Partie, table.partie_id)
        players = partie.seated_players
        other = journal.start_partie(soiree, "hearts", players, {}, 0, None)
        facts = partie.manches[0].facts
        session.execute(update(Manche).where(Manche.partie_id == table.partie_id).values(facts={"taken": "rien"}))
        numbers = [table.partie_id, other.id]
    rebuild(visitor, table, 1)
    page = visitor.get(table.soiree)
    assert (page.status, links(page, "parties")) == (200, numbers)
    assert "feuille illisible" in page.text
    assert links(visitor.get(f"{visitor.carnet}/"), "parties") == numbers[1:]
    with visitor.writing() as session:
        session.execute(update(Manche).where(Manche.partie_id == table.partie_id).values(facts=facts))
    rebuild(visitor, table, 0)
    assert "Zoé 16" in visitor.get(table.soiree).text


def rebuild(visitor: Visitor, table: Table, unreadable: int) -> None:
    """Rebuild the summaries from a partie on, and assert the number of unreadable parties."""
    with visitor.app.app_context():
        found = [one for one in summaries.rebuild(table.partie_id - 1) if isinstance(one, summaries.UnreadablePartie)]
    assert len(found) == unreadable
