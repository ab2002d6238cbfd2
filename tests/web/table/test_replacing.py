"""Replace a player from the page of a partie: by name, undone, for whom it counts, by two devices."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from web.flow.test_notices import notice_bar
from web.people import join_carnet

from scorekeeper.record.carnet import carnets
from scorekeeper.record.models import Role

if TYPE_CHECKING:
    from web.visitor import Page, Table, Visitor


@pytest.fixture
def played(visitor: Visitor) -> Table:
    """A partie of one manche, in a carnet that knows Denis and Eva."""
    table = visitor.set_table()
    with visitor.writing():
        for name in ("Denis", "Eva"):
            carnets.add_player(visitor.row(), name)
    visitor.record(table)
    return table


def replace(visitor: Visitor, table: Table, seat: int, name: str, **more: str) -> Page:
    """Press the key of a known player, or type the name of another one."""
    path = f"{table.partie}/players/{seat}"
    key = re.search(rf'value="(\d+)"><bdi[^>]*>{name}</bdi>', visitor.get(path).html)
    return visitor.press(path, f"/players/{seat}", {**({"player": key[1]} if key else {"name": name}), **more})


def heads(page: Page) -> list[str]:
    """Return the names at the head of the sheet."""
    head = re.search(r'<div class="log-row log-head".*?</div>', page.html, re.DOTALL)
    assert head is not None
    return re.findall(r"<bdi[^>]*>([^<]*)</bdi>", head[0])


def sentences(page: Page) -> list[str]:
    """Return the sentences between the rows of the sheet."""
    return re.findall(r'<div class="marks sentence"[^>]*>([^<]*)</div>', page.html)


def players_text(visitor: Visitor, table: Table) -> str:
    return visitor.get(f"{table.partie}/players").text


def counts_for(visitor: Visitor, table: Table) -> str:
    """Return the only name for which a partie with one replacement counts."""
    page = visitor.get(f"{table.partie}/players")
    (name,) = re.findall(r'aria-current="true"\s*>\s*<bdi[^>]*>([^<]*)</bdi>', page.html)
    return str(name)


def test_a_known_player_takes_the_seat_from_this_manche_on(visitor: Visitor, played: Table) -> None:
    assert f'href="{played.partie}/players/0"' in visitor.get(f"{played.partie}/players").html
    assert "Manche 2 · à partir d’ici" in visitor.get(f"{played.partie}/players/0").text
    assert replace(visitor, played, 0, "Denis").status == 303
    page = visitor.get(played.partie)
    assert "Denis à la place d’Anne" in notice_bar(page)
    assert "Annuler le remplacement" in page.text
    assert heads(page) == ["Denis", "Luc", "Zoé", "Maxence"]
    visitor.record(played)
    page = visitor.get(played.partie)
    assert visitor.totals(played)[-1] == (10, 8, 32, 2)
    assert sentences(page) == ["Denis à la place d’Anne"]
    labels = re.findall(r'<summary aria-label="Manche \d, (\w+)', page.html)
    assert labels == ["Anne", "Denis"]
    assert "Manche 2 · Denis à la place d’Anne" in visitor.get(f"{played.partie}/print").text


def test_each_manche_has_the_names_of_those_who_played_it(visitor: Visitor) -> None:
    table = visitor.recorded("denis_for_anne")
    first, second, _ = (
        visitor.get(address).text for address in re.findall(r'href="([^"]*)/lines"', visitor.get(table.partie).html)
    )
    assert ("Anne" in first, "Denis" in first) == (True, False)
    assert ("Anne" in second, "Denis" in second) == (False, True)


def test_the_partie_counts_for_the_one_who_ends_it_or_as_chosen(visitor: Visitor) -> None:
    """5 4 16 1 twice: the fourth player wins."""
    table = visitor.recorded("replaced")
    assert "Victoire : Denis" in plain(visitor.get(table.partie))
    assert counts_for(visitor, table) == "Denis"
    former = {"participant": "3"}
    assert visitor.press(f"{table.partie}/players", "/players/3/credit", former).status == 303
    assert counts_for(visitor, table) == "Maxence"
    wrong = {"participant": "1"}
    assert visitor.press(f"{table.partie}/players", "/players/3/credit", wrong).status == 422
    page = visitor.get(table.partie)
    assert "Victoire : Maxence" in plain(page)
    assert sentences(page) == ["Denis à la place de Maxence"]
    assert "Maxence" in visitor.get(f"{visitor.carnet}/soirees/{table.soiree_id}").text


def plain(page: Page) -> str:
    return " ".join(page.text.replace("\xa0", " ").split())


def test_the_choice_is_there_when_a_player_is_replaced(visitor: Visitor, played: Table) -> None:
    replace(visitor, played, 0, "Denis", counts_for="former")
    assert counts_for(visitor, played) == "Anne"
    assert heads(visitor.get(played.partie))[0] == "Denis"


def test_a_player_who_cannot_take_the_seat_is_refused(visitor: Visitor) -> None:
    table = visitor.set_table(game="spades")
    with visitor.writing():
        carnets.retire_player(carnets.add_player(visitor.row(), "Inès"))
    for name, sentence in (
        ("Zoé", "Cette personne joue déjà"),
        ("Inès", "« Inès » est parmi les anciens"),
    ):
        refused = replace(visitor, table, 0, name)
        assert (refused.status, sentence in plain(refused)) == (422, True)
        assert f'value="{name}"' in refused.html


def test_a_player_of_no_carnet_or_another_one_is_refused(visitor: Visitor, stranger: Visitor, played: Table) -> None:
    foreign = stranger.with_carnet().set_table("Rose", "Tom", "Max")
    for chosen in (str(foreign.players["Rose"]), "0", "x", "9" * 30):
        page = visitor.get(f"{played.partie}/players/0")
        refused = visitor.send(page, "/players/0", {"player": chosen})
        assert (refused.status, "Ce joueur n’est pas de ce carnet." in refused.text) == (422, True)


def test_one_who_had_another_seat_is_not_offered(visitor: Visitor, played: Table) -> None:
    replace(visitor, played, 0, "Denis")
    assert not re.search(r"<bdi[^>]*>Anne</bdi>", visitor.get(f"{played.partie}/players/1").html)
    assert re.search(r"<bdi[^>]*>Anne</bdi></button>", visitor.get(f"{played.partie}/players/0").html)


def test_both_players_are_shown_when_another_phone_replaced_one(visitor: Visitor, played: Table) -> None:
    page = visitor.get(f"{played.partie}/players/0")
    replace(join_carnet(visitor, Role.MARQUEUR), played, 0, "Denis")
    key = re.search(r'value="(\d+)"><bdi[^>]*>Eva</bdi>', page.html)
    assert key is not None
    refused = visitor.send(page, "/players/0", {"player": key[1]})
    assert refused.status == 409
    assert "joueur remplacé" in refused.text
    assert "Noté entre-temps Denis Votre choix Eva" in refused.text
    assert visitor.send(refused, "/players/0", {"player": key[1]}).status == 303
    assert heads(visitor.get(played.partie))[0] == "Eva"
    assert sentences(visitor.get(played.partie)) == ["Eva à la place d’Anne"]


def test_nobody_is_replaced_once_the_partie_is_over(visitor: Visitor) -> None:
    table = visitor.set_table(limit=16)
    page = visitor.get(f"{table.partie}/players/0")
    visitor.record(table)
    assert visitor.get(f"{table.partie}/players/0").status == 303
    assert "Remplacer" not in players_text(visitor, table)
    assert "chaque manche reste à qui l’a jouée" in players_text(visitor, table)
    refused = visitor.send(page, "/players/0", {"name": "Denis"})
    assert (refused.status, "rien n’a été changé" in refused.text) == (409, True)
    assert "Ajouter" not in refused.text


def test_a_seat_is_given_back_after_the_end_and_the_strip_undoes_that(visitor: Visitor) -> None:
    table = visitor.recorded("replaced")
    assert visitor.press(f"{table.partie}/players", "/players/3/undo").status == 303
    page = visitor.get(table.partie)
    assert "Remplacement annulé : Maxence reprend sa place" in plain(page)
    assert "Victoire : Maxence" in plain(page)
    assert visitor.send(page, "/undo").status == 303
    page = visitor.get(table.partie)
    assert "Annulé : le retour à la place" in plain(page)
    assert "Victoire : Denis" in plain(page)
    assert "Manche 2 · Denis à la place de Maxence" in players_text(visitor, table)


def test_the_partie_counts_only_for_those_who_played(visitor: Visitor, played: Table) -> None:
    for name in ("Denis", "Eva", "Zoé"):
        replace(visitor, played, 2, name)
    assert "Le résultat va à" not in players_text(visitor, played)
    replace(visitor, played, 2, "Eva")
    assert "Le résultat va à Zoé Eva Maxence" in players_text(visitor, played)


def test_a_seat_that_is_not_at_the_table_is_not_found(visitor: Visitor, played: Table) -> None:
    for seat in ("4", "9" * 30):
        assert visitor.get(f"{played.partie}/players/{seat}").status == 404


def test_a_player_is_renamed_from_the_partie(visitor: Visitor, played: Table) -> None:
    stale = visitor.get(f"{played.partie}/players/0")
    page = visitor.get(f"{played.partie}/players")
    (address,) = re.findall(r'href="([^"]*/edit\?partie=\d+)"\s+aria-label="Renommer Luc"', page.html)
    assert visitor.get(address).text.count("Les joueurs") >= 1
    answer = visitor.press(address, f"/players/{played.players['Luc']}", {"name": "Lucien"})
    assert (answer.status, answer.location) == (303, f"{played.partie}/players")
    assert visitor.send(stale, "/players/0", {"name": "Gaël"}).status == 303
    assert heads(visitor.get(played.partie)) == ["Gaël", "Lucien", "Zoé", "Maxence"]
    assert "Gaël" in visitor.get(f"{visitor.carnet}/players").text


def test_a_page_with_a_former_player_shows_the_new_name_of_that_player(visitor: Visitor, played: Table) -> None:
    replace(visitor, played, 0, "Denis")
    assert sentences(visitor.get(played.partie)) == ["Denis à la place d’Anne"]
    visitor.press(
        f"{visitor.carnet}/players/{played.players['Anne']}/edit", f"/{played.players['Anne']}", {"name": "Ève"}
    )
    assert sentences(visitor.get(played.partie)) == ["Denis à la place d’Ève"]


def test_the_page_of_one_who_only_replaced_has_manches_and_no_partie(visitor: Visitor) -> None:
    table = visitor.with_manche(limit=30)
    replace(visitor, table, 0, "Denis", counts_for="former")
    visitor.record(table)
    page = visitor.get(f"{visitor.carnet}/players/{table.players['Anne'] + 4}")
    assert "Denis" in page.text
    assert page.status == 200
    assert visitor.get(f"{visitor.carnet}/years/all?game=hearts").status == 200
