"""The page of a partie that is over: the curve and its table, the highlights, and the text to send.

Four play Dame de Pique, or Atout Pique as Anne & Zoé against Luc & Maxence; at Piquet Luc deals first.
"""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from web.games.piquet import test_form as piquet
from web.games.spades import test_form as spades
from web.history.test_resuming import let_pass
from web.playing import second_device
from web.visitor import Page, plain

from scorekeeper.record.database import db
from scorekeeper.record.models import Partie
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.record.read_models import evenings
from scorekeeper.web.remarks import remarks_on_partie

if TYPE_CHECKING:
    from web.visitor import Table, Visitor

MOST_BYTES = 20_000


def sentences(page: Page) -> list[str]:
    section = re.search(r'<section class="highlights".*?</section>', page.html, re.DOTALL)
    return [plain(one) for one in re.findall(r"<li>(.*?)</li>", section[0])] if section else []


WHEN = "samedi 21 novembre 2026 · chez Zoé"


def shared_text(page: Page) -> list[str]:
    """Return the lines of the text to send."""
    found = re.search(r'id="told">(.*?)</p>', page.html, re.DOTALL)
    assert found, page.text
    return [plain(line) for line in found[1].replace("&amp;", "&").split("\n")]


def feats(visitor: Visitor, table: Table) -> list[str]:
    """Return the sentences about the feats of a partie, over or not."""
    with visitor.app.test_request_context(headers=visitor.headers):
        scored = score_partie(db.session.get_one(Partie, table.partie_id))
        return [plain(remark.full_text) for remark in remarks_on_partie(scored) if remark.key == "feat"]


# The page


def test_the_standings_say_who_won_and_not_who_leads(visitor: Visitor) -> None:
    table = visitor.recorded("led_throughout")
    text = visitor.get(table.partie).text
    assert "Luc ◆ victoire" in text
    assert "en tête" not in text.split("Luc ◆ victoire")[0]
    visitor.press(table.partie, "/undo")
    assert "Luc ◆ en tête" in visitor.get(table.partie).text


def test_the_end_has_highlights_a_text_to_send_and_a_curve_with_a_table(visitor: Visitor) -> None:
    """Luc leads by 26, 23 and 23; Zoé took the queen only twice."""
    table = visitor.recorded("led_throughout")
    page = visitor.get(table.partie)
    assert sentences(page) == ["Volte de Luc à la manche 1 : 0 pour Luc, 26 pour les autres."]
    ranked = ["1. Luc : 4", "2. Maxence : 27", "3. Anne : 32", "4. Zoé : 67"]
    assert shared_text(page) == ["Dame de Pique · 3 manches", WHEN, "Victoire : Luc", *ranked, "", *sentences(page)]
    (svg,) = (given for tag, given in page.tags if tag == "svg")
    assert (svg["role"], svg["aria-labelledby"]) == ("img", "chart-title chart-told")
    assert {"chart-title", "chart-told"} <= {given.get("id") for _, given in page.tags}
    assert page.html.count("<polyline points=") == 4
    assert all("style" not in given for _, given in page.tags)
    assert "Les totaux Manche Anne Luc Zoé Maxence 1 26 0 26 26 2 31 4 42 27 3 32 4 67 27" in page.text
    visitor.headers = {"Accept-Language": "en"}
    assert sentences(visitor.get(table.partie)) == ["Luc shot the moon in hand 1: 0 for Luc, 26 for the others."]


def victory(page: Page) -> list[str]:
    """Return the lines about the winner, which are above the ranking."""
    found = re.search(r'<div class="ending victory".*?<ol class="standings"', page.html, re.DOTALL)
    assert found, page.text
    return [plain(re.sub(r"<[^>]*>|\s+", " ", line).strip()) for line in re.findall(r"<p.*?</p>", found[0], re.DOTALL)]


def test_the_winner_comes_first_with_the_margin_and_the_deciding_manche(visitor: Visitor) -> None:
    """Luc leads throughout, 4 to Maxence's 27; then 26 26 0 26 and four times 5 4 16 1: Maxence, 30 to 42."""
    led = victory(visitor.get(visitor.recorded("led_throughout").partie))
    assert led[:3] == ["Victoire : Luc", "23 points devant Maxence.", "En tête du début à la fin."]
    table = visitor.recorded("comeback")
    page = visitor.get(table.partie)
    assert victory(page)[:3] == [
        "Victoire : Maxence",
        "12 points devant Luc.",
        "Tête prise à la manche 3, et gardée jusqu’au bout.",
    ]
    visitor.headers = {"Accept-Language": "en"}
    english = victory(visitor.get(table.partie))
    assert english[1:3] == ["12 points ahead of Luc.", "Took the lead in hand 3 and kept it to the end."]


