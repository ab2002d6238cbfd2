"""A partie in progress is the main action of the first page, the carnet and its soirée until its evening is over."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import update
from web.people import invited, join_carnet
from web.visitor import Page, Visitor, plain

from scorekeeper.record.models import Role, Soiree
from scorekeeper.record.read_models import evenings

if TYPE_CHECKING:
    from web.visitor import Table


def main_action(page: Page) -> str:
    """Return the text of the main button of the dock, empty without one."""
    found = re.search(r'class="dock">.*?<a\s+class="primary button"[^>]*>(.*?)</a>', page.html, re.DOTALL)
    return plain(re.sub(r"\s+", " ", found[1]).strip()) if found else ""


def set_day(visitor: Visitor, table: Table, day: dt.date) -> None:
    with visitor.writing() as session:
        session.execute(update(Soiree).where(Soiree.id == table.soiree_id).values(held_on=day))


def let_pass(monkeypatch: pytest.MonkeyPatch, hours: float) -> None:
    """Advance the clock that decides whether a soirée is over."""
    now = dt.datetime.now(dt.UTC) + dt.timedelta(hours=hours)
    monkeypatch.setattr(evenings, "utc_now", lambda: now)


def test_the_carnet_and_the_soiree_resume_the_partie_with_its_next_manche(visitor: Visitor) -> None:
    table = visitor.recorded("two_manches")
    for address in (f"{visitor.carnet}/", table.soiree):
        page = visitor.get(address)
        assert main_action(page) == "Reprendre : Dame de Pique, manche 3"
        assert page.text.index("En cours") < page.text.index("Luc")
    visitor.headers = {"Accept-Language": "en"}
    assert main_action(visitor.get(f"{visitor.carnet}/")) == "Resume: Hearts, hand 3"


def test_the_partie_played_last_comes_first_and_the_others_are_folded(visitor: Visitor) -> None:
    earlier, later = visitor.recorded("two_manches"), visitor.with_manche()
    assert main_action(visitor.get(f"{visitor.carnet}/")) == "Reprendre : Dame de Pique, manche 2"
    assert visitor.record(earlier).status == 303
    page = visitor.get(f"{visitor.carnet}/")
    assert main_action(page) == "Reprendre : Dame de Pique, manche 4"
    assert "1 autre partie en cours" in page.text
    folded = re.search(r'class="playing".*?<details.*?</details>', page.html, re.DOTALL)
    assert folded
    assert folded[0].index(earlier.partie) < folded[0].index("<details") < folded[0].index(later.partie)


@pytest.mark.parametrize(
    ("hours", "carnet", "soiree"),
    [
        (1.9, "Reprendre : Dame de Pique, manche 3", "Reprendre : Dame de Pique, manche 3"),
        (2.1, "Commencer une soirée", "Partager la soirée"),
    ],
)
def test_a_partie_of_an_earlier_day_is_resumed_for_two_hours(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, hours: float, carnet: str, soiree: str
) -> None:
    table = visitor.recorded("two_manches")
    let_pass(monkeypatch, hours)
    assert main_action(visitor.get(f"{visitor.carnet}/")) == carnet
    assert main_action(visitor.get(table.soiree)) == soiree


def test_an_unfinished_partie_is_resumed_or_abandoned_in_its_own_soiree(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = visitor.recorded("two_manches")
    reader = join_carnet(visitor)
    let_pass(monkeypatch, 48)
    page = visitor.get(table.soiree)
    assert "Pas finie : reprendre · abandonner" in page.text
    assert "Même table, autre jeu" not in page.text
    assert f'<a href="{table.partie}">reprendre</a>' in page.html
    watched = reader.get(table.soiree)
    assert ("Pas finie" in watched.text, "abandonner" in watched.text) == (True, False)
    assert [form.action for form in watched.forms if "abandon" in form.action] == []
    shared = visitor.get(f"{table.soiree}/print")
    assert shared.text.count("Dame de Pique · 2 manches · pas finie") == 1
    assert "en cours" not in shared.text
    assert visitor.send(page, "/abandon").status == 303
    assert "abandonnée" in visitor.get(table.soiree).text
    assert "Pas finie" not in visitor.get(table.soiree).text


def test_a_guest_of_an_evening_that_is_over_begins_at_its_page(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = visitor.recorded("two_manches")
    _, token = invited(visitor, soiree_id=table.soiree_id)
    for hours, address in ((0, table.partie), (48, table.soiree)):
        let_pass(monkeypatch, hours)
        guest = Visitor(visitor.app)
        assert guest.press("/join", "/join", {"link": token}).status == 303
        assert guest.press("/join/who", "/join/who").location == address


def test_a_partie_of_an_earlier_soiree_names_its_day_before_it_begins(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = visitor.recorded("to_twenty")
    for hours, said in ((1, False), (48, True)):
        let_pass(monkeypatch, hours)
        for page in ("table", "rules"):
            text = visitor.get(f"{table.soiree}/{page}?{table.seats}").text
            assert ("Cette partie entrera dans la soirée du samedi 21 novembre 2026." in text) is said


def test_a_finished_or_abandoned_partie_is_not_resumed(visitor: Visitor) -> None:
    visitor.recorded("to_twenty")
    left = visitor.with_manche()
    assert visitor.press(left.partie, "/abandon").status == 303
    assert main_action(visitor.get(f"{visitor.carnet}/")) == "Commencer une soirée"


def test_the_first_page_of_several_carnets_resumes_the_partie_played_last(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with visitor.client.session_transaction() as session:
        first = dict(session["carnets"])
    table = visitor.recorded("two_manches")
    visitor.with_carnet()
    with visitor.client.session_transaction() as session:
        session["carnets"] = {**first, **session["carnets"]}
    page = visitor.get("/")
    assert main_action(page) == "Reprendre : Dame de Pique, manche 3"
    assert table.partie in page.html
    let_pass(monkeypatch, 48)
    assert "Reprendre" not in visitor.get("/").text


def test_a_spectator_watches_the_partie(visitor: Visitor) -> None:
    visitor.recorded("two_manches")
    reader = join_carnet(visitor, Role.SPECTATEUR)
    assert main_action(reader.get(f"{visitor.carnet}/")) == "Suivre : Dame de Pique, manche 3"


def test_a_past_soiree_is_shared_and_a_new_partie_is_in_its_menu(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = visitor.recorded("to_twenty")
    let_pass(monkeypatch, 3)
    set_day(visitor, table, evenings.tonight())
    assert main_action(visitor.get(table.soiree)) == "Nouvelle partie"
    set_day(visitor, table, evenings.tonight() - dt.timedelta(days=1))
    page = visitor.get(table.soiree)
    assert main_action(page) == "Partager la soirée"
    menu = page.html[page.html.index('class="menu"') : page.html.index("</details>")]
    assert "Nouvelle partie" in menu
    shared = visitor.get(f"{table.soiree}/print")
    told = re.search(r'id="told">(.*?)</p>', shared.html, re.DOTALL)
    assert told
    lines = [plain(line) for line in told[1].split("\n")]
    assert lines[2:4] == ["Maxence l’emporte.", "2 manches"]
    assert lines[-5:] == ["Dame de Pique · 2 manches", "1. Maxence : 2", "2. Luc : 8", "3. Anne : 10", "4. Zoé : 32"]
    assert "Imprimer" in shared.text


def test_four_links_are_at_the_foot_of_a_carnet(visitor: Visitor) -> None:
    visitor.recorded("two_manches")
    for address, here in (("", "Soirées"), ("players", "Joueurs"), ("years", "L’année"), ("search", None)):
        page = visitor.get(f"{visitor.carnet}/{address}")
        foot = re.search(r'<nav class="tabs".*?</nav>', page.html, re.DOTALL)
        assert foot
        assert re.findall(r">([^<]+)</a>", foot[0]) == ["Soirées", "L’année", "Joueurs", "Règles"]
        assert re.findall(r'aria-current="page">([^<]+)<', foot[0]) == ([here] if here else [])
