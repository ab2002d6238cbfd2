"""Repair who deals and whose column is whose, from the page of a partie: by two devices, and undone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from record.table import BY_HAND
from sqlalchemy import update
from web.flow.test_notices import notice_bar
from web.people import join_carnet
from web.playing import bid, lay_out, lead, recorded
from web.visitor import plain

from scorekeeper.record.models import Change, Role

if TYPE_CHECKING:
    from web.visitor import Page, Table, Visitor

BY_FIRST = "dealer_by_first"


def deal(page: Page) -> str:
    found = re.search(r'<h2\s+class="turn-line".*?</h2>', page.html, re.DOTALL)
    assert found is not None
    return " ".join(re.sub(r"<[^>]*>", "", found[0]).split())


def name_dealer(visitor: Visitor, table: Table, seat: int, field: str = "dealer") -> Page:
    return visitor.press(f"{table.partie}/dealer", "/dealer", {field: str(seat)})


def dealers_so_far(visitor: Visitor, table: Table) -> list[str]:
    html = visitor.get(f"{table.partie}/dealer").html.replace("&nbsp;", " ").replace("\xa0", " ")
    return [" ".join(found) for found in re.findall(r"(\d+) <bdi[^>]*>(\w+)</bdi>", html)]


@pytest.fixture
def played(visitor: Visitor) -> Table:
    """A partie of two manches, dealt by Anne and Luc."""
    table = visitor.recorded("two_manches")
    assert deal(visitor.get(table.partie)) == "Manche 3 · À Zoé de donner"
    return table


def test_the_dealer_is_named_from_the_line_that_says_who_deals(visitor: Visitor, played: Table) -> None:
    assert f'href="{played.partie}/dealer"' in visitor.get(played.partie).html
    assert name_dealer(visitor, played, 0).status == 303
    page = visitor.get(played.partie)
    assert deal(page) == "Manche 3 · À Anne de donner"
    assert "À Anne de donner" in plain(notice_bar(page))
    assert "Annuler le changement de donneur" in page.text
    visitor.record(played)
    assert deal(visitor.get(played.partie)) == "Manche 4 · À Luc de donner"


def test_a_wrong_first_dealer_is_put_right_in_the_manches_recorded_too(visitor: Visitor, played: Table) -> None:
    assert dealers_so_far(visitor, played) == ["1 Anne", "2 Luc"]
    assert name_dealer(visitor, played, 3, BY_FIRST).status == 303
    assert deal(visitor.get(played.partie)) == "Manche 3 · À Maxence de donner"
    assert dealers_so_far(visitor, played) == ["1 Luc", "2 Zoé"]


def test_the_page_says_who_would_deal_by_each_first_dealer(visitor: Visitor, played: Table) -> None:
    page = visitor.get(f"{played.partie}/dealer")
    assert "Anne Manche 3 · Zoé Luc Manche 3 · Maxence Zoé Manche 3 · Anne Maxence Manche 3 · Luc" in page.text
    name_dealer(visitor, played, 3, BY_FIRST)
    assert "Première donne : Luc · À Maxence de donner" in plain(notice_bar(visitor.get(played.partie)))


def test_a_tap_on_the_dealer_says_that_nothing_changes(visitor: Visitor, played: Table) -> None:
    assert name_dealer(visitor, played, 2).status == 303
    page = visitor.get(played.partie)
    assert "C’était déjà à Zoé de donner" in plain(notice_bar(page))
    assert "<form" not in notice_bar(page)


def test_coups_that_say_who_dealt_are_named_instead(visitor: Visitor) -> None:
    """PI-3: elder is in the facts of a coup."""
    table = visitor.recorded("two_coups")
    page = visitor.get(f"{table.partie}/dealer")
    assert "Ce qui est noté aux coups 1 et 2 dit qui a donné" in page.text
    assert BY_FIRST not in page.html
    before = deal(visitor.get(table.partie))
    refused = name_dealer(visitor, table, 1, BY_FIRST)
    assert (refused.status, deal(visitor.get(table.partie))) == (422, before)
    assert "le donneur ne change qu’à partir d’ici" in refused.text


@pytest.mark.parametrize(
    ("path", "typed", "then"),
    [
        ("dealer", {"dealer": "2"}, "À Zoé de donner"),
        ("players", {"order": "0 3 2 1"}, "À Maxence d’annoncer"),
    ],
)
def test_bids_are_erased_with_their_order_after_a_warning(
    visitor: Visitor, path: str, typed: dict[str, str], then: str
) -> None:
    """AP-3: the seat on the dealer's left bids first."""
    table = visitor.set_table(game="spades")
    warning = "Ce qui est annoncé pour cette donne sera effacé : l’ordre change."
    assert warning not in visitor.get(f"{table.partie}/{path}").text
    bid(visitor, table, 3)
    page = visitor.get(f"{table.partie}/{path}")
    assert warning in page.text
    assert visitor.send(page, f"/{path}", typed).status == 303
    page = visitor.get(table.partie)
    assert then in page.text
    visitor.send(page, "/undo")
    assert warning in visitor.get(f"{table.partie}/{path}").text


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


