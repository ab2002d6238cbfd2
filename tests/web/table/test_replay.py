"""The replay of a manche entered card by card, and its transcript for the command `judge`."""

from __future__ import annotations

import json

import pytest
from web.full_carnet import furnish
from web.playing import SIX, bid, dealt, lay_out, plays, recorded, stored_cards
from web.table.test_cards_ended import cards, ended
from web.visitor import Page, Table, Visitor, hearts

from scorekeeper.record.database import writing
from scorekeeper.record.formats.judge import judge_line
from scorekeeper.record.models import Role

pytestmark = pytest.mark.sweep("furnishes a whole carnet")


def replayed(visitor: Visitor, number: int = 0) -> tuple[Table, str]:
    """Return the partie of a recorded manche, and the address of its replay."""
    table = ended(visitor, number)
    visitor.press(cards(table), "/record")
    (only,) = visitor.manche_ids(table)
    return table, f"{table.partie}/manches/{only}/tricks"


def test_the_manche_is_replayed_trick_by_trick(visitor: Visitor) -> None:
    """Anne leads the 2♣ of the first recorded manche, Luc's V♣ takes it and he leads the 7♠ next."""
    deal = recorded("hearts", 0)
    assert deal["plays"][:8] == ["2C", "JC", "9C", "8C", "7S", "QS", "10S", "JS"]
    table, address = replayed(visitor)
    assert any(given.get("href") == address for _, given in visitor.unfold(table.partie).tags)
    first = visitor.get(address)
    assert "Pli 1 sur 13" in first.text
    assert "valet de trèfle V♣ prend le pli" in first.text
    assert "2 de trèfle 2♣ entame" in first.text
    assert "Pli précédent" not in first.text
    assert "V♣ Luc · permis Article DP-12" in first.text
    second = visitor.get(f"{address}?trick=2")
    assert "7 de pique 7♠ entame" in second.text
    assert "dame de pique D♠ prend le pli" in second.text
    last = visitor.get(f"{address}?trick=13")
    assert "Pli suivant" not in last.text
    assert "Pli 13 sur 13" in last.text


@pytest.mark.parametrize(
    ("trick", "shown"),
    [
        ("0", 1),
        ("14", 13),
        ("99", 13),
        ("-1", 1),
        ("²", 1),
        ("٣", 1),
        ("x" * 3000, 1),
        ("", 1),
        ("1e3", 1),
        ("013", 13),
    ],
)
def test_an_invalid_trick_shows_the_nearest_or_the_first(visitor: Visitor, trick: str, shown: int) -> None:
    _, address = replayed(visitor)
    answer = visitor.client.get(address, query_string={"trick": trick}, headers=visitor.headers)
    assert answer.status_code == 200
    assert f"Pli {shown} sur 13" in Page(200, answer.get_data(as_text=True)).text


@pytest.mark.parametrize("game", ["hearts", "spades"])
def test_the_transcript_is_one_line_that_judge_reads(visitor: Visitor, game: str) -> None:
    deal = recorded(game, 1)
    table = visitor.set_table(game=game, dealer=deal["dealer"])
    if game == "spades":
        bid(visitor, table, *(deal["bids"][(deal["dealer"] + 1 + turn) % 4] for turn in range(4)))
    lay_out(visitor, table, deal["leader"], deal["plays"])
    assert visitor.press(cards(table), "/record").status == 303
    answer = visitor.client.get(f"{table.partie}/judge.jsonl")
    assert answer.status_code == 200
    assert answer.mimetype == "application/jsonl"
    name = f"{game}-{table.partie_id}-judge.jsonl"
    assert answer.headers["Content-Disposition"] == f"attachment; filename={name}"
    text = answer.get_data(as_text=True)
    assert text.endswith("\n")
    assert text.count("\n") == 1
    line = json.loads(text)
    assert (line["game"], line["plays"], line["leader"]) == (game, deal["plays"], deal["leader"])
    judged = judge_line(text)
    assert "error" not in judged
    assert {one["ruling"] for one in judged["verdicts"]} <= {"allowed", "conditional"}
    assert len(judged["tricks"]) == 13
    assert judged["facts"] is not None


