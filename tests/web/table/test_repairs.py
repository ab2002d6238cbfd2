"""Repair who deals and whose column is whose, from the page of a partie: by two devices, and undone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from record.table import BY_HAND
from web.flow.test_notices import strip
from web.people import join_carnet
from web.playing import bid
from web.visitor import hearts, plain

from scorekeeper.record.models import Role

if TYPE_CHECKING:
    from web.visitor import Page, Table, Visitor

HAND = hearts(5, 4, 3, 1, queen=2)  # 5 4 16 1


def deal(page: Page) -> str:
    found = re.search(r'<h2\s+class="dealer".*?</h2>', page.html, re.DOTALL)
    assert found is not None
    return " ".join(re.sub(r"<[^>]*>", "", found[0]).split())


def name_dealer(visitor: Visitor, table: Table, seat: int, **more: str) -> Page:
    return visitor.press(f"{table.partie}/dealer", "/dealer", {"dealer": str(seat), **more})


def dealers_so_far(visitor: Visitor, table: Table) -> list[str]:
    html = visitor.get(f"{table.partie}/dealer").html.replace("&nbsp;", " ").replace("\xa0", " ")
    return [" ".join(found) for found in re.findall(r"(\d+) <bdi>(\w+)</bdi>", html)]


@pytest.fixture
def played(visitor: Visitor) -> Table:
    """A partie of two manches, dealt by Anne and Luc."""
    table = visitor.set_table()
    for _ in range(2):
        visitor.record(table, HAND)
    assert deal(visitor.get(table.partie)) == "Manche 3 · À Zoé de donner"
    return table


def test_the_dealer_is_named_from_the_line_that_says_who_deals(visitor: Visitor, played: Table) -> None:
    assert f'href="{played.partie}/dealer"' in visitor.get(played.partie).html
    assert name_dealer(visitor, played, 0).status == 303
    page = visitor.get(played.partie)
    assert deal(page) == "Manche 3 · À Anne de donner"
    assert "À Anne de donner" in strip(page)
    visitor.record(played, HAND)
    assert deal(visitor.get(played.partie)) == "Manche 4 · À Luc de donner"


def test_a_change_of_dealer_is_undone_with_one_tap(visitor: Visitor, played: Table) -> None:
    name_dealer(visitor, played, 0)
    assert visitor.send(visitor.get(played.partie), "/dealer/undo").status == 303
    assert deal(visitor.get(played.partie)) == "Manche 3 · À Zoé de donner"


def test_a_wrong_first_dealer_is_put_right_in_the_manches_recorded_too(visitor: Visitor, played: Table) -> None:
    assert dealers_so_far(visitor, played) == ["1 Anne", "2 Luc"]
    assert name_dealer(visitor, played, 3, since="first").status == 303
    assert deal(visitor.get(played.partie)) == "Manche 3 · À Maxence de donner"
    assert dealers_so_far(visitor, played) == ["1 Luc", "2 Zoé"]


def test_coups_that_say_who_dealt_are_named_instead(visitor: Visitor) -> None:
    """PI-3: elder is in the facts of a coup."""
    table = visitor.set_table("Anne", "Luc", game="piquet")
    visitor.record_directly(table, *({**BY_HAND["piquet"], "elder": elder} for elder in (1, 0)))
    page = visitor.get(f"{table.partie}/dealer")
    assert "Ce qui est noté aux coups 1 et 2 dit qui a donné" in page.text
    assert 'name="since"' not in page.html
    before = deal(visitor.get(table.partie))
    refused = name_dealer(visitor, table, 1, since="first")
    assert (refused.status, deal(visitor.get(table.partie))) == (422, before)
    assert "le donneur ne change qu’à partir d’ici" in refused.text


def test_bids_are_erased_with_their_order_after_a_warning(visitor: Visitor) -> None:
    """AP-3: the seat on the dealer's left bids first."""
    table = visitor.set_table(game="spades")
    bid(visitor, table, 3)
    assert "Ce qui est annoncé pour cette donne sera effacé" in visitor.get(f"{table.partie}/dealer").text
    assert name_dealer(visitor, table, 2).status == 303
    page = visitor.get(table.partie)
    assert deal(page) == "Manche 1 · À Zoé de donner"
    visitor.send(page, "/dealer/undo")
    assert "3" in visitor.get(f"{table.partie}?entry=open").text
    assert deal(visitor.get(table.partie)) == "Manche 1 · À Anne de donner"


