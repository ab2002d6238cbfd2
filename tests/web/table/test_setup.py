"""The forms of soirées and of new parties: players, seats, house rules and first dealer."""

from __future__ import annotations

import re

import pytest
from web.people import join_carnet
from web.visitor import FOUR, HAND, Page, Table, Visitor, hearts, refused

from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.hearts.options import PRESETS
from scorekeeper.games.rulebook import read_house_rules
from scorekeeper.record.database import db
from scorekeeper.record.models import Partie, Role

NAMES = ("Anne", "Luc", "Zoé", "Maxence", "Inès", "Paul", "Renée", "Aziz")
TEXTS = read_house_rules(HEARTS.package)["fr"].presets


def sit(visitor: Visitor, seats: int) -> Table:
    """Return a soirée with this number of players to seat, in a partie that is not used."""
    visitor.set_table(*NAMES[:4])
    return visitor.set_table(*NAMES[:seats], **({"deck": "belmont"} if seats > 5 else {}))


def rules(visitor: Visitor, table: Table, more: str = "") -> Page:
    return visitor.get(f"{table.soiree}/rules?{table.seats}{more}")


def started(visitor: Visitor, page: Page) -> Partie:
    """Return the partie of a redirect."""
    assert page.status == 303, page.text
    assert page.location is not None
    partie = db.session.get(Partie, int(page.location.rsplit("/", 1)[1]))
    assert partie is not None
    assert partie.soiree.carnet.key == visitor.key
    return partie


@pytest.mark.parametrize(
    ("slug", "seats"), [(preset.slug, seats) for preset in PRESETS for seats in sorted(preset.seats)]
)
def test_every_preset_can_be_started(visitor: Visitor, slug: str, seats: int) -> None:
    preset = next(one for one in PRESETS if one.slug == slug)
    table = sit(visitor, seats)
    page = rules(visitor, table)
    assert TEXTS[slug].name in page.text
    page = visitor.send(page, "/rules", {"choose": slug, "dealer": "1"})
    assert page.status == 200
    assert f'name="choose" value="{slug}" aria-current="true"' in page.html
    assert page.form("/rules").value("dealer") == "1"
    answer = visitor.send(page, "/rules")
    with visitor.app.app_context():
        partie = started(visitor, answer)
        assert partie.options == HEARTS.write_options(HEARTS.read_options(preset.options, seats))
        assert [player.name for player in partie.seated_players] == list(NAMES[:seats])
        assert partie.first_dealer == 1
    assert f"À {NAMES[1]} de donner" in visitor.get(f"{answer.location}").text


def test_only_the_presets_of_this_table_are_offered(visitor: Visitor) -> None:
    for seats in (3, 4, 5, 6, 8):
        page = rules(visitor, sit(visitor, seats))
        for preset in PRESETS:
            offered = ("choose", preset.slug) in [button[:2] for button in page.form("/rules").buttons]
            assert offered == (seats in preset.seats), preset.slug


def test_a_seat_taken_twice_is_refused(visitor: Visitor) -> None:
    table = sit(visitor, 4)
    first, second, third, _ = map(str, table.players.values())
    page = visitor.send(rules(visitor, table), "/rules", {"seat": [first, second, third, first]})
    refused(page, "Un joueur ne peut pas s’asseoir à deux places")


def test_one_or_seven_players_read_how_many_are_needed(visitor: Visitor) -> None:
    table = visitor.set_table(*NAMES, deck="belmont")
    for count, sentence in (
        (0, "ou 8 joueurs."),
        (1, "ou 8 joueurs ; il en manque 2."),
        (7, "ou 8 joueurs ; vous êtes 7."),
    ):
        seats = "&".join(f"seat={player}" for player in list(table.players.values())[:count])
        page = visitor.get(f"{table.soiree}/table?{seats}&game=hearts")
        assert f"Dame de Pique : 3, 4, 5, 6 {sentence}" in page.text
        assert f"Aucun jeu ne se joue à {count}" in visitor.get(f"{table.soiree}/rules?{seats}").text


