"""The pages of a sheet: its name, its form, its end, and its name everywhere else."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from web.visitor import FOUR, Page, Table, Visitor, refused

NAMING = "/begin/scoresheet"
BELOTE = {
    "name": "Belote",
    "option-teams": "2",
    "option-limit": "1000",
    "option-total": "162",
    "option-dealer": "true",
}


def named(stranger: Visitor, **sent: str) -> Page:
    query = "&".join(f"{name}={value}" for name, value in sent.items())
    return stranger.get(f"{NAMING}?{query}")


def sheet(visitor: Visitor, slug: str = "scoresheet:most:Belote", **options: object) -> Table:
    return visitor.set_table(*FOUR, game=slug, **options)


def test_a_name_leads_to_the_players_with_its_house_rules(stranger: Visitor) -> None:
    answer = named(stranger, **BELOTE, wins="most")
    assert answer.status == 302
    assert answer.location is not None
    address = "/begin/scoresheet:most:Belote"
    assert answer.location.startswith(f"{address}?preset=")
    page = stranger.get(answer.location)
    for name in FOUR:
        page = stranger.get(str(stranger.send(page, address, {"name": name}).location))
    assert "Anne & Zoé contre Luc & Maxence" in page.text
    partie = stranger.get(str(stranger.send(page, address, {"go": "1"}).location))
    assert "Belote · 0 manche" in partie.text
    assert "Limite 1000" in partie.text


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"name": ""}, "Il faut un nom"),
        ({"name": "x" * 200}, "200 caractères, pour 24 au plus"),
        ({"name": "a/b"}, "Un nom de jeu a des lettres"),
        ({"name": "Uno", "wins": "all"}, "Un nom de jeu a des lettres"),
        ({"name": "Uno", "option-limit": "0"}, "de 1 à 10 000"),
        ({"name": "Uno", "option-limit": "1234567890"}, "de 1 à 10 000"),
        ({"name": "Uno", "option-total": "beaucoup"}, "n’est pas un choix possible"),
    ],
)
def test_a_name_or_rule_that_cannot_be_is_said_and_stays(stranger: Visitor, sent: dict[str, str], said: str) -> None:
    page = named(stranger, **sent)
    refused(page, said)
    for name, value in sent.items():
        assert name == "wins" or f'value="{value}"' in page.html


@pytest.mark.parametrize("name", ["Piquet", "HEARTS", "dame de  pique", "Spades"])
def test_a_game_of_the_app_of_this_name_is_offered_first(stranger: Visitor, name: str) -> None:
    page = named(stranger, name=name)
    assert page.status == 200
    assert "La Marque a déjà ce jeu" in page.text
    assert re.search(r'class="primary button" href="/begin/(hearts|spades|piquet)"', page.html)
    assert named(stranger, name=name, own="1").status == 302


def test_teams_that_the_table_cannot_form_are_refused_with_the_sizes_that_fit(stranger: Visitor) -> None:
    address = "/begin/scoresheet:most:Belote"
    page = stranger.get(str(named(stranger, **BELOTE).location))
    for name in FOUR[:3]:
        page = stranger.get(str(stranger.send(page, address, {"name": name}).location))
    refused(
        stranger.send(page, address, {"go": "1"}), "Une feuille avec ces équipes se tient à 4, 6 ou 8 : vous êtes 3."
    )


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ('{"limit": {}}', "n’est pas un choix possible"),
        ('{"no": 1}', "La table ne connaît pas la règle"),
        ('{"a":' * 40, ""),
        ("{", ""),
    ],
)
def test_house_rules_of_an_address_that_are_none_are_refused_or_left(stranger: Visitor, rules: str, said: str) -> None:
    address = "/begin/scoresheet:most:Belote"
    page = stranger.get(f"{address}?preset={quote(rules)}")
    for name in FOUR:
        page = stranger.get(str(stranger.send(page, address, {"name": name}).location))
    answer = stranger.send(page, address, {"go": "1"})
    assert answer.status == (422 if said else 303)
    assert said in answer.text


def test_the_names_of_the_carnet_are_offered_with_their_last_rules(visitor: Visitor) -> None:
    table = sheet(visitor, teams=2, limit=1000, total=162)
    page = visitor.get(f"{table.soiree}/table?{table.seats}&game=scoresheet")
    link = re.search(r'href="([^"]*game=scoresheet:most:Belote&amp;preset[^"]*)"', page.html)
    assert link
    seats = visitor.get(link[1].replace("&amp;", "&"))
    assert "Belote" in seats.main()
    begun = visitor.send(seats, "%7D", {"go": "1"})
    assert "Limite 1000" in visitor.get(str(begun.location)).text
    rules = visitor.get(str(visitor.send(seats, "%7D", {"rules": "1"}).location))
    assert 'value="162"' in rules.html
    # The same name in small letters is the same game.
    again = visitor.get(f"{table.soiree}/table?game=scoresheet&name=belote")
    assert "game=scoresheet:most:Belote" in str(again.location)


def test_the_rest_of_the_sum_is_filled_in_and_another_sum_is_refused(visitor: Visitor) -> None:
    table = sheet(visitor, teams=2, total=162)
    page = visitor.record(table, {"points-0": "90", "points-1": "60"})
    refused(page, "Ces points font 150 en tout, et une manche en fait 162")
    assert 'value="60"' in page.html
    refused(visitor.record(table, {"points-0": "1234567890"}), "trop grand")
    assert visitor.record(table, {"points-0": "90", "points-1": ""}).status == 303
    assert visitor.totals(table) == [(90, 72)]


def test_a_box_is_the_minus_of_a_number(visitor: Visitor) -> None:
    table = sheet(visitor, "scoresheet:fewest:Uno")
    typed = {"points-0": "5", "points-1": ["-", "7"], "points-2": ["-", "-3"], "points-3": "0"}
    refused(visitor.record(table, {**typed, "points-0": ["-", ""]}), "« - » n’est pas un nombre entier")
    assert visitor.record(table, typed).status == 303
    assert visitor.totals(table) == [(5, -7, -3, 0)]
    manche = f"{table.partie}/manches/{visitor.manche_ids(table)[0]}"
    page = visitor.get(manche)
    assert 'value="-7"' in page.html
    assert visitor.send(page, manche).status == 303
    assert visitor.totals(table) == [(5, -7, -3, 0)]


def test_the_table_ends_the_partie_and_plays_it_again(visitor: Visitor) -> None:
    table = sheet(visitor, "scoresheet:fewest:Uno")
    visitor.change_rules(table, {"option-dealer": "false"})
    typed = {f"points-{seat}": str(seat) for seat in range(4)}
    penalty = {"note": "Luc rit", "penalty_side": "0", "penalty_points": "9", "penalty_reason": "retard"}
    visitor.record(table, {**typed, **penalty})
    page = visitor.get(table.partie)
    assert "La dernière manche : la partie est finie" in page.text
    assert "de donner" not in page.text
    ended = visitor.send(page, f"/manches/{visitor.manche_ids(table)[0]}")
    assert ended.status == 303
    over = visitor.get(table.partie)
    assert "Victoire : Luc" in over.text
    assert "La table s’est arrêtée là" in over.text
    assert "Luc rit" in visitor.get(f"{table.partie}/manches/{visitor.manche_ids(table)[0]}").text
    assert visitor.totals(table) == [(9, 1, 2, 3)]
    again = visitor.get(str(visitor.press(table.partie, "/again").location))
    assert "Uno · 0 manche" in again.text


def test_an_end_that_comes_too_late_shows_the_points_of_its_manche(visitor: Visitor) -> None:
    table = sheet(visitor, "scoresheet:fewest:Uno")
    visitor.record_directly(table, {"points": [1, 2, 3, 4]})
    page = visitor.get(table.partie)
    visitor.record_directly(table, {"points": [4, 3, 2, 1]})
    manche = visitor.manche(table)
    late = visitor.send(page, manche)
    assert late.status == 409
    assert [late.form(manche).value(f"points-{side}") for side in range(4)] == ["1", "2", "3", "4"]


def test_no_rule_is_looked_up_but_those_of_any_table(visitor: Visitor) -> None:
    table = sheet(visitor)
    search = visitor.get(f"{table.partie}/desk")
    assert "Ce jeu se compte, il ne s’arbitre pas" in search.text
    assert "/book" not in search.html
    assert "Qu’est-ce qu’une renonce ?" in visitor.get(f"{table.partie}/desk?q=renonce").text
    assert "scoresheet" not in visitor.get("/rules").html


def test_its_name_is_in_files_statistics_and_the_search(visitor: Visitor) -> None:
    table = sheet(visitor, teams=2, limit=100)
    visitor.record_directly(table, {"points": [100, 62]})
    carnet = visitor.carnet
    scores, whole = (
        visitor.client.get(f"{carnet}/exchange/{file}").get_data(as_text=True) for file in ("scores.csv", "carnet.json")
    )
    assert ";Belote;" in scores
    assert re.search(r'"game": ?"scoresheet:most:Belote"', whole)
    statistics = visitor.get(f"{carnet}/years/all?game=scoresheet:most:Belote")
    assert re.search(r"Belote Joueur .* Anne", statistics.text)
    assert "Belote" in visitor.get(f"{carnet}/search?q=belote").text
    assert "%22name%22%3A%22Belote%22" in visitor.get(table.partie).html
    assert "Belote" in visitor.get(f"{table.partie}/print").text
    assert "Belote" in visitor.get("/print/scoresheet:most:Belote").text


@pytest.mark.parametrize("game", ["scoresheet", "scoresheet:most:", "hearts:simple", "spades:alone", "", "HEARTS"])
def test_no_partie_begins_of_an_unnamed_or_unknown_game(visitor: Visitor, game: str) -> None:
    table = visitor.set_table()
    for page in ("table", "rules"):
        form = visitor.get(f"{table.soiree}/{page}?{table.seats}&game=hearts").form(f"/{page}")
        answer = visitor.post(form.action, form.sent({"game": game, "go": "1"}))
        refused(answer, "choisissez le jeu")


def test_the_first_partie_needs_the_name_of_its_game(stranger: Visitor) -> None:
    form = stranger.get("/begin/hearts").form("/begin/hearts")
    answer = stranger.post("/begin/scoresheet", form.sent({"seat": list(FOUR), "go": "1"}))
    refused(answer, "choisissez le jeu")


def test_the_rules_named_before_the_players_are_a_choice_of_their_own(visitor: Visitor) -> None:
    table = visitor.set_table()
    chosen = quote('{"teams": 2, "limit": 1000, "total": 162}')
    page = visitor.get(f"{table.soiree}/rules?{table.seats}&game=scoresheet:most:Belote&preset={chosen}")
    assert "Vos règles Équipes : 2 · Limite : 1000 points · Points d’une manche : 162 points" in page.text
    chosen_ones = [
        given["value"] for _, given in page.tags if given.get("name") == "choose" and "aria-current" in given
    ]
    assert [value[0] for value in chosen_ones] == ["{"]
    seats = visitor.get(next(given["href"] for tag, given in page.tags if given.get("class") == "back").strip())
    begun = visitor.send(seats, "%7D", {"go": "1"})
    assert "Limite 1000" in visitor.get(str(begun.location)).text


@pytest.mark.parametrize("rules", ['{"teams": 9}', '{"limit": "a"}', '{"limit": 1e99}', '{"x": []}', '{"teams": {}}'])
def test_rules_in_the_address_that_cannot_be_show_no_error(visitor: Visitor, rules: str) -> None:
    table = visitor.set_table()
    page = visitor.get(f"{table.soiree}/rules?{table.seats}&game=scoresheet:most:Belote&preset={quote(rules)}")
    assert page.status == 200


def test_the_rules_of_a_named_game_are_not_those_of_another(stranger: Visitor) -> None:
    address = "/begin/scoresheet:most:Belote"
    page = stranger.get(str(named(stranger, **BELOTE).location))
    for name in FOUR:
        page = stranger.get(str(stranger.send(page, address, {"name": name}).location))
    hearts = stranger.get("/begin/hearts")
    assert "Maxence" in hearts.text
    assert stranger.send(hearts, "/begin/hearts", {"go": "1"}).status == 303
