"""The main pages on PostgreSQL; the other tests of the pages run on SQLite.

The differences between the two databases concern the record, whose tests run on both.
"""

from __future__ import annotations

import pytest
from web.full_carnet import addresses, furnish
from web.playing import second_device
from web.transfer.test_exchange import export_carnet, send_twice
from web.visitor import HAND, Visitor, hearts

from scorekeeper.record.sharing.recovery_code import code_of

pytestmark = pytest.mark.parametrize("application", ["postgresql"], indirect=True)


def test_a_carnet_is_created_and_opened_again_with_its_code(stranger: Visitor) -> None:
    stranger.open_carnet("Les jeudis")
    assert stranger.press(f"{stranger.carnet}/players", "/players", {"name": "Anne"}).status == 303
    assert stranger.press(f"{stranger.carnet}/players", "/players", {"name": "anne"}).status == 422
    with stranger.app.app_context():
        code = code_of(stranger.row())
    other = Visitor(stranger.app)
    assert other.press("/open", "/open", {"code": code}).location == f"{stranger.carnet}/"
    assert "Anne" in other.get(f"{stranger.carnet}/players").text


def test_every_page_of_a_furnished_carnet_can_be_read(visitor: Visitor) -> None:
    full = furnish(visitor)
    visitor.app.config["CONTACT"] = "mailto:anne@example.org"  # without one, its address is a 404
    for _, address in addresses(visitor.app, "GET", full.ids):
        assert visitor.get(address).status in {200, 302}, address
    for table in (full.table, full.spades, full.piquet, full.cards):
        assert visitor.get(f"{table.partie}?entry=open").status == 200


def test_a_carnet_is_exported_and_imported(visitor: Visitor, stranger: Visitor) -> None:
    visitor.record(visitor.set_table(), HAND)
    content = export_carnet(visitor)
    places = send_twice(stranger, content)
    stranger.key = places[0].split("/")[2]
    assert (places[1], export_carnet(stranger)) == (places[0], content)


def test_of_two_concurrent_writes_one_is_stale(visitor: Visitor) -> None:
    table = visitor.set_table()
    other = second_device(visitor)
    mine, theirs = visitor.get(table.new), other.get(table.new)
    assert visitor.send(mine, "/manches/new", HAND).status == 303
    late = other.send(theirs, "/manches/new", hearts(2, 3, 7, 1, queen=0))
    assert (late.status, "Déjà noté : la manche 1" in late.refusal()) == (409, True)
    assert visitor.send(mine, "/manches/new", HAND).status == 303
    assert visitor.totals(table) == [(5, 4, 16, 1)]