def test_the_choice_of_a_dealer_stays_with_the_person_whose_name_changed_places(
    visitor: Visitor, played: Table
) -> None:
    page = visitor.get(f"{played.partie}/dealer")
    other = join_carnet(visitor, Role.MARQUEUR)
    other.send(other.press(f"{played.partie}/players", "/players", {"seat": ["0", "2"]}), "/players")
    refused = visitor.send(page, "/dealer", {"dealer": "2"})
    assert "Noté entre-temps Anne Votre choix Zoé" in refused.text
    with visitor.writing() as session:  # as earlier versions of the app wrote it
        values = {"payload": {"facts": {"seats": [0, 2]}}}
        changed = update(Change).where(Change.partie_id == played.partie_id, Change.kind == "seats")
        session.execute(changed.values(values))
    assert "Noté entre-temps Anne Votre choix Zoé" in visitor.send(page, "/dealer", {"dealer": "2"}).text


def test_two_names_change_places_after_a_preview(visitor: Visitor, played: Table) -> None:
    assert f'href="{played.partie}/players"' in visitor.get(played.partie).html
    preview = visitor.press(f"{played.partie}/players", "/players", {"seat": ["0", "2"]})
    assert preview.status == 200
    assert "Anne : 32, au lieu de 10" in plain(preview.text)
    assert "Zoé : 10, au lieu de 32" in plain(preview.text)
    assert visitor.send(preview, "/players").status == 303
    page = visitor.get(played.partie)
    assert "Noms échangés : Zoé et Anne" in plain(notice_bar(page))
    assert deal(page) == "Manche 3 · À Anne de donner"
    assert visitor.totals(played) == [(5, 4, 16, 1), (10, 8, 32, 2)]
    assert visitor.send(page, "/undo").status == 303
    assert deal(visitor.get(played.partie)) == "Manche 3 · À Zoé de donner"


def test_the_preview_of_two_partners_says_that_their_points_are_the_same(visitor: Visitor) -> None:
    table = visitor.set_table(game="spades")
    preview = visitor.press(f"{table.partie}/players", "/players", {"seat": ["0", "2"]})
    assert "seules leurs places à table changent" in preview.text


def test_names_do_not_change_places_twice_when_two_phones_repair_them(visitor: Visitor, played: Table) -> None:
    other = join_carnet(visitor, Role.MARQUEUR)
    pages = [one.press(f"{played.partie}/players", "/players", {"seat": ["0", "2"]}) for one in (visitor, other)]
    assert visitor.send(pages[0], "/players").status == 303
    refused = other.send(pages[1], "/players")
    assert refused.status == 409
    assert "deux noms échangés" in refused.text
    assert refused.html.count("checked") == 2
    assert "Noté entre-temps Zoé · Luc · Anne · Maxence Votre choix Anne · Luc · Zoé · Maxence" in refused.text


