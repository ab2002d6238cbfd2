"""The main pages on PostgreSQL; the other tests of the pages run on SQLite.

The differences between the two databases concern the record, whose tests run on both.
"""

from __future__ import annotations

import pytest
from web.full_carnet import addresses, furnish
from web.playing import bid, lead, play, play_quickly, plays, recorded, second_device
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
    for _, address in addresses(visitor.app, "GET", full.ids):
        assert visitor.get(address).status in {200, 302}, address
    for table in (full.table, full.spades, full.piquet, full.cards):
        assert visitor.get(f"{table.partie}?entry=open").status == 200


def test_a_manche_is_recorded_corrected_undone_and_restored(visitor: Visitor) -> None:
    """5 4 3 1 and the queen to Zoé; then to Maxence: 1 + 13 (DP-17)."""
    table = visitor.with_manche()
    assert visitor.record(table, hearts(0, 6, 2, 5, queen=0)).status == 303
    assert visitor.totals(table) == [(5, 4, 16, 1), (18, 10, 18, 6)]
    first, _ = visitor.manche_ids(table)
    address = f"{table.partie}/manches/{first}"
    assert visitor.press(address, f"/manches/{first}", hearts(5, 4, 3, 1, queen=3)).status == 303
    assert visitor.totals(table) == [(5, 4, 3, 14), (18, 10, 5, 19)]
    for totals in ([(5, 4, 16, 1), (18, 10, 18, 6)], [(5, 4, 16, 1)]):
        assert visitor.press(table.partie, "/undo").status == 303
        assert visitor.totals(table) == totals
    assert visitor.press(table.partie, "/restore").status == 303
    assert visitor.totals(table) == [(5, 4, 16, 1), (18, 10, 18, 6)]


def test_a_carnet_is_exported_and_imported(visitor: Visitor, stranger: Visitor) -> None:
    visitor.record(visitor.set_table(), HAND)
    content = export_carnet(visitor)
    places = send_twice(stranger, content)
    stranger.key = places[0].split("/")[2]
    assert (places[1], export_carnet(stranger)) == (places[0], content)


def test_a_manche_of_spades_is_bid_and_recorded(visitor: Visitor) -> None:
    """Anne deals; 3 + 3 and 4 + 2 with 7 and 6 tricks: 61 and 60 (AP-13)."""
    table = visitor.set_table(game="spades")
    bid(visitor, table, 4, 3, 2, 3)
    assert visitor.press(f"{table.partie}?entry=open", "/manches/new", {"tricks-0": "7"}).status == 303
    assert visitor.totals(table) == [(61, 60)]


def test_a_coup_of_piquet_is_recorded(visitor: Visitor) -> None:
    """Luc is elder: 1 + 2 × 7 and the cards; Anne 2 × 5 (PI-17, PI-20)."""
    table = visitor.set_table("Anne", "Luc", game="piquet")
    assert visitor.record(table, {"tricks-0": "5", "last": "1"}).status == 303
    assert visitor.totals(table) == [(10, 25)]


@pytest.mark.parametrize("slug", ["hearts", "spades"])
def test_a_manche_is_played_card_by_card(visitor: Visitor, slug: str) -> None:
    deal = recorded(slug, 6)
    table = visitor.set_table(game=slug, dealer=deal["dealer"])
    if slug == "spades":
        bid(visitor, table, *(deal["bids"][(deal["dealer"] + turn) % 4] for turn in (1, 2, 3, 4)))
        play(visitor, table, deal["plays"][:1])
    else:
        lead(visitor, table, deal["leader"])
    play_quickly(visitor, table, deal["plays"][len(plays(visitor, table)) :])
    assert visitor.press(f"{table.partie}/cards", "/cards/record").location == table.partie
    assert visitor.totals(table) == [tuple(deal["points"])]


def test_of_two_concurrent_writes_one_is_stale(visitor: Visitor) -> None:
    table = visitor.set_table()
    other = second_device(visitor)
    mine, theirs = visitor.get(table.new), other.get(table.new)
    assert visitor.send(mine, "/manches/new", HAND).status == 303
    late = other.send(theirs, "/manches/new", hearts(2, 3, 7, 1, queen=0))
    assert (late.status, "manche 1 est déjà notée" in late.refusal()) == (409, True)
    assert visitor.send(mine, "/manches/new", HAND).status == 303
    assert visitor.totals(table) == [(5, 4, 16, 1)]
