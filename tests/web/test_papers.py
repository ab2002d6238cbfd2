"""Old paper scores: looked at first with complaints by line, then noted once, shown as points and nothing else."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import func, select
from web.test_exchange import bring
from web.visitor import Visitor, hearts, read

from scorekeeper.record.database import db
from scorekeeper.record.models import Partie, Soiree

if TYPE_CHECKING:
    from web.visitor import Page

# 5 + 26 + 3, 4 + 26 + 10, 17 + 0 + 13: Zoé has 30, Anne 34, Luc 40.
HEARTS = """date;jeu;joueur;1;2;3
2019-05-12;Dame de Pique;Anne;5;26;3
2019-05-12;Dame de Pique;Luc;4;26;10
2019-05-12;Dame de Pique;Zoé;17;0;13
"""
# The first and third play together, 71 − 60 = 11; the others 102 + 50 = 152.
SPADES = """lieu,date,game,player
à la Marine,13/05/2019,spades,Anne,71,−60
à la Marine,13/05/2019,spades,Luc,102,50
à la Marine,13/05/2019,spades,Zoé,71,-60
à la Marine,13/05/2019,spades,Max,102,50
"""


def send(visitor: Visitor, scores: str, *, where: str = "/papers/preview", file: bytes | None = None) -> Page:
    page = visitor.get(f"{visitor.carnet}/papers")
    typed: dict[str, Any] = page.form("/papers/preview").sent({"scores": scores})
    if file is not None:
        typed["file"] = (io.BytesIO(file), "feuilles.csv")
    address = f"{visitor.carnet}{where}"
    return read(visitor.client.post(address, data=typed, content_type="multipart/form-data", headers=visitor.headers))


def count(visitor: Visitor) -> int:
    with visitor.app.app_context():
        own = select(func.count(Partie.id)).join(Soiree).where(Soiree.carnet_id == visitor.row().id)
        return db.session.scalar(own) or 0


def partie_address(visitor: Visitor) -> str:
    with visitor.app.app_context():
        latest = select(func.max(Partie.id)).join(Soiree).where(Soiree.carnet_id == visitor.row().id)
        return f"{visitor.carnet}/parties/{db.session.scalar(latest)}"


def test_a_preview_says_who_won_and_who_is_new_and_writes_nothing(visitor: Visitor) -> None:
    visitor.record(visitor.set_table(), hearts(5, 4, 3, 1, queen=2))
    page = send(visitor, HEARTS.replace("Zoé", "Inès"))
    assert page.status == 200
    assert "1 partie à noter" in page.text
    assert "Nouveaux dans ce carnet : Inès Dame" in page.text
    assert "Anne 34 Luc 40 ♠ Inès 30" in page.text
    assert count(visitor) == 1


def test_what_was_looked_at_is_noted_once(visitor: Visitor) -> None:
    page = send(visitor, HEARTS)
    noted = visitor.send(page, "/papers")
    assert noted.status == 303
    assert "1 partie notée." in visitor.get(noted.location or "").text
    assert count(visitor) == 1
    again = visitor.send(send(visitor, HEARTS.replace(";", ",")), "/papers")
    assert again.status == 422
    assert "déjà notées" in again.refusal()
    assert count(visitor) == 1


def test_the_partie_shows_its_points_and_is_listed_with_its_winner(visitor: Visitor) -> None:
    send(visitor, HEARTS, where="/papers")
    page = visitor.get(partie_address(visitor))
    assert "seuls les points sont connus" in page.text
    assert "1 Zoé 30 2 Anne 34 3 Luc 40" in page.text
    assert "1 5 4 17 2 26 26 0 3 3 10 13 = 34 40 30" in page.text
    back = next(given["href"] for _, given in page.tags if given.get("class") == "back")
    listed = visitor.get(back).text
    assert "dimanche 12 mai 2019" in listed
    assert "Gagnée par Zoé" in listed


def test_partners_share_their_points_ap_13(visitor: Visitor) -> None:
    page = send(visitor, SPADES)
    assert "Anne & Zoé 11 ♠ Luc & Max 152" in page.text
    wrong = send(visitor, SPADES.replace("Zoé,71", "Zoé,72"))
    assert wrong.status == 422
    assert "Ligne 2. Anne et Zoé jouent ensemble" in wrong.refusal()


def test_parties_follow_each_other_and_those_of_one_day_share_its_soiree(visitor: Visitor) -> None:
    rows = HEARTS.splitlines()
    twice = "\n".join([*rows, *rows[1:], *(row.replace("05-12", "05-19") for row in rows[1:])])
    page = send(visitor, twice)
    assert "3 parties à noter" in page.text
    visitor.send(page, "/papers")
    carnet = visitor.get(f"{visitor.carnet}/").text
    assert "19 dim. Dame de Pique Anne , Luc , Zoé Victoire : Zoé" in carnet
    assert "12 dim. Dame de Pique × 2 Anne , Luc , Zoé Victoires : Zoé 2" in carnet


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("date;jeu", "jour;jeu"), "Ligne 1. La première ligne nomme les colonnes : il y faut « date »"),
        (
            ("2019-05-12;Dame de Pique;Luc", "2019-05-32;Dame de Pique;Luc"),
            "Ligne 3. « 2019-05-32 » n’est pas une date",
        ),
        ((";Dame de Pique;Luc", ";Tarot;Luc"), "Ligne 3. « Tarot » n’est pas un jeu"),
        (("Luc", ""), "Ligne 3. Il faut un nom."),
        (("Luc", "Lu\u202ec"), "Ligne 3. Ce texte contient un caractère invisible"),
        (("4;26;10", "4;vingt;10"), "Ligne 3. « vingt » n’est pas un nombre de points."),
        (("4;26;10", "4;;10"), "Ligne 3. « » n’est pas un nombre de points."),
        (("4;26;10", "4;99999;10"), "Ligne 3. « 99999 » n’est pas un nombre de points."),
        (("4;26;10", ";;"), "Ligne 3. Il n’y a pas de points"),
        (("4;26;10", "4;26"), "Ligne 2. Les joueurs de cette partie n’ont pas tous autant de manches : de 2 à 3."),
        (("Luc", "Anne"), "Ligne 2. Ce jeu ne se joue pas à 1."),
        ((HEARTS, ""), "Il n’y a rien sous la première ligne"),
        ((HEARTS, "date;jeu;joueur\n"), "Il n’y a rien sous la première ligne"),
        (("Luc", '"Luc'), "Ligne"),
        (("Luc", "x" * 100_000), "notez-en une partie"),
    ],
)
def test_each_complaint_names_its_line_and_nothing_is_written(
    visitor: Visitor, change: tuple[str, str], said: str
) -> None:
    scores = HEARTS.replace(*change)
    for where in ("/papers/preview", "/papers"):
        page = send(visitor, scores, where=where)
        assert page.status == 422
        assert said in page.refusal()
    assert count(visitor) == 0


def test_every_complaint_comes_at_once_up_to_ten(visitor: Visitor) -> None:
    rows = "".join(f"2019-05-12;Whist;Anne {number};1\n" for number in range(12))
    said = send(visitor, f"date;jeu;joueur;1\n{rows}").refusal()
    assert [f"Ligne {number}." in said for number in (2, 11, 12)] == [True, True, False]
    assert "et d’autres encore" in said


@pytest.mark.parametrize(
    ("speaks", "typed", "read_as"),
    [
        ("fr", "05/11/2026", "Dame de Pique 5 nov. 2026"),
        ("en-US", "05/11/2026", None),
        ("en-US", "11/25/2026", "Hearts 25 Nov 2026"),
        ("en-US", "25/11/2026", "Hearts 25 Nov 2026"),
        ("en-US", "05/05/2026", "Hearts 5 May 2026"),
        ("en-US", "2026-11-05", "Hearts 5 Nov 2026"),
    ],
)
def test_a_date_that_may_be_two_is_refused_in_english(
    visitor: Visitor, speaks: str, typed: str, read_as: str | None
) -> None:
    visitor.headers["Accept-Language"] = speaks
    page = send(visitor, HEARTS.replace("2019-05-12", typed))
    if read_as is None:
        assert page.status == 422
        assert "can be two dates" in page.refusal()
    else:
        assert page.status == 200
        assert read_as in page.text


@pytest.mark.parametrize("speaks", ["fr", "en"])
def test_the_exported_points_are_read_again(visitor: Visitor, speaks: str) -> None:
    """Hearts 5 4 3 1 with the queen to Zoé, then 0 0 13 0 with it to Anne: 5 + 13, 4, 16 + 13, 1."""
    table = visitor.set_table()
    visitor.record(table, hearts(5, 4, 3, 1, queen=2))
    visitor.record(table, hearts(0, 0, 13, 0, queen=0))
    visitor.headers["Accept-Language"] = speaks
    exported = visitor.client.get(f"{visitor.carnet}/exchange/scores.csv", headers=visitor.headers).data
    columns = exported.decode("utf-8-sig").splitlines()[0].replace(";", ",").split(",")
    assert len(set(columns)) == len(columns)
    page = send(visitor, "", file=exported)
    assert page.status == 200, page.refusal()
    assert "Anne 18 Luc 4 Zoé 29" in page.text


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252"])
def test_a_file_of_excel_s_has_its_accents(visitor: Visitor, encoding: str) -> None:
    page = send(visitor, "", file=HEARTS.encode(encoding))
    assert page.status == 200
    assert "Zoé 30" in page.text


def test_what_only_a_played_partie_has_is_nowhere_to_be_found(visitor: Visitor) -> None:
    send(visitor, HEARTS, where="/papers")
    address = partie_address(visitor)
    for page in ("/rules", "/cards", "/desk", "/manches/new", "/score.jsonl"):
        assert visitor.get(address + page).status == 404, page


def test_it_is_put_away_and_brought_back(visitor: Visitor) -> None:
    send(visitor, HEARTS, where="/papers")
    address = partie_address(visitor)
    away = visitor.press(address, "/delete")
    assert away.status == 303
    assert visitor.get(address).status == 404
    assert visitor.press(away.location or "", "/restore").location == address
    assert visitor.get(address).status == 200


def test_it_goes_to_another_soiree(visitor: Visitor) -> None:
    table = visitor.set_table()
    send(visitor, HEARTS, where="/papers")
    address = partie_address(visitor)
    assert visitor.press(f"{address}/move", "/move", {"soiree": str(table.soiree_id)}).status == 303
    assert "Zoé 30" in visitor.get(table.soiree).text


def test_more_than_a_page_notes_at_once_is_said_so(visitor: Visitor) -> None:
    line = "2019-05-12;Dame de Pique;Anne;" + ";".join(["5"] * 600)
    answer = send(visitor, "\n".join([line] * 11))
    assert answer.status == 422
    assert "12000 caractères au plus" in answer.refusal()
    short = "date;jeu;joueur;1\n" + "\n".join(
        f"{1990 + number // 12}-{number % 12 + 1:02}-01;Dame de Pique;{name};{points}"
        for number in range(81)
        for name, points in (("Anne", 5), ("Luc", 4), ("Zoé", 17))
    )
    answer = send(visitor, short)
    assert (answer.status, "80 parties au plus" in answer.refusal()) == (422, True)


def test_it_goes_along_with_its_carnet(visitor: Visitor) -> None:
    send(visitor, HEARTS, where="/papers")
    content = visitor.client.get(f"{visitor.carnet}/exchange/carnet.json").data
    other = Visitor(visitor.app)
    bring(other, content)
    assert "1 Zoé 30 2 Anne 34 3 Luc 40" in other.get(partie_address(other)).text
    assert other.client.get(f"{other.carnet}/exchange/carnet.json").data == content
