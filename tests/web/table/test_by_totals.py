"""Parties with points only: they are shown, listed, counted and exported, and cannot be written to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select
from support.recorded import FOLDER
from support.totals import uninstalled
from web.transfer.test_exchange import import_file
from web.visitor import Page, Table, Visitor

from scorekeeper.record.carnet import carnets, debts, decisions
from scorekeeper.record.database import db
from scorekeeper.record.models import Partie, Soiree, StakePer

if TYPE_CHECKING:
    from collections.abc import Iterator

# A carnet of an earlier version, with scores typed from paper: Dame de Pique, Atout Pique in teams, a coup of Piquet.
OLD = (FOLDER / "by_totals.json").read_bytes()


@pytest.fixture
def reader(visitor: Visitor) -> Visitor:
    """Return a browser that has imported the file."""
    import_file(visitor, OLD)
    return visitor


def address(reader: Visitor, game: str = "hearts") -> str:
    with reader.app.app_context():
        own = (
            select(Partie.id).join(Soiree).where(Soiree.carnet_id == reader.row().id, Partie.game == game, Partie.paper)
        )
        return f"{reader.carnet}/parties/{db.session.scalars(own).one()}"


def soiree_of(page: Page) -> str:
    """Return the address of the soirée of a partie."""
    return next(given["href"] for _, given in page.tags if given.get("class") == "back")


@pytest.mark.parametrize(
    ("game", "ranking", "sheet"),
    [
        # 5 + 26 + 3, 4 + 26 + 10 and 17 + 0 + 13: the lowest wins.
        ("hearts", "1 Zoé 30 2 Anne 34 3 Luc 40", "1 5 4 17 2 26 26 0 3 3 10 13 = 34 40 30"),
        # 71 − 60 and 102 + 50, by team.
        ("spades", "1 Luc & Max 152 2 Anne & Zoé 11", "1 71 102 2 −60 50 = 11 152"),
        ("piquet", "1 Luc 128 2 Anne 96", "1 128 96 = 128 96"),
    ],
)
def test_a_partie_shows_its_points(reader: Visitor, game: str, ranking: str, sheet: str) -> None:
    page = reader.get(address(reader, game))
    assert "seuls les points sont connus" in page.text
    assert ranking in page.text
    assert sheet in page.text


def test_it_is_listed_with_its_winner_and_counted_for_its_game(reader: Visitor) -> None:
    carnet = reader.get(f"{reader.carnet}/").text
    assert "12 dim. Dame de Pique Anne , Luc , Zoé Victoire : Zoé" in carnet
    page = reader.get(address(reader))
    listed = reader.get(soiree_of(page)).text
    assert "dimanche 12 mai 2019" in listed
    assert "Gagnée par Zoé" in listed
    statistics = reader.get(f"{reader.carnet}/years/all?game=hearts").text
    assert "Zoé 1 1 100 % 1,0 30,0 Anne 1 0 0 % 2,0 34,0 Luc 1 0 0 % 3,0 40,0" in statistics


def test_it_prints_and_is_on_the_big_screen(reader: Visitor) -> None:
    partie = address(reader, "piquet")
    page = reader.get(f"{partie}/print").text
    assert "1 128 128 96 96" in page
    assert "Règles de la maison" not in page
    soiree = soiree_of(reader.get(partie))
    screen = reader.get(f"{soiree}/screen").text
    assert "Victoire : Luc Seuls les points sont connus" in screen
    menu = [
        given["href"] for tag, given in reader.get(soiree).tags if tag == "a" and given.get("href", "").startswith("/c")
    ]
    assert {reader.get(one).status for one in menu} == {200}


def test_it_is_played_for_points_as_any_other(reader: Visitor) -> None:
    """128 to 96 at Piquet, and 152 to 11 at Atout Pique between two pairs: 32 and 141 cents."""
    with reader.writing():
        soiree = db.session.scalars(select(Soiree).join(Partie).where(Partie.paper, Partie.game == "piquet")).unique()
        debts.set_stake(next(one for one in soiree if one.carnet_id == reader.row().id), StakePer.POINT, 1)
    page = reader.get(soiree_of(reader.get(address(reader, "piquet"))))
    assert "Anne doit 1,73 € à Luc Zoé doit 1,41 € à Max" in page.text


def test_pages_that_need_facts_are_not_found(reader: Visitor) -> None:
    for page in ("/rules", "/cards", "/desk", "/manches/new", "/score.jsonl"):
        assert reader.get(address(reader) + page).status == 404, page


def test_two_names_change_places_and_back(reader: Visitor) -> None:
    """34, 40 and 30; the 30 of Zoé's column goes to Anne."""
    partie = address(reader)
    assert f'href="{partie}/players"' in reader.get(partie).html
    preview = reader.press(f"{partie}/players", "/players", {"seat": ["0", "2"]})
    assert "Anne : 30, au lieu de 34 Zoé : 34, au lieu de 30" in preview.text
    assert reader.send(preview, "/players").location == partie
    page = reader.get(partie)
    assert "Noms échangés : Zoé et Anne" in page.text
    assert "1 Anne 30 2 Zoé 34 3 Luc 40" in page.text
    reader.send(page, "/undo")
    assert "1 Zoé 30 2 Anne 34 3 Luc 40" in reader.get(partie).text
    assert reader.press(f"{partie}/players", "/players", {"order": "0 2 1"}).status == 409


