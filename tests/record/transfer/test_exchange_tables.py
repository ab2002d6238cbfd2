"""Export the points of a carnet as CSV, its parties for `score` and `judge`, and plays for BG Stats."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
from urllib.parse import parse_qs, urlsplit

import pytest
from record.evening import FIRST, Evening, bid_and_made

from scorekeeper.partie.changes import Abandoned, Removed
from scorekeeper.record.carnet import carnets
from scorekeeper.record.database import db, writing
from scorekeeper.record.formats.judge import judge_line
from scorekeeper.record.formats.score import score_line
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.record.transfer import scores
from scorekeeper.record.transfer.bg_stats import bg_stats_address, bg_stats_play
from scorekeeper.record.transfer.writing import snapshot
from scorekeeper.web.transfer.print.sheets import judge_inputs, score_input

pytestmark = pytest.mark.sweep("fills whole carnets")

HEADS = {name: name for name in scores.COLUMNS}
GAMES = {"hearts": "Dame de Pique", "spades": "Atout Pique", "piquet": "Piquet"}


def text_of(evening: Evening, separator: str = ";") -> str:
    with snapshot(db.engine) as session:
        return "".join(scores.write_csv(session, evening.carnet, separator, HEADS, GAMES))


def rows_of(evening: Evening, separator: str = ";") -> list[dict[str, str]]:
    read = csv.DictReader(io.StringIO(text_of(evening, separator).removeprefix("\ufeff")), delimiter=separator)
    return list(read)


@pytest.mark.parametrize("separator", [";", ","])
def test_each_player_has_a_row_for_each_manche_dp_17_dp_21(evening: Evening, separator: str) -> None:
    """5 4 16 1, then a volte of the third: 31 30 16 27."""
    evening.recorded("first_and_volte")
    rows = rows_of(evening, separator)
    assert [(row["manche"], row["player"], row["points"], row["total"]) for row in rows] == [
        *(("1", "Anne", "5", "5"), ("1", "Luc", "4", "4"), ("1", "Zoé", "16", "16"), ("1", "Maxence", "1", "1")),
        *(("2", "Anne", "26", "31"), ("2", "Luc", "26", "30"), ("2", "Zoé", "0", "16"), ("2", "Maxence", "26", "27")),
    ]
    assert [(row["final_total"], row["rank"], row["won"]) for row in rows[4:]] == [
        *(("31", "4", "0"), ("30", "3", "0"), ("16", "1", "0"), ("27", "2", "0")),
    ]
    about = {(row["date"], row["game"], row["partie"], row["ended"]) for row in rows}
    assert about == {("2026-11-21", "Dame de Pique", "1", "0")}


def test_partners_have_one_side_and_negative_points_are_numbers_ap_13(evening: Evening) -> None:
    """3 + 3 bid, 5 taken: −60; 4 + 3 bid, 8 taken: 71."""
    evening.record(evening.partie(game="spades"), bid_and_made([3, 4, 3, 3], 5))
    assert [(row["side"], row["points"]) for row in rows_of(evening)] == [("1", "-60"), ("2", "71")] * 2


def test_an_ended_partie_has_winners_and_a_deleted_one_is_omitted(evening: Evening) -> None:
    """Two voltes of the third: 52 52 0 52, past a limit of 50 (DP-25)."""
    evening.recorded("two_voltes")
    evening.make(evening.recorded("two_manches"), Removed())
    rows = rows_of(evening)
    assert len(rows) == 8
    assert {(row["player"], row["ended"], row["won"]) for row in rows} == {
        *(("Anne", "1", "0"), ("Luc", "1", "0"), ("Zoé", "1", "1"), ("Maxence", "1", "0")),
    }
    with writing():
        carnets.delete_soiree(evening.soiree)
    assert rows_of(evening) == []


def test_a_victory_is_that_of_the_player_for_whom_the_partie_counts(evening: Evening) -> None:
    """Three voltes of the third, whom Denis replaces after the first: 78 78 0 78; abandoned, nobody has won."""
    partie = evening.recorded("voltes_of_two")
    winners = [(row["manche"], row["player"]) for row in rows_of(evening) if row["won"] == "1"]
    assert winners == [("2", "Denis"), ("3", "Denis")]
    evening.make(partie, Abandoned())
    assert {row["won"] for row in rows_of(evening)} == {"0"}


def test_a_drawn_partie_has_no_winner(evening: Evening) -> None:
    """Each is elder twice, once in a coup that counts double: 105 and 105."""
    evening.recorded("drawn")
    assert {(row["ended"], row["won"]) for row in rows_of(evening)} == {("1", "0")}


def test_manches_after_the_end_of_a_partie_have_rows_too(evening: Evening) -> None:
    """31 4 42 27 ends a partie to 40; the volte recorded before the limit was changed comes after the end."""
    evening.record(evening.partie(limit=50), FIRST)
    evening.recorded("lowered_limit")
    rows = rows_of(evening)
    assert [(row["partie"], row["ended"], row["points"]) for row in rows[::4]] == [
        *(("1", "0", "5"), ("2", "1", "26"), ("2", "1", "5"), ("2", "1", "26")),
    ]
    assert [row["rank"] for row in rows[:4]] == ["3", "2", "4", "1"]


@pytest.mark.parametrize("application", ["sqlite"], indirect=True)
@pytest.mark.parametrize("name", ["=1+1", "+33", "-5", "@SUM(A1)", "\uff1d1"])
def test_a_name_never_becomes_a_formula(evening: Evening, name: str) -> None:
    evening.record(evening.partie(name, "Luc; le grand", 'Zoé "Z"', "Max,ence"), FIRST)
    for separator in (";", ","):
        names = [row["player"] for row in rows_of(evening, separator)]
        assert names == [f"'{name}", "Luc; le grand", 'Zoé "Z"', "Max,ence"]


def test_a_cell_that_begins_with_a_tab_or_a_line_break_is_escaped_too() -> None:
    assert [scores.escape_formula(cell) for cell in ("\t=1", "\r=1", "\n=1", "a=1", -5)] == [
        "'\t=1",
        "'\r=1",
        "'\n=1",
        "a=1",
        -5,
    ]


@pytest.mark.parametrize("application", ["sqlite"], indirect=True)
def test_the_table_starts_with_a_byte_order_mark(evening: Evening) -> None:
    evening.record(evening.partie(), FIRST)
    assert text_of(evening).encode().startswith(b"\xef\xbb\xbfdate;place;")
    assert "Zoé".encode() in text_of(evening).encode()


def test_score_gives_the_sheet_for_the_transcript_of_a_partie(evening: Evening) -> None:
    """The penalty and the jack of diamonds are in its sheet."""
    answer = score_line(json.dumps(score_input(score_partie(evening.recorded("penalty_and_jack")))))
    assert [row["totals"] for row in answer["manches"]] == [[8, 4, 16, -9], [8, -22, 16, -9], [21, -21, 17, -8]]
    assert answer["ending"]["winners"] == [1]


@pytest.mark.parametrize("application", ["sqlite"], indirect=True)
def test_judge_reads_the_transcript_of_a_manche(evening: Evening) -> None:
    (line,) = judge_inputs(score_partie(evening.recorded("some_cards")))
    assert [verdict["card"] for verdict in judge_line(json.dumps(line))["verdicts"]] == ["2C", "KC", "QD"]


def test_a_finished_partie_is_exported_as_a_play(evening: Evening) -> None:
    """Zoé wins with two voltes: 52 52 0 52."""
    scored = score_partie(evening.recorded("two_voltes"))
    play = bg_stats_play(scored, "Dame de Pique", 6887)
    assert play is not None
    assert play["game"] == {
        "name": "Dame de Pique",
        "sourceGameId": "hearts",
        "highestWins": False,
        "noPoints": False,
        "bggId": 6887,
    }
    assert [(one["name"], one["score"], one["rank"], one["winner"]) for one in play["players"]] == [
        *(("Anne", "52", 2, False), ("Luc", "52", 2, False), ("Zoé", "0", 1, True), ("Maxence", "52", 2, False)),
    ]
    assert {type(one["startPlayer"]) for one in play["players"]} == {bool}


def test_a_play_has_the_date_of_its_soiree(evening: Evening) -> None:
    partie = evening.recorded("two_voltes")
    partie.soiree.held_on = dt.date(2019, 11, 15)
    play = bg_stats_play(score_partie(partie), "Dame de Pique", 6887)
    assert play is not None
    assert play["playDate"] == "2019-11-15 12:00:00"


def test_the_address_of_a_play_has_the_same_data_and_stable_ids(evening: Evening) -> None:
    partie = evening.recorded("two_voltes")
    address = bg_stats_address(score_partie(partie), "Dame de Pique", None)
    assert address is not None
    assert urlsplit(address)[:3] == ("https", "app.bgstatsapp.com", "/createPlay.html")
    (data,) = parse_qs(urlsplit(address).query)["data"]
    play = json.loads(data)
    assert "bggId" not in play["game"]
    assert evening.carnet.key not in data
    ids = [play["sourcePlayId"], *(one["sourcePlayerId"] for one in play["players"])]
    other = bg_stats_play(score_partie(evening.recorded("two_voltes")), "Dame de Pique", None)
    assert other is not None
    assert other["sourcePlayId"] != ids[0]
    assert [one["sourcePlayerId"] for one in other["players"]] == ids[1:]


def test_the_highest_wins_at_atout_pique_ap_13(evening: Evening) -> None:
    """13 bid and taken by one team: 130, past a target of 100."""
    partie = evening.partie(game="spades", target=100)
    evening.record(partie, bid_and_made([7, 1, 6, 1], 13))
    play = bg_stats_play(score_partie(partie), "Atout Pique", None)
    assert play is not None
    assert play["game"]["highestWins"] is True
    assert [one["winner"] for one in play["players"]] == [True, False, True, False]


def test_an_unfinished_or_abandoned_partie_is_not_a_play(evening: Evening) -> None:
    going, left = evening.recorded("two_manches"), evening.recorded("two_voltes")
    evening.make(left, Abandoned())
    assert bg_stats_play(score_partie(going), "Dame de Pique", None) is None
    assert bg_stats_address(score_partie(left), "Dame de Pique", None) is None