def orders(page: Page) -> list[str]:
    found = re.findall(r'name="order"\s+value="[\d ]+"\s*>(.*?)</button>', page.html, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", "", one).split()) for one in found]


def test_another_order_of_play_is_chosen_from_the_players(visitor: Visitor, played: Table) -> None:
    """Luc dealt the second manche: Maxence sits on his left if Zoé and Maxence change places."""
    page = visitor.get(f"{played.partie}/players")
    assert "Jusqu’ici : Anne → Luc → Zoé → Maxence" in plain(page.text)
    assert orders(page) == [
        "Anne → Luc → Maxence → Zoé À Maxence de donner",
        "Anne → Zoé → Luc → Maxence À Maxence de donner",
        "Anne → Zoé → Maxence → Luc À Anne de donner",
        "Anne → Maxence → Luc → Zoé",
        "Anne → Maxence → Zoé → Luc À Anne de donner",
    ]
    assert visitor.send(page, "/players", {"order": "0 1 3 2"}).status == 303
    page = visitor.get(played.partie)
    assert deal(page) == "Manche 3 · À Maxence de donner"
    assert "Nouvel ordre : Anne → Luc → Maxence → Zoé" in plain(notice_bar(page))
    assert "Annuler le changement d’ordre" in page.text
    visitor.send(page, "/undo")
    page = visitor.get(played.partie)
    assert "Annulé : le changement d’ordre" in plain(notice_bar(page))
    assert deal(page) == "Manche 3 · À Zoé de donner"
    assert visitor.totals(played) == [(5, 4, 16, 1), (10, 8, 32, 2)]


def test_partners_have_one_other_order_and_cannot_be_parted(visitor: Visitor) -> None:
    table = visitor.set_table(game="spades")
    page = visitor.get(f"{table.partie}/players")
    assert orders(page) == ["Anne → Maxence → Zoé → Luc"]
    refused = visitor.send(page, "/players", {"order": "0 2 1 3"})
    assert refused.status == 422
    assert "Les partenaires restent face à face" in refused.text
    assert visitor.send(refused, "/players", {"order": "0 3 2 1"}).status == 303
    page = visitor.get(table.partie)
    assert "À Maxence d’annoncer" in page.text


def test_with_cards_on_the_table_the_order_has_no_keys_but_a_reason(visitor: Visitor) -> None:
    table = visitor.set_table(game="spades")
    bid(visitor, table, 4, 3, 1, 4)
    assert orders(visitor.get(f"{table.partie}/players")) == ["Anne → Maxence → Zoé → Luc"]
    lead(visitor, table, 1, card="2C")
    page = visitor.get(f"{table.partie}/players")
    assert "Des cartes sont sur la table : finissez de jouer, ou effacez-les d’abord." in page.text
    assert orders(page) == []
    assert "Jusqu’ici : Anne → Luc → Zoé → Maxence" in plain(page.text)


def test_no_dealer_is_offered_while_cards_that_the_dealer_decides_lie_on_the_table(visitor: Visitor) -> None:
    """AP-10: the seat on the dealer's left leads; at Dame de Pique the dealer decides only who passes."""
    table = visitor.set_table(game="spades")
    visitor.record_directly(table, BY_HAND["spades"])
    bid(visitor, table, 4, 3, 1, 4)
    page = visitor.get(f"{table.partie}/dealer")
    assert "Mauvais donneur depuis le début" in page.text
    lead(visitor, table, 2, card="2C")
    refused = visitor.send(page, "/dealer", {"dealer": "0"})
    page = visitor.get(f"{table.partie}/dealer")
    assert refused.text.count("finissez de jouer, ou effacez-les d’abord") == 0  # it is stale before that
    assert "finissez de jouer, ou effacez-les d’abord" in page.text
    assert [form for form in page.forms if form.action.endswith("/dealer")] == []
    assert f'href="{table.partie}/cards"' in page.html


def test_the_refusal_of_an_order_is_at_its_form(visitor: Visitor) -> None:
    table = visitor.set_table("Anne", "Luc", "Zoé", "Maxence", "Paul")
    refused = visitor.send(visitor.get(f"{table.partie}/players"), "/players", {"other": "1"})
    assert refused.status == 422
    assert refused.html.index("Vous avez changé de place") < refused.html.index('id="refusal"')
    assert re.search(r'name="one"[^>]*autofocus', refused.html)


def test_both_orders_are_shown_when_another_phone_changed_it(visitor: Visitor, played: Table) -> None:
    page = visitor.get(f"{played.partie}/players")
    other = join_carnet(visitor, Role.MARQUEUR)
    other.send(other.get(f"{played.partie}/players"), "/players", {"order": "0 2 1 3"})
    refused = visitor.send(page, "/players", {"order": "0 1 3 2"})
    assert refused.status == 409
    assert "ordre du jeu changé" in refused.text
    assert "Noté entre-temps Anne → Zoé → Luc → Maxence Votre choix Anne → Luc → Maxence → Zoé" in plain(refused.text)


def test_at_a_large_table_two_players_change_places(visitor: Visitor) -> None:
    table = visitor.set_table("Anne", "Luc", "Zoé", "Maxence", "Paul")
    page = visitor.get(f"{table.partie}/players")
    assert visitor.send(page, "/players", {"other": "1"}).status == 422
    assert visitor.send(page, "/players", {"one": "3", "other": "1"}).status == 303
    assert "Nouvel ordre : Anne → Maxence → Zoé → Luc → Paul" in plain(notice_bar(visitor.get(table.partie)))


def test_at_a_large_table_of_teams_their_partners_change_places_too(visitor: Visitor) -> None:
    table = visitor.set_table(*"ABCDEF", deck="belmont", teams=True)
    page = visitor.get(f"{table.partie}/players")
    visitor.send(page, "/players", {"one": "0", "other": "1"})
    assert "Nouvel ordre : A → C → E → D → F → B" in plain(notice_bar(visitor.get(table.partie)))


def test_two_players_have_one_order(visitor: Visitor) -> None:
    table = visitor.set_table("Anne", "Luc", game="piquet")
    assert "changé de place" not in visitor.get(f"{table.partie}/players").text


def test_the_pages_of_the_game_follow_the_order(visitor: Visitor) -> None:
    """AP-3, AP-9; the cards are shown clockwise, in the order of play."""
    table = visitor.set_table(game="spades")
    visitor.send(visitor.get(f"{table.partie}/players"), "/players", {"order": "0 3 2 1"})
    bid(visitor, table, 4, 3, 1, 4)
    page = visitor.get(table.partie)
    assert "Entame : Maxence" in page.text
    lead(visitor, table, 3, card="2C")
    page = visitor.get(f"{table.partie}/cards")
    assert re.findall(r'class="name"><bdi[^>]*>(\w+)', page.html)[:4] == ["Anne", "Maxence", "Zoé", "Luc"]
    assert "À Zoé de jouer" in page.text


def test_a_partie_that_is_over_has_no_next_dealer_but_names_to_exchange(visitor: Visitor) -> None:
    table = visitor.with_manche(limit=16)
    assert visitor.get(f"{table.partie}/dealer").status == 303
    preview = visitor.press(f"{table.partie}/players", "/players", {"seat": ["0", "2"]})
    assert visitor.send(preview, "/players").status == 303
    assert "Noms échangés" in plain(notice_bar(visitor.get(table.partie)))


@pytest.mark.parametrize(("path", "typed"), [("dealer", {"dealer": "3"}), ("players", {"order": "0 2 1 3"})])
def test_nothing_is_repaired_once_the_partie_is_over(visitor: Visitor, path: str, typed: dict[str, str]) -> None:
    table = visitor.set_table(limit=16)
    page = visitor.get(f"{table.partie}/{path}")
    visitor.record(table)
    refused = visitor.send(page, f"/{path}", typed)
    assert (refused.status, plain(refused.refusal()).startswith("La partie est finie : rien")) == (409, True)


def test_the_tricks_are_in_the_columns_of_their_players(visitor: Visitor) -> None:
    table = visitor.set_table()
    visitor.send(visitor.get(f"{table.partie}/players"), "/players", {"order": "0 2 3 1"})
    lead(visitor, table, 2, card=None)
    lay_out(visitor, table, 2, recorded("hearts", 1)["plays"])
    assert visitor.press(f"{table.partie}/cards", "/record").status == 303
    manche = visitor.manche_ids(table)[0]
    html = visitor.get(f"{table.partie}/manches/{manche}/tricks").html
    body = html[html.index("<tbody>") :]
    row = re.findall(r"<td[^>]*>(.*?)</td>", body[: body.index("</tr>")], re.DOTALL)
    shown = [re.sub(r"<[^>]*>|[\u203a\s]", "", cell) for cell in row]
    assert shown == ["7♣", "6♣", "2♣", "D♣"]  # Zoé led, then Maxence, Luc and Anne played