def test_revanche_another_game_and_sharing_are_offered(visitor: Visitor) -> None:
    table = visitor.recorded("led_throughout")
    page = visitor.get(table.partie)
    links = [given["href"] for tag, given in page.tags if tag == "a" and "other=hearts" in given.get("href", "")]
    assert links == [f"{table.soiree}/table?same={table.partie_id}&other=hearts"]
    assert "Partager" in page.text
    again = visitor.send(page, "/again")
    assert again.status == 303
    assert again.location != table.partie


def test_a_revanche_begun_on_another_phone_is_opened_and_not_begun_twice(visitor: Visitor) -> None:
    table = visitor.recorded("led_throughout")
    first, second = visitor.get(table.partie), visitor.get(table.partie)
    begun = visitor.send(first, "/again").location
    opened = visitor.send(second, "/again", {"request_id": "of another phone"})
    assert (opened.status, opened.location) == (303, begun)
    assert visitor.press(table.partie, "/again").location == begun
    assert visitor.press(str(begun), "/abandon").status == 303
    assert visitor.press(table.partie, "/again").location not in {begun, table.partie}


@pytest.mark.parametrize("application", ["sqlite", "postgresql"], indirect=True)
def test_of_revanches_asked_for_at_once_one_is_begun(visitor: Visitor) -> None:
    table = visitor.recorded("led_throughout")
    phones = [second_device(visitor) for _ in range(4)]
    pages = [phone.get(table.partie) for phone in phones]
    start = Barrier(len(phones))

    def play_again(number: int) -> str | None:
        start.wait(timeout=30)
        return phones[number].send(pages[number], "/again").location

    with ThreadPoolExecutor(len(phones)) as pool:
        begun = {*pool.map(play_again, range(len(phones)))}
    assert len(begun) == 1


