"""The replay of a manche entered card by card, and its transcript for the command `judge`."""

from __future__ import annotations

import json

import pytest
from web.playing import bid, lay_out, recorded, stored_cards
from web.table.test_cards_ended import ended
from web.visitor import Page, Table, Visitor

from scorekeeper.record.formats.judge import judge_line


def replayed(visitor: Visitor, number: int = 0) -> tuple[Table, str]:
    """Return the partie of a recorded manche, and the address of its replay."""
    table = ended(visitor, number)
    visitor.press(table.cards, "/record")
    return table, f"{visitor.manche(table)}/tricks"


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
    assert visitor.press(table.cards, "/record").status == 303
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


def test_a_manche_without_cards_or_of_another_partie_has_no_replay(visitor: Visitor) -> None:
    first, address = replayed(visitor)
    table = visitor.with_manche()
    assert visitor.get(address.replace(first.partie, table.partie)).status == 404
    assert visitor.get(f"{visitor.manche(table)}/tricks").status == 404
    assert "Pli par pli" not in visitor.get(table.partie).text


def test_a_deleted_manche_has_no_replay_until_it_is_restored(visitor: Visitor) -> None:
    table, address = replayed(visitor)
    (only,) = visitor.manche_ids(table)
    visitor.press(f"{table.partie}/manches/{only}", "/delete")
    assert visitor.get(address).status == 404
    assert stored_cards(visitor, table) is None
    visitor.press(f"{table.partie}/manches/{only}", "/restore")
    assert "Pli 1 sur 13" in visitor.get(address).text
