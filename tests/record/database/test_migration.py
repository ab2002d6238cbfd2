"""Upgrade a filled database of an earlier version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sa
from record import applications
from record.evening import FIRST, THIRD, Evening, bid_and_made, cards, context, totals
from record.table import LEADERS, PLAYS
from support import earlier

from scorekeeper.record.carnet import carnets, merges
from scorekeeper.record.database import db, writing
from scorekeeper.record.database.schema import prepare
from scorekeeper.record.models import Base, Partie
from scorekeeper.record.read_models import statistics
from scorekeeper.record.read_models.rebuild import rebuild
from scorekeeper.record.sharing.recovery_code import code_digest, code_of, renew_code

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Flask

application = applications.alone()

BIDS = {"bids": [None, None, 3, None]}  # in the second manche, seat 2 bids first


@pytest.fixture(params=["0013", "0014", "0015", "0016"])
def schema(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def rows(url: str) -> Mapping[str, list[Any]]:
    """Return the rows of every table, without the codes of the carnets."""
    engine = sa.create_engine(url)
    with engine.connect() as connection:
        found = {table.name: connection.execute(sa.select(table)).all() for table in Base.metadata.sorted_tables}
    engine.dispose()
    return {name: sorted(map(repr, own)) for name, own in found.items() if name != "carnet"}


@pytest.mark.sweep("upgrades whole databases")
def test_an_upgraded_database_has_every_row_and_can_be_used(application: Flask, evening: Evening, schema: str) -> None:
    """Parties: one that ended, one with bids, one with cards, one deleted."""
    ended = evening.partie(limit=20)
    evening.record(ended, FIRST, THIRD)  # 28 5 17 2
    bidding = evening.partie(game="spades")
    evening.record(bidding, bid_and_made([4, 3, 1, 4], 6))
    evening.begin(bidding, BIDS)
    playing = evening.partie()
    with evening.table(playing) as table:
        table.begin_cards(LEADERS["hearts"])
        table.play(PLAYS["hearts"][0])
    away = evening.partie(limit=10)
    evening.record(away, FIRST)
    with evening.table(away) as table:
        table.delete_partie()
    for merged, other in (("Zoe", "Zo"), ("Zoé", "Zoe")):
        evening.partie(other, "Luc", "Maxence")
        with writing():
            merges.merge_players(evening.player(merged), evening.player(other), evening.access)
    numbers = [partie.id for partie in (ended, bidding, playing)]
    chosen = statistics.PartieFilter(evening.carnet.id, "hearts")
    figures = statistics.player_figures(chosen)
    key = evening.carnet.id
    db.session.remove()
    db.engine.dispose()
    url = application.config["SQLALCHEMY_DATABASE_URI"]
    before = rows(url)
    earlier.prepare_at(url, schema)
    prepare(url)
    prepare(url)
    assert rows(url) == before
    assert statistics.player_figures(chosen) == figures
    assert [one for one in rebuild() if one.partie_id in numbers] == []
    first, second, third = (db.session.get_one(Partie, number) for number in numbers)
    assert totals(first)[-1] == (28, 5, 17, 2)
    assert (totals(second), context(second)) == ([(51, 70)], BIDS)
    assert (cards(third) or {})["plays"] == [PLAYS["hearts"][0]]
    assert first.soiree.carnet_id == key


def test_a_code_of_an_earlier_version_is_valid_but_cannot_be_shown(application: Flask, evening: Evening) -> None:
    assert evening.carnet.id
    db.session.remove()
    db.engine.dispose()
    url = application.config["SQLALCHEMY_DATABASE_URI"]
    earlier.prepare_at(url)
    prepare(url)
    with writing():
        carnet = carnets.open_by_code(earlier.CODE).carnet
    assert (carnet.code_digest, carnet.code_renewals, code_of(carnet)) == (code_digest(earlier.CODE), 0, None)
    with writing():
        renew_code(carnet)
    assert len(code_of(carnet) or "") == 16


@pytest.mark.parametrize("state", ["begun", "played"])
def test_a_partie_has_at_most_one_current_manche(evening: Evening, state: str) -> None:
    partie = evening.partie(game="spades")
    evening.begin(partie, {"bids": [None, 3, None, None]})
    insert = "INSERT INTO manche (partie_id, position, state, facts, note) VALUES (:partie, 9, :state, '{}', '')"
    second = sa.text(insert), {"partie": partie.id, "state": state}
    with pytest.raises(sa.exc.IntegrityError), writing() as session:
        session.execute(*second)