# Both pairs bid 6: 7 and 6 tricks make 61 and 60, then 8 and 5 make 62 and −60 (AP-11, AP-13).


def spades(visitor: Visitor) -> Table:
    """Return a partie of Atout Pique that is over; another one of the carnet goes on."""
    table = visitor.recorded("spades_in_teams")
    visitor.recorded("named_teams")
    with visitor.writing() as session:
        partie = session.get_one(Partie, table.partie_id)
        decisions.log_decision(partie, "AP-7", None, "On laisse courir", visitor.access())
        decisions.log_decision(partie, "T-5", "revoke", "On redonne", visitor.access())
        carnets.save_preset(visitor.row(), "spades", "Chez nous", 4, {"target": 300})
    return table


@pytest.fixture
def orphan(visitor: Visitor) -> Iterator[Table]:
    """Yield the same partie while its game is not installed."""
    table = spades(visitor)
    with uninstalled("spades"):
        yield table


def test_a_partie_whose_game_is_no_longer_installed_has_its_totals(visitor: Visitor, orphan: Table) -> None:
    page = visitor.get(orphan.partie)
    assert "Ce jeu n’est pas installé ici : seuls les points sont connus." in page.text
    assert "1 Anne & Zoé 123 2 Luc & Maxence 0" in page.text
    assert "1 61 60 2 62 −60 = 123 0" in page.text
    assert "Gagnée par Anne & Zoé" in visitor.get(orphan.soiree).text
    assert "1 61 61 60 60" in visitor.get(f"{orphan.partie}/print").text
    for page in ("/rules", "/cards", "/desk", "/manches/new", "/score.jsonl", "/print/blank"):
        assert visitor.get(orphan.partie + page).status == 404, page


def test_every_other_page_can_be_read(visitor: Visitor, orphan: Table) -> None:
    anne = f"{visitor.carnet}/players/{orphan.players['Anne']}"
    around = [
        "/",
        "/settings",
        "/years",
        "/years/all?game=hearts",
        "/players",
        "/decisions",
        "/exchange/carnet.json",
        "/exchange/scores.csv",
    ]
    pages = [visitor.carnet + page for page in around]
    pages += [orphan.soiree, f"{orphan.soiree}/screen", f"{orphan.soiree}/print", f"{orphan.soiree}/edit"]
    pages += [f"{orphan.partie}?known=2", anne, f"{anne}/with/{orphan.players['Luc']}", f"{orphan.partie}/move"]
    pages += [f"{orphan.soiree}/table", f"{orphan.soiree}/table?same={orphan.partie_id}&other=spades"]
    assert [(page, visitor.get(page).status) for page in pages] == [(page, 200) for page in pages]


def test_the_carnet_can_be_used_with_it(visitor: Visitor, orphan: Table) -> None:
    """123 to 0: each loser owes 123 points of a cent to one of the winners."""
    with visitor.writing():
        debts.set_stake(db.session.get_one(Soiree, orphan.soiree_id), StakePer.POINT, 1)
    assert "Luc doit 1,23 € à Anne Maxence doit 1,23 € à Zoé" in visitor.get(orphan.soiree).text
    other = visitor.set_table("Odette", "Luc", "Inès", "Paul")
    anne = f"{visitor.carnet}/players/{orphan.players['Anne']}"
    assert visitor.press(f"{anne}/edit", "/merge", {"other": "Odette"}).status == 303
    assert visitor.press(f"{other.soiree}/join", "/join", {"soiree": str(orphan.soiree_id)}).status == 303
    assert "1 Anne & Zoé 123" in visitor.get(orphan.partie).text


def test_it_is_deleted_and_restored_with_its_statistics(visitor: Visitor) -> None:
    table, counted = spades(visitor), f"{visitor.carnet}/years/all?game=spades"
    before = visitor.get(counted).text
    assert "Anne 1 1 100 % 1,0 123,0" in before
    with uninstalled("spades"):
        away = visitor.press(table.partie, "/delete")
        assert visitor.get(table.partie).status == 404
    assert "Anne 1 1" not in visitor.get(counted).text
    with uninstalled("spades"):
        assert visitor.press(away.location or "", "/restore").location == table.partie
    assert visitor.get(counted).text == before
