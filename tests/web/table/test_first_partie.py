"""The first partie in a browser without a carnet: names and a button; the carnet and the soirée are created with it."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import func, select
from web.visitor import FOUR, Page, Typed, Visitor, refused

from scorekeeper.games import GAMES
from scorekeeper.record.database import db
from scorekeeper.record.models import Carnet, Partie

BEGIN = "/begin/hearts"


def add(visitor: Visitor, *names: str, game: str = "hearts") -> Page:
    """Add these names, one after the other."""
    address = f"/begin/{game}"
    for name in names:
        answer = visitor.press(address, address, {"name": name})
        assert (answer.status, answer.location) == (303, address), answer.text
    return visitor.get(address)


def seated(page: Page) -> list[str]:
    names = re.search(r'<ol class="seats">(.*?)</ol>', page.html, re.DOTALL)
    return re.findall(r"<bdi[^>]*>(.+?)</bdi>", names[1]) if names else []


def begun(visitor: Visitor, answer: Page) -> Partie:
    """Return the partie of a redirect; requires an application context."""
    assert answer.status == 303, answer.text
    assert visitor.get(f"{answer.location}").status == 200
    return db.session.get_one(Partie, int(f"{answer.location}".rsplit("/", 1)[1]))


def carnets(visitor: Visitor) -> int:
    with visitor.app.app_context():
        return db.session.scalar(select(func.count()).select_from(Carnet)) or 0


def test_the_first_page_links_to_each_game(stranger: Visitor) -> None:
    page = stranger.get("/")
    links = [given["href"] for tag, given in page.tags if tag == "a" and given.get("class") == "game"]
    assert links == [f"/begin/{slug}" for slug in GAMES]
    assert page.html.count('<svg class="picture"') >= 3
    for address in links:
        assert stranger.get(address).status == 200


def test_names_and_a_button_create_the_carnet_the_soiree_and_the_partie(stranger: Visitor) -> None:
    page = add(stranger, *FOUR)
    assert seated(page) == list(FOUR)
    before = carnets(stranger)
    answer = stranger.send(page, BEGIN, {"go": "1"})
    with stranger.app.app_context():
        partie = begun(stranger, answer)
        assert partie.game == "hearts"
        assert [player.name for player in partie.seated_players] == list(FOUR)
        assert partie.first_dealer in range(4)
        game = GAMES["hearts"]
        assert partie.options == game.write_options(game.read_options(dict(game.presets[0].options), 4))
    assert carnets(stranger) == before + 1
    assert stranger.get("/").status == 302


def test_a_first_partie_whose_answer_was_lost_is_opened_by_sending_it_again(stranger: Visitor) -> None:
    page = add(stranger, *FOUR)
    before = stranger.client.get_cookie(stranger.cookie_name)
    assert before is not None
    first = stranger.send(page, BEGIN, {"go": "1"})
    stranger.client.set_cookie(stranger.cookie_name, before.value)
    assert stranger.get(f"{first.location}").status == 404
    second = stranger.send(page, BEGIN, {"go": "1"})
    assert second.location == first.location
    assert stranger.get(f"{second.location}").status == 200


def test_the_last_name_may_be_typed_without_adding_it(stranger: Visitor) -> None:
    page = add(stranger, *FOUR[:3], game="spades")
    # The page checks the only preset of three.
    answer = stranger.send(page, "/begin/spades", {"name": FOUR[3], "go": "1", "preset": "chacun_pour_soi"})
    with stranger.app.app_context():
        partie = begun(stranger, answer)
        assert [player.name for player in partie.seated_players] == list(FOUR)
        assert not partie.options["alone"]


def test_the_dealer_and_the_rules_may_be_chosen_before_the_last_name(stranger: Visitor) -> None:
    page = add(stranger, "Anne", "Luc", "Zoé")
    preset = [preset for preset in GAMES["hearts"].presets if 4 in preset.seats][1]
    stranger.send(page, BEGIN, {"name": "Maxence", "dealer": "Luc", "preset": preset.slug})
    moved = stranger.send(stranger.get(BEGIN), BEGIN, {"up": "Luc", "name": "In"})
    assert moved.status == 303
    page = stranger.get(BEGIN)
    assert seated(page) == ["Luc", "Anne", "Zoé", "Maxence"]
    assert page.form(BEGIN).value("name") == "In"
    answer = stranger.send(page, BEGIN, {"go": "1", "name": "", "dealer": "Luc", "preset": preset.slug})
    with stranger.app.app_context():
        partie = begun(stranger, answer)
        assert partie.first_dealer == 0
        game = GAMES["hearts"]
        assert partie.options == game.write_options(game.read_options(dict(preset.options), 4))


def test_names_are_moved_and_removed_and_stay_for_another_game(stranger: Visitor) -> None:
    page = add(stranger, "Anne", "Luc", "Zoé")
    stranger.send(page, BEGIN, {"up": "Luc", "name": ""})
    assert seated(stranger.get("/begin/spades")) == ["Luc", "Anne", "Zoé"]
    stranger.send(stranger.get(BEGIN), BEGIN, {"out": "Anne"})
    assert seated(stranger.get(BEGIN)) == ["Luc", "Zoé"]
    stranger.send(stranger.get(BEGIN), BEGIN, {"out": "nobody", "seat": ["Luc", "Luc", "\x00"]})
    assert seated(stranger.get(BEGIN)) == ["Luc"]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"name": ""}, "Il faut un nom."),
        ({"name": "ZOÉ"}, "Il y a déjà « ZOÉ »"),
        ({"name": "x" * 41}, "41 caractères"),
        ({"name": "An\u200bne"}, "caractère invisible"),
        ({"name": "", "go": "1"}, "Dame de Pique : 3, 4, 5, 6 ou 8 joueurs ; il en manque 1."),
        ({"name": "zoé", "go": "1"}, "Il y a déjà « zoé »"),
    ],
    ids=ascii,
)
def test_an_invalid_entry_is_refused_and_stays_in_the_form(stranger: Visitor, typed: Typed, sentence: str) -> None:
    page = stranger.send(add(stranger, "Anne", "Zoé"), BEGIN, typed)
    refused(page, sentence)
    assert seated(page) == ["Anne", "Zoé"]
    assert page.form(BEGIN).value("name") == typed["name"]


@pytest.mark.parametrize("names", [(), FOUR], ids=["no names", "four names"])
def test_htmx_is_given_the_middle_of_the_same_page(stranger: Visitor, names: tuple[str, ...]) -> None:
    add(stranger, *names)
    for address in ("/", BEGIN):
        whole = stranger.get(address)
        middle = stranger.get(address, **{"HX-Request": "true", "HX-Boosted": "true"})
        assert whole.main() == middle.main()
        assert [tag for tag, _ in whole.tags].count("h1") == 1


def test_an_unknown_game_is_not_found(stranger: Visitor) -> None:
    token = stranger.get("/carnets").form("/carnets").value("csrf_token")
    for slug in ("bridge", "HEARTS", "%00", "x" * 500):
        assert stranger.get(f"/begin/{slug}").status == 404
        assert stranger.post(f"/begin/{slug}", {"csrf_token": token}).status == 404


def test_a_browser_with_a_carnet_is_redirected_to_it(visitor: Visitor) -> None:
    answer = visitor.get(BEGIN)
    assert (answer.status, answer.location) == (302, "/")


# The recovery code of this carnet


def test_the_code_is_offered_until_it_was_shown(stranger: Visitor) -> None:
    partie = f"{stranger.send(add(stranger, *FOUR), BEGIN, {'go': '1'}).location}"
    carnet = partie.split("/parties", maxsplit=1)[0]
    soiree = re.search(rf'href="({carnet}/soirees/\d+)"', stranger.get(partie).html)
    assert soiree
    for address in (f"{carnet}/", soiree[1]):
        assert "Ne perdez pas vos parties" in stranger.get(address).text
    assert stranger.get(f"{carnet}/code").status == 200
    for address in (f"{carnet}/", soiree[1]):
        assert "Ne perdez pas vos parties" not in stranger.get(address).text


def test_a_carnet_whose_code_was_shown_at_once_does_not_offer_it(stranger: Visitor) -> None:
    stranger.open_carnet()
    assert "Ne perdez pas vos parties" not in stranger.get(f"{stranger.carnet}/").text


def test_the_code_is_in_no_address_sent_to_a_server(visitor: Visitor) -> None:
    page = visitor.get(f"{visitor.carnet}/code")
    code = page.html.split("<code>")[1].split("</code>")[0]
    assert f'data-share="http://localhost/open#{code}"' in page.html
    assert page.html.count(code) == 2
    assert "<svg viewBox=" in page.html
    assert "?code=" not in page.html
    assert visitor.get(f"/open?code={code}").form("/open").value("code") == ""


@pytest.mark.parametrize("path", ["/c/nobody/", "/c/nobody/parties/1", "/c/nobody/code"])
def test_the_page_of_an_inaccessible_carnet_links_to_the_form_for_its_code(
    visitor: Visitor, stranger: Visitor, path: str
) -> None:
    code = visitor.get(f"{visitor.carnet}/code").html.split("<code>")[1].split("</code>")[0]
    page = stranger.get(path.replace("nobody", visitor.key))
    assert page.status == 404
    opened = stranger.send(page, "/open", {"code": code})
    assert (opened.status, opened.location) == (303, f"{visitor.carnet}/")
    assert not any(form.action.endswith("/open") for form in stranger.get("/nowhere").forms)