def test_thirty_six_cards_can_be_chosen_among_the_options(visitor: Visitor) -> None:
    """DP-3: the queen is then worth 5; these rules can be chosen from the classic ones too."""
    table = sit(visitor, 4)
    page = visitor.send(rules(visitor, table), "/rules", {"option-deck": '"36"'})
    refused(page, "la dame de pique vaut toujours 5 points")
    offered = page.html.split('name="option-queen_points"')[1].split("</select>")[0]
    assert '<option value="5">5 points</option>' in offered
    answer = visitor.send(page, "/rules", {"option-queen_points": "5"})
    with visitor.app.app_context():
        assert started(visitor, answer).options["queen_points"] == 5


def test_a_known_name_seats_its_player(visitor: Visitor) -> None:
    table = visitor.set_table()
    page = visitor.get(f"{table.soiree}/table")
    answer = visitor.send(page, "/table", {"name": " zoe\u0301 "})
    assert answer.location == f"{table.soiree}/table?seat={table.players['Zoé']}&game=hearts"
    twice = visitor.send(visitor.get(str(answer.location)), "/table", {"name": "ZOÉ"})
    assert (twice.status, "Il y a déjà « Zoé »" in twice.refusal()) == (422, True)


# Saved house rules


def test_house_rules_are_saved_chosen_replaced_and_deleted(visitor: Visitor) -> None:
    table = sit(visitor, 4)
    save = f"{table.soiree}/presets"
    saved = visitor.send(
        rules(visitor, table), "/rules", {"option-limit": "66", "preset_name": " Chez  nous 🏡 "}, to=save
    )
    assert saved.status == 303
    page = visitor.get(f"{saved.location}")
    assert "Chez nous 🏡" in page.text
    assert page.form("/rules").value("option-limit") == "66"
    with visitor.app.app_context():
        assert started(visitor, visitor.send(page, "/rules")).options["limit"] == 66
    again = visitor.send(page, "/rules", {"option-limit": "67", "preset_name": "CHEZ nous 🏡"}, to=save)
    assert again.location == saved.location
    page = visitor.get(f"{again.location}")
    assert page.form("/rules").value("option-limit") == "67"
    (forget,) = [address for *_, address in page.form("/rules").buttons if address.endswith("/delete")]
    gone = visitor.send(page, "/rules", to=forget)
    assert gone.status == 303
    assert "nous 🏡" not in visitor.get(f"{gone.location}").text


def keep(visitor: Visitor, table: Table, name: str, **typed: str | list[str]) -> Page:
    page = visitor.get(f"{table.partie}/rules")
    return visitor.send(page, "/rules", {"preset_name": name, **typed}, to=f"{table.partie}/rules/keep")


def test_house_rules_are_saved_as_the_form_shows_them_before_they_are_applied(visitor: Visitor) -> None:
    table = visitor.set_table(teams=True)
    saved = keep(visitor, table, "Courte", **{"option-limit": "50", "side_name": ["Les rouges", ""]})
    page = visitor.get(str(saved.location))
    assert page.form("/rules").value("option-limit") == "50"
    assert page.form("/rules").value("side_name") == "Les rouges"
    with visitor.app.app_context():
        (preset,) = visitor.row().presets
        assert preset.options["limit"] == 50
    assert visitor.get(f"{table.partie}/rules").form("/rules").value("option-limit") == "100"
    assert visitor.send(page, "/rules").status == 303
    assert visitor.get(f"{table.partie}/rules").form("/rules").value("option-limit") == "50"


def test_saving_a_name_twice_says_that_the_earlier_rules_are_replaced(visitor: Visitor) -> None:
    table = visitor.set_table(limit=50)
    keep(visitor, table, "Chez nous")
    shown = visitor.get(str(keep(visitor, table, "chez nous").location)).text
    assert "« chez nous » : ces règles remplacent celles que vous gardiez sous ce nom." in shown


def test_the_name_of_a_preset_of_the_game_is_refused(visitor: Visitor) -> None:
    table = visitor.set_table(limit=50)
    page = keep(visitor, table, "classique")
    refused(page, "« classique » est déjà une règle du jeu : donnez un autre nom.")
    assert 'maxlength="40"' in page.html


def test_house_rules_are_saved_from_a_partie_in_progress_with_what_differs(visitor: Visitor) -> None:
    table = visitor.with_manche(limit=50, moon="self_minus")
    differing = "Volte : Son auteur retire les points · Limite : 50 points"
    saved = keep(visitor, table, " Chez  nous ")
    assert saved.location.startswith(f"{table.partie}/rules")
    shown = visitor.get(str(saved.location)).text
    assert "« Chez nous » : ces règles vous seront proposées à la prochaine partie." in shown
    assert f"Ce qui change de l’habitude : {differing}" in shown
    offered = visitor.get(f"{table.soiree}/rules?{table.seats}&game=hearts")
    assert f"Règles de la maison Chez nous {differing}" in offered.text
    assert visitor.totals(table) == [(5, 4, 16, 1)]