def test_both_dealers_are_shown_when_another_phone_named_one(visitor: Visitor, played: Table) -> None:
    page = visitor.get(f"{played.partie}/dealer")
    name_dealer(join_carnet(visitor, Role.MARQUEUR), played, 3)
    refused = visitor.send(page, "/dealer", {"dealer": "1"})
    assert refused.status == 409
    assert "donneur changé" in refused.text
    assert "Noté entre-temps Maxence Votre choix Luc" in refused.text
    assert deal(visitor.get(played.partie)) == "Manche 3 · À Maxence de donner"
    assert visitor.send(refused, "/dealer", {"dealer": "1"}).status == 303
    assert deal(visitor.get(played.partie)) == "Manche 3 · À Luc de donner"


@pytest.mark.parametrize("typed", ["", "4", "-1", "zéro", "9" * 30])
def test_the_dealer_is_a_player_of_the_table(visitor: Visitor, played: Table, typed: str) -> None:
    page = visitor.get(f"{played.partie}/dealer")
    assert visitor.send(page, "/dealer", {"dealer": typed}).status == 422
    assert deal(visitor.get(played.partie)) == "Manche 3 · À Zoé de donner"


def test_a_named_dealer_is_undone_from_the_foot_of_the_partie(visitor: Visitor, played: Table) -> None:
    name_dealer(visitor, played, 0)
    assert visitor.get(played.partie)  # shows the strip
    page = visitor.get(played.partie)
    assert "Annuler le changement de donneur" in page.text
    assert visitor.send(page, "/undo").status == 303
    assert deal(visitor.get(played.partie)) == "Manche 3 · À Zoé de donner"


def test_a_spectator_only_reads_who_deals(visitor: Visitor, played: Table) -> None:
    reader = join_carnet(visitor, Role.SPECTATEUR)
    page = reader.get(played.partie)
    assert deal(page) == "Manche 3 · À Zoé de donner"
    assert "/dealer" not in page.html


def test_two_names_change_places_after_a_preview(visitor: Visitor, played: Table) -> None:
    assert f'href="{played.partie}/players"' in visitor.get(played.partie).html
    preview = visitor.press(f"{played.partie}/players", "/players", {"seat": ["0", "2"]})
    assert preview.status == 200
    assert "Anne : 32, au lieu de 10" in plain(preview.text)
    assert "Zoé : 10, au lieu de 32" in plain(preview.text)
    assert visitor.send(preview, "/players").status == 303
    page = visitor.get(played.partie)
    assert "Noms échangés\xa0: Zoé et Anne" in strip(page)
    assert deal(page) == "Manche 3 · À Anne de donner"
    assert visitor.totals(played) == [(5, 4, 16, 1), (10, 8, 32, 2)]
    assert visitor.send(page, "/players").status == 303
    assert deal(visitor.get(played.partie)) == "Manche 3 · À Zoé de donner"


def test_the_preview_of_two_partners_says_that_their_points_are_the_same(visitor: Visitor) -> None:
    table = visitor.set_table(game="spades")
    preview = visitor.press(f"{table.partie}/players", "/players", {"seat": ["0", "2"]})
    assert "seules leurs places à table changent" in preview.text


@pytest.mark.parametrize("seats", [[], ["1"], ["0", "1", "2"], ["1", "1"], ["0", "9"], ["x", "1"]])
def test_exactly_two_names_change_places(visitor: Visitor, played: Table, seats: list[str]) -> None:
    page = visitor.get(f"{played.partie}/players")
    assert visitor.send(page, "/players", {"seat": seats}).status == 422


def test_names_do_not_change_places_twice_when_two_phones_repair_them(visitor: Visitor, played: Table) -> None:
    other = join_carnet(visitor, Role.MARQUEUR)
    pages = [one.press(f"{played.partie}/players", "/players", {"seat": ["0", "2"]}) for one in (visitor, other)]
    assert visitor.send(pages[0], "/players").status == 303
    refused = other.send(pages[1], "/players")
    assert refused.status == 409
    assert "deux noms échangés" in refused.text
    assert refused.html.count("checked") == 2


def test_a_partie_that_is_over_has_no_next_dealer_but_names_to_exchange(visitor: Visitor) -> None:
    table = visitor.set_table(limit=16)
    visitor.record(table, HAND)
    assert visitor.get(f"{table.partie}/dealer").status == 303
    preview = visitor.press(f"{table.partie}/players", "/players", {"seat": ["0", "2"]})
    assert visitor.send(preview, "/players").status == 303
    assert "Noms échangés" in strip(visitor.get(table.partie))


def test_another_phone_is_told_of_the_repair(visitor: Visitor, played: Table) -> None:
    known = re.search(r"known=(\d+)", visitor.get(played.partie).html)
    assert known is not None
    other = join_carnet(visitor, Role.MARQUEUR)
    name_dealer(other, played, 3)
    page = visitor.get(f"{played.partie}?known={known[1]}")
    assert "donneur changé" in page.text
    assert deal(page) == "Manche 3 · À Maxence de donner"
