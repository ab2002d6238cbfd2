"""The pages that merge two players, anonymise a player, and erase a carnet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.visitor import HAND, Visitor, refused

from scorekeeper.record.database import db
from scorekeeper.record.models import Carnet, Role
from scorekeeper.record.sharing.recovery_code import code_of

if TYPE_CHECKING:
    from web.visitor import Table


def player(visitor: Visitor, table: Table, name: str) -> str:
    return f"{visitor.carnet}/players/{table.players[name]}/edit"


def set_role(visitor: Visitor, role: Role) -> None:
    with visitor.writing():
        visitor.access().role = role


def test_two_players_are_merged_and_separated(visitor: Visitor) -> None:
    table, other = visitor.set_table(), visitor.set_table("Anne", "Luc", "Zoe", "Inès")
    page = visitor.press(player(visitor, table, "Zoé"), "/merge", {"other": "zoe"})
    assert page.location == player(visitor, table, "Zoé")
    shown = visitor.get(page.location)
    assert "Aussi noté sous Zoe 1 partie" in shown.text
    assert "Zoé" in visitor.get(other.partie).text
    assert "Zoe" not in visitor.get(f"{visitor.carnet}/players").text
    assert "Joueurs fusionnés : Zoé et Zoe" in shown.text
    undone = visitor.send(shown, "/undo")
    assert (undone.status, undone.location) == (303, page.location)
    separated = visitor.get(page.location)
    assert "Joueurs séparés : Zoé et Zoe" in separated.text
    assert "Aussi noté sous" not in separated.text
    assert "Zoe" in visitor.get(other.partie).text
    assert visitor.send(separated, "/merge", {"other": "Zoe"}).status == 303
    assert "Zoé" in visitor.get(other.partie).text


def test_players_of_the_same_partie_cannot_be_merged(visitor: Visitor) -> None:
    table = visitor.set_table()
    page = visitor.press(player(visitor, table, "Zoé"), "/merge", {"other": "Luc"})
    assert page.status == 422
    assert page.refusal() == "Zoé et Luc étaient à la même table : ce sont deux personnes."
    assert 'value="Luc"' in page.html
    assert visitor.press(player(visitor, table, "Zoé"), "/merge", {"other": "Personne"}).status == 422


def test_an_old_page_cannot_undo_a_later_merge(visitor: Visitor) -> None:
    table = visitor.set_table()
    visitor.set_table("Zoe", "Luc", "Anne", "Inès")
    visitor.set_table("Zoz", "Luc", "Anne", "Inès")
    page = player(visitor, table, "Zoé")
    visitor.press(page, "/merge", {"other": "Zoe"})
    old = visitor.get(page).form("/undo")
    visitor.press(page, "/undo")
    visitor.press(page, "/merge", {"other": "Zoz"})
    assert visitor.get(page).form("/undo").action == old.action
    refused(visitor.post(old.action, old.sent({})), "La fusion a changé")
    assert "Aussi noté sous Zoz" in visitor.get(page).text


def test_a_player_is_anonymised_after_confirmation(visitor: Visitor) -> None:
    table = visitor.set_table()
    visitor.record(table, {**HAND, "note": "Zoé rit"})
    answer = visitor.press(player(visitor, table, "Zoé"), "/anonymise", {"typed_name": "Zo"})
    assert (answer.status, answer.refusal()) == (422, "Pour confirmer, tapez exactement : Zoé")
    assert visitor.press(player(visitor, table, "Zoé"), "/anonymise", {"typed_name": "zoé"}).status == 303
    assert "Ce nom est oublié" in visitor.get(player(visitor, table, "Zoé")).text
    for address in (table.partie, table.soiree, visitor.manche(table)):
        text = visitor.get(address).text.replace("chez Joueur 1", "")
        assert ("Joueur 1" in text, "Zoé" in text) == (True, False), address


def test_a_carnet_is_erased_for_every_client_after_confirmation(visitor: Visitor) -> None:
    table = visitor.set_table()
    other = Visitor(visitor.app)
    with visitor.app.app_context():
        code = code_of(visitor.row())
    other.press("/open", "/open", {"code": code})
    settings = f"{visitor.carnet}/settings"
    refused = visitor.press(settings, "/erase", {"typed_name": "Les mardis"})
    assert (refused.status, refused.refusal()) == (422, "Pour confirmer, tapez exactement : Les jeudis")
    assert other.get(table.partie).status == 200
    assert visitor.press(settings, "/erase", {"typed_name": "Les jeudis"}).location == "/"
    assert "Le carnet est effacé." in visitor.get("/").text
    assert {one.get(table.partie).status for one in (visitor, other)} == {404}
    assert other.press("/open", "/open", {"code": code}).status == 422
    with visitor.app.app_context():
        assert db.session.query(Carnet).filter_by(key=visitor.key).count() == 0


def test_the_settings_say_when_the_last_copy_was_made_and_why_one_failed(visitor: Visitor) -> None:
    settings, folder = f"{visitor.carnet}/settings", visitor.app.config["BACKUPS"]
    assert "Il n’y a pas encore de copie." in visitor.get(settings).text
    folder.mkdir()
    (folder / "daily-2026-11-28.sqlite3").touch()
    (folder / "failed-space").touch()
    page = visitor.get(settings).text
    assert "Dernière copie : samedi 28 novembre 2026." in page
    assert "La copie du jour a échoué : le disque du serveur est presque plein." in page


def test_only_the_owner_erases_and_anonymises(visitor: Visitor) -> None:
    table = visitor.set_table()
    settings, zoe = visitor.get(f"{visitor.carnet}/settings"), visitor.get(player(visitor, table, "Zoé"))
    set_role(visitor, Role.MARQUEUR)
    assert visitor.send(settings, "/erase", {"typed_name": "Les jeudis"}).status == 404
    assert visitor.send(zoe, "/anonymise", {"typed_name": "Zoé"}).status == 404
    assert "Zoé" in visitor.get(table.partie).text