def test_usual_house_rules_are_saved_as_usual(visitor: Visitor) -> None:
    table = visitor.set_table("Anne", "Luc", "Zoé", **PRESETS[0].options)
    saved = keep(visitor, table, "Sans rien")
    assert "Les règles habituelles." in visitor.get(str(saved.location)).text
    assert "Sans rien Les règles habituelles." in visitor.get(f"{table.soiree}/rules?{table.seats}&game=hearts").text


# Players


def test_players_are_added_seated_moved_and_removed(visitor: Visitor) -> None:
    visitor.press(f"{visitor.carnet}/soirees/new", "/soirees/new", {"place": ""})
    table = visitor.set_table(*FOUR)
    page = visitor.get(f"{table.soiree}/table")
    for name in ("Inès", "Paul"):
        answer = visitor.send(page, "/table", {"name": name})
        assert answer.status == 303
        page = visitor.get(f"{answer.location}")
    seated = page.html.split('<ol class="seats">')[1].split("</ol>")[0]
    assert re.findall(r"<bdi[^>]*>(.+?)</bdi>", seated) == ["Inès", "Paul"]
    up = re.search(r'href="([^"]+)" aria-label="Avancer Paul', page.html)
    out = re.search(r'href="([^"]+)" aria-label="Retirer Inès', page.html)
    assert up
    assert out
    moved = visitor.get(up[1].replace("&amp;", "&")).html.split('<ol class="seats">')[1].split("</ol>")[0]
    assert re.findall(r"<bdi[^>]*>(.+?)</bdi>", moved) == ["Paul", "Inès"]
    left = visitor.get(out[1].replace("&amp;", "&")).html.split('<ol class="seats">')[1].split("</ol>")[0]
    assert re.findall(r"<bdi[^>]*>(.+?)</bdi>", left) == ["Paul"]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Il faut un nom."),
        (" zoe\u0301 ", "Il y a déjà « Zoé »"),
        ("INÈS", "« Inès » est parmi les anciens"),
    ],
    ids=ascii,
)
def test_an_invalid_name_is_refused_with_a_sentence(visitor: Visitor, typed: str, sentence: str) -> None:
    table = visitor.set_table(*FOUR, "Inès")
    visitor.press(f"{visitor.carnet}/players/{table.players['Inès']}/edit", "/retire")
    for path, ending in (
        (f"{visitor.carnet}/players", "/players"),
        (f"{table.soiree}/table", "/table"),
        (f"{visitor.carnet}/players/{table.players['Luc']}/edit", f"/{table.players['Luc']}"),
    ):
        page = visitor.press(path, ending, {"name": typed})
        if ending == "/table" and "Zoé" in sentence:  # seated, because she is known
            assert page.status == 303
            continue
        refused(page, sentence)
        assert page.form(ending).value("name") == typed
    assert "Luc" in visitor.get(f"{visitor.carnet}/players").text


def test_a_name_with_markup_is_escaped(visitor: Visitor) -> None:
    table = visitor.with_manche("<b>Zoé</b>", "%s %(name)s", "{{ 7*7 }}", "👩‍👩‍👧 & محمد")
    for path in (table.partie, f"{visitor.carnet}/players", table.soiree, f"{table.soiree}/rules?{table.seats}"):
        page = visitor.get(path)
        assert all(name in page.text for name in ("<b>Zoé</b>", "%s %(name)s", "{{ 7*7 }}", "👩‍👩‍👧 & محمد")), path
    assert visitor.record(table, {"volte": "2", "H-0": "x"}).status == 422
    assert visitor.record(table, hearts(13, 0, 0, 0, queen=0)).status == 422


def test_a_retired_player_is_no_longer_offered_and_stays_in_the_history(visitor: Visitor) -> None:
    table = visitor.with_manche()
    zoe = f"{visitor.carnet}/players/{table.players['Zoé']}/edit"
    visitor.press(zoe, "/retire")
    assert "Zoé" not in visitor.get(f"{table.soiree}/table").main().replace("chez Zoé", "")
    assert "Zoé" in visitor.get(table.partie).text
    assert visitor.record(table).status == 303
    visitor.press(zoe, "/back")
    assert "Zoé" in visitor.get(f"{table.soiree}/table").main().replace("chez Zoé", "")