def test_strangers_see_no_cards_and_spectators_play_none(visitor: Visitor, stranger: Visitor) -> None:
    table, address = replayed(visitor)
    lay_out(visitor, table, 0, ["2C"])
    pages = [cards(table), address, f"{table.partie}/judge.jsonl"]
    for page in pages:
        assert stranger.get(page).status == 404, page
    form = visitor.get(cards(table)).form("/cards")
    with visitor.app.app_context(), writing():
        visitor.access().role = Role.SPECTATEUR
    for page in pages:
        assert visitor.client.get(page).status_code == 200, page
    for ending in ("", "/back", "/away", "/hand", "/record"):
        assert visitor.post(f"{cards(table)}{ending}", form.sent({"card": "AC", "seat": "1"})).status == 404, ending
    assert plays(visitor, table) == ["2C"]


def test_another_carnet_or_another_partie_does_not_show_these_tricks(visitor: Visitor, stranger: Visitor) -> None:
    table, address = replayed(visitor)
    other = visitor.set_table()
    assert visitor.get(address.replace(table.partie, other.partie)).status == 404
    stranger.open_carnet()
    assert stranger.get(address.replace(visitor.carnet, stranger.carnet)).status == 404


def test_a_manche_without_cards_has_no_replay(visitor: Visitor) -> None:
    table = visitor.set_table()
    visitor.record(table, hearts(5, 4, 3, 1, queen=2))
    (only,) = visitor.manche_ids(table)
    assert visitor.get(f"{table.partie}/manches/{only}/tricks").status == 404
    assert "Pli par pli" not in visitor.get(table.partie).text


def test_a_deleted_manche_has_no_replay_until_it_is_restored(visitor: Visitor) -> None:
    table, address = replayed(visitor)
    (only,) = visitor.manche_ids(table)
    visitor.press(f"{table.partie}/manches/{only}", "/delete")
    assert visitor.get(address).status == 404
    assert stored_cards(visitor, table) is None
    visitor.press(f"{table.partie}/manches/{only}", "/restore")
    assert "Pli 1 sur 13" in visitor.get(address).text


def test_a_joker_is_a_star_in_a_replay_dp_2(visitor: Visitor) -> None:
    deal = dealt(6, 1, seed=6, deck="54")
    table = visitor.set_table(*SIX, dealer=1, deck="54")
    lay_out(visitor, table, deal.leader, deal.plays)
    visitor.press(cards(table), "/record")
    (only,) = visitor.manche_ids(table)
    text = visitor.get(f"{table.partie}/manches/{only}/tricks").text
    assert text.count("★") >= 2
    assert "X1" not in text
    assert "X2" not in text


def test_a_correction_with_the_same_facts_keeps_the_cards_and_another_drops_them(visitor: Visitor) -> None:
    table, address = replayed(visitor)
    (only,) = visitor.manche_ids(table)
    manche = f"{table.partie}/manches/{only}"
    assert visitor.press(manche, f"/manches/{only}", {"note": "vu"}).status == 303
    assert visitor.get(address).status == 200
    assert visitor.press(manche, f"/manches/{only}", hearts(5, 4, 3, 1, queen=2)).status == 303
    assert visitor.totals(table) == [(5, 4, 16, 1)]
    assert visitor.get(address).status == 404
    back = [form for form in visitor.get(manche).forms if "/versions/" in form.action]
    assert visitor.post(back[-1].action, back[-1].sent({})).status == 303
    assert visitor.totals(table) == [tuple(recorded("hearts", 0)["points"])]
    assert visitor.get(address).status == 200


def test_a_furnished_carnet_shows_both_kinds_of_cards(visitor: Visitor) -> None:
    full = furnish(visitor)
    assert "Relevé par l’arbitre" in visitor.get(f"{full.cards.partie}/cards").text
    assert visitor.get(f"{full.table.partie}/manches/{full.ids['manche_id']}/tricks").status == 200