def test_a_partie_of_an_earlier_evening_is_played_again_tonight(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one soirée that is opened for it, and which the other phone and the earlier page find."""
    table, other = visitor.recorded("led_throughout"), second_device(visitor)
    left_open, let_lie = visitor.get(table.partie), other.get(table.partie)
    let_pass(monkeypatch, 48)
    visitor.client.set_cookie("zone", "Pacific/Tahiti")
    page = visitor.get(table.partie)
    dock = page.html[page.html.rindex('class="dock"') :]
    assert ("Partager" in dock, "Rejouer ce soir" in dock) == (True, True)
    assert ("Revanche" in page.text, "Autre jeu" in page.text) == (False, False)
    answer = visitor.send(left_open, "/again")
    assert other.send(let_lie, "/again").location == answer.location
    assert visitor.send(page, "/again").location == answer.location
    with visitor.app.app_context():
        partie = db.session.get_one(Partie, int(str(answer.location).rsplit("/", 1)[1]))
        assert partie.soiree_id != table.soiree_id
        assert partie.soiree.held_on == evenings.tonight("Pacific/Tahiti")
        assert partie.soiree.zone == "Pacific/Tahiti"
        assert [player.name for player in partie.seated_players] == list(table.players)
        assert partie.options["limit"] == 60
    assert answer.location not in visitor.get(table.soiree).html


def test_a_retired_player_is_not_seated_by_a_revanche(visitor: Visitor) -> None:
    table = visitor.recorded("led_throughout")
    visitor.press(f"{visitor.carnet}/players/{table.players['Luc']}/edit", "/retire")
    page = visitor.press(table.partie, "/again")
    assert (page.status, page.refusal()) == (422, "« Luc » est parmi les anciens : vous pouvez l’y rappeler.")


def test_a_current_or_abandoned_partie_has_no_chart(visitor: Visitor) -> None:
    table = visitor.set_table(limit=60)
    visitor.record(table)
    assert "La courbe des totaux" not in visitor.get(table.partie).text
    assert visitor.press(table.partie, "/abandon").status == 303
    page = visitor.get(table.partie)
    assert "Partie abandonnée" in page.text
    assert "La courbe des totaux" not in page.text


def test_manches_after_the_end_are_in_none_of_it(visitor: Visitor) -> None:
    """With the limit at 40 the second manche ended it: Zoé had 42, Luc 4. A volte of Zoé's comes too late."""
    page = visitor.get(visitor.recorded("lowered_limit").partie)
    assert shared_text(page)[:3] == ["Dame de Pique · 2 manches", WHEN, "Victoire : Luc"]
    assert "Zoé" not in "".join(sentences(page))
    assert "2 31 4 42 27" in page.text
    assert "3 57 30 42 53" not in page.text


def test_a_shared_victory_names_all_winners(visitor: Visitor) -> None:
    """0 0 13 13 twice (DP-26): the two winners are equal to the end."""
    page = visitor.get(visitor.recorded("shared_victory").partie)
    assert shared_text(page)[2:] == [
        "Égalité : Anne et Luc",
        *("1. Anne : 0", "1. Luc : 0", "3. Zoé : 26", "3. Maxence : 26", ""),
        "Plus gros écart à la manche 1 : 0 pour Anne et Luc, 13 pour Zoé et Maxence.",
    ]


def test_the_page_of_twelve_manches_and_their_end_is_small(visitor: Visitor) -> None:
    """Twelve times 16 to Zoé is 192."""
    page = visitor.get(visitor.recorded("twelve_manches").partie)
    assert sentences(page)[1] == "La dame de pique, 12 fois pour Zoé."
    assert len(page.html.encode()) <= MOST_BYTES


def test_a_name_with_markup_is_escaped(visitor: Visitor) -> None:
    table = visitor.set_table("<u>", "Luc", "Zoé", "Max", limit=20)
    assert visitor.record(table, {"volte": "0"}).status == 303
    page = visitor.get(table.partie)
    assert "<u>" not in page.html
    assert sentences(page) == ["Volte de &lt;u&gt; à la manche 1."]  # the only manche has no largest gap


# The highlights of each game


def test_the_queen_is_a_highlight_of_the_only_player_who_took_her_most(visitor: Visitor) -> None:
    """Three times Zoé and three times Luc, the last one of which is then undone."""
    table = visitor.recorded("queens")
    assert feats(visitor, table) == []
    visitor.press(table.partie, "/undo")
    assert feats(visitor, table) == ["La dame de pique, 3 fois pour Zoé."]


def test_zeros_are_highlights_of_players_and_sacs_of_teams(visitor: Visitor) -> None:
    """Bids of 1 each and 12 tricks leave Anne & Zoé ten sacs (AP-14)."""
    assert feats(visitor, visitor.recorded("zeros_and_sacs")) == [
        "Zéros tenus : Anne aux manches 2 et 4.",
        "Zéro chuté par Anne à la manche 3.",
        "Sacs payés par Anne & Zoé à la manche 1.",
    ]


def test_capots_are_highlights_of_each_coup_pi_21(visitor: Visitor) -> None:
    assert feats(visitor, visitor.recorded("capots")) == [
        "Capots infligés : Anne (2) et Luc.",
    ]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [(piquet.PIC, "Pic pour Anne au coup 1."), (piquet.REPIC, "Repic pour Anne au coup 1.")],
    ids=["PI-22", "PI-23"],
)
def test_a_pic_and_a_repic_are_highlights(visitor: Visitor, typed: piquet.Typed, expected: str) -> None:
    table = piquet.seated(visitor)
    assert visitor.record(table, typed).status == 303
    assert feats(visitor, table) == [expected]


def test_a_rubicon_and_the_worth_of_the_partie_are_highlights_pi_26(visitor: Visitor) -> None:
    """25 and 10 five times in turn, then 10 + 45 and 25 - 25: 150 and 80, which is worth 150 + 80 + 100."""
    expected = ["Rubicon pour Luc, avec 80 points.", "Plus gros écart au coup 6 : 55 pour Anne, 0 pour Luc."]
    page = visitor.get(visitor.recorded("rubicon").partie)
    assert sentences(page) == expected
    settled = ["Victoire : Anne", "La partie vaut 330.", "1. Anne : 150", "2. Luc : 80"]
    assert shared_text(page) == ["Piquet · 6 coups", WHEN, *settled, "", *expected]


def test_a_partie_to_a_target_has_no_worth_pi_27(visitor: Visitor) -> None:
    """25 and 10 to a target of 20, in one coup."""
    table = piquet.seated(visitor, piquet.plain_coup(0), format="target_single", target=20)
    assert shared_text(visitor.get(table.partie)) == [
        "Piquet · 1 coup",
        WHEN,
        "Victoire : Anne",
        "1. Anne : 25",
        "2. Luc : 10",
    ]


def test_teams_with_a_name_are_called_by_it(visitor: Visitor) -> None:
    """Contracts of 5 and 7, 6 tricks: 51 and 70 a manche (AP-13); the target of 60 ends it at once."""
    table = spades.seated(visitor, spades.PLAIN, target=60)
    assert visitor.change_rules(table, {"side_name": ["Les rouges", ""]}).status == 303
    assert shared_text(visitor.get(table.partie))[2:] == [
        "Victoire : Luc & Maxence",
        "1. Luc & Maxence : 70",
        "2. Les rouges : 51",
    ]