def test_continuing_from_the_seats_keeps_the_typed_name(visitor: Visitor) -> None:
    table = visitor.set_table()
    page = visitor.get(f"{table.soiree}/table?{table.seats}")
    assert 'form="add" name="rules" value="1"' in page.html
    on = visitor.send(page, "/table", {"rules": "1"})
    assert (on.status, on.location) == (303, f"{table.soiree}/rules?{table.seats}&game=hearts")
    added = visitor.send(page, "/table", {"rules": "1", "name": "Inès"})
    assert added.status == 303
    assert f"{added.location}".startswith(f"{table.soiree}/rules?{table.seats}&seat=")
    for button in ("rules", "go"):
        refused = visitor.send(page, "/table", {button: "1", "name": "zoé"})
        assert (refused.status, refused.form("/table").value("name")) == (422, "zoé")


def test_a_partie_starts_from_the_seats_with_the_usual_rules_and_the_typed_name(visitor: Visitor) -> None:
    table = visitor.set_table()
    page = visitor.get(f"{table.soiree}/table?{table.seats}")
    assert 'form="add" name="go" value="1"' in page.html
    one, again = (visitor.send(page, "/table", {"go": "1", "name": "Inès"}) for _ in range(2))
    assert one.location == again.location
    with visitor.app.app_context():
        partie = started(visitor, one)
        assert [player.name for player in partie.seated_players] == [*FOUR, "Inès"]
        assert partie.options == HEARTS.write_options(HEARTS.read_options({}, 5))
        assert partie.first_dealer in range(5)


def test_a_partie_does_not_start_with_too_few_or_too_many_players(visitor: Visitor) -> None:
    table = visitor.set_table()
    page = visitor.get(f"{table.soiree}/table?{table.seats}")
    for typed, sentence in (
        ({"seat": list(table.players.values())[:2]}, "Dame de Pique : 3, 4, 5, 6 ou 8 joueurs ; il en manque 1."),
        ({"game": "spades", "name": "Inès"}, "Atout Pique : 3 ou 4 joueurs ; vous êtes 5."),
        ({"game": "piquet"}, "Piquet : 2 joueurs ; vous êtes 4."),
    ):
        answer = visitor.send(page, "/table", {"go": "1", **typed})
        assert (answer.status, answer.refusal()) == (422, sentence)
    assert "Inès" not in visitor.get(f"{visitor.carnet}/players").text


def test_the_last_table_is_one_tap_away_for_the_same_game_or_another(visitor: Visitor) -> None:
    visitor.set_table("Paul", "Aziz", game="piquet")
    table = visitor.set_table()
    other = visitor.set_table("Paul", "Aziz", game="piquet")
    page = visitor.get(f"{other.soiree}/table")
    assert "Même table : Paul , Aziz" in page.text
    assert current_game(page) == "Piquet"
    again = visitor.get(f"{other.soiree}/table?same={table.partie_id}&other=hearts")
    assert [value for name, value in again.form("/table").fields if name == "seat"] == [
        str(player) for player in table.players.values()
    ]
    assert current_game(again) == "Atout Pique"
    answer = visitor.send(again, "/table", {"go": "1"})
    with visitor.app.app_context():
        assert (started(visitor, answer).game, len(started(visitor, answer).seats)) == ("spades", 4)


def test_the_same_table_has_at_most_the_players_that_the_game_seats(visitor: Visitor) -> None:
    table = visitor.set_table("Anne", "Luc", "Zoé", "Max", "Paul")
    for game, offered in (("hearts", 5), ("spades", 4), ("piquet", 2)):
        page = visitor.get(f"{table.soiree}/table?game={game}")
        (link,) = (given for _, given in page.tags if given.get("class") == "chip same-table")
        assert link["href"].count("seat=") == offered
        assert link["aria-label"].count(",") == offered - 1
        assert visitor.get(link["href"]).form("/table").value("seat") is not None


@pytest.mark.parametrize("same", ["0", "999999999", "9" * 5000, "x", "", "²", "-1"], ids=lambda same: same[:9])
def test_a_partie_of_no_carnet_or_another_one_seats_no_players(visitor: Visitor, stranger: Visitor, same: str) -> None:
    table = visitor.set_table()
    foreign = stranger.with_carnet().set_table("Rose", "Tom", "Max")
    for partie_id in (same, str(foreign.partie_id)):
        page = visitor.get(f"{table.soiree}/table?same={partie_id}")
        assert (page.status, page.form("/table").value("seat")) == (200, None)
        assert "Rose" not in page.text


def test_retired_players_and_those_of_a_deleted_partie_are_not_suggested(visitor: Visitor) -> None:
    gone = visitor.set_table("Rose", "Tom", "Max")
    table = visitor.set_table()
    latest = visitor.set_table("Rose", "Tom", "Max")
    visitor.press(f"{visitor.carnet}/players/{table.players['Luc']}/edit", "/retire")
    visitor.press(latest.partie, "/delete")
    visitor.press(f"{gone.soiree}/edit", "/delete")
    assert "Même table : Anne , Zoé , Maxence" in visitor.get(f"{table.soiree}/table").text


def current_game(page: Page) -> str:
    """Return the game chosen on the page of the seats."""
    found = re.search(r'<a[^>]*aria-current="true"[^>]*>.*?<span>(.+?)</span></a>', page.html, re.DOTALL)
    assert found
    return found[1]


# Soirées


def test_a_soiree_has_today_s_date_by_default_and_can_be_moved(visitor: Visitor) -> None:
    answer = visitor.press(f"{visitor.carnet}/soirees/new", "/new", {"held_on": "", "place": ""})
    assert answer.status == 303
    assert answer.location is not None
    soiree = answer.location.removesuffix("/table")
    visitor.press(f"{soiree}/edit", "/edit", {"held_on": "1999-12-31", "place": "à la Marine"})
    page = visitor.get(soiree)
    assert "vendredi 31 décembre 1999" in page.text
    assert "à la Marine" in page.text


def test_a_soiree_shows_its_winners_and_its_current_parties(visitor: Visitor) -> None:
    for typed, winners in ((HAND, "Gagnée par Maxence"), (hearts(0, 0, 6, 7, queen=2), "Égalité : Anne , Luc")):
        table = visitor.set_table(limit=16)
        assert "en cours" in visitor.get(table.soiree).text
        visitor.record(table, typed)
        assert winners in visitor.get(table.soiree).text


def test_a_partie_is_deleted_once_by_two_taps_and_two_phones(visitor: Visitor) -> None:
    table, other = visitor.set_table(), join_carnet(visitor, Role.MARQUEUR)
    page, seen_by_other = visitor.get(table.partie), other.get(table.partie)
    for device, shown in ((visitor, page), (visitor, page), (other, seen_by_other)):
        answer = device.send(shown, "/delete")
        assert (answer.status, answer.location) == (303, table.soiree)
    assert "Partie supprimée" in other.get(table.soiree).text


def test_a_soiree_is_deleted_with_its_parties_and_restored(visitor: Visitor) -> None:
    table = visitor.set_table()
    visitor.press(f"{table.soiree}/edit", "/delete")
    assert {visitor.get(path).status for path in (table.soiree, table.partie)} == {404}
    visitor.press(f"{visitor.carnet}/", "/restore")
    assert {visitor.get(path).status for path in (table.soiree, table.partie)} == {200}


# Rules changed during a partie


def test_rules_changed_by_two_devices_are_stale_for_the_second(visitor: Visitor) -> None:
    table = visitor.set_table()
    old = visitor.get(f"{table.partie}/rules")
    visitor.record(table)
    page = visitor.send(old, "/rules", {"option-limit": "55"})
    assert page.status == 409
    assert "manche 1 notée" in page.refusal()
    assert page.form("/rules").value("option-limit") == "55"
    assert visitor.send(page, "/rules").status == 303


def test_the_name_of_a_carnet_is_changed_or_refused(visitor: Visitor) -> None:
    settings = f"{visitor.carnet}/settings"
    assert visitor.press(settings, "/settings", {"name": "Les samedis"}).status == 303
    assert "Les samedis" in visitor.get(f"{visitor.carnet}/").text
    page = visitor.press(settings, "/settings", {"name": "x" * 81})
    assert page.status == 422
    assert page.form("/settings").value("name") == "x" * 81
    assert visitor.press("/carnets", "/carnets", {"name": "a\x00"}).status == 422
