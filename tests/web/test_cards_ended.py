"""The last card is down: what is asked and shown, and the one tap that records it."""

from __future__ import annotations

import json

import pytest
from web.playing import SIX, dealt, kept, lay_out, plays, recorded, second_phone, version
from web.visitor import Page, Table, Visitor, hearts
from web.walk import furnish

from scorekeeper.record.database import db, writing
from scorekeeper.record.judging import judge_line
from scorekeeper.record.models import Role

# At the jass with this deal Zoé takes the nine hearts, the queen and the last trick (DP-3).
VOLTE = dealt(4, 1, seed=4, deck="36")


def cards(table: Table) -> str:
    return f"{table.partie}/cards"


def ended(visitor: Visitor, number: int = 0) -> Table:
    """A table of four with a whole recorded manche on it."""
    deal = recorded("hearts", number)
    table = visitor.set_table(dealer=deal["dealer"])
    lay_out(visitor, table, deal["leader"], deal["plays"])
    return table


def test_the_end_shows_the_points_and_their_articles_before_they_are_recorded_t_7(visitor: Visitor) -> None:
    deal = recorded("hearts", 0)
    table = ended(visitor)
    page = visitor.get(cards(table))
    assert "Toutes les cartes sont jouées" in page.text
    assert "Article DP-17" in page.text
    for name, scored in zip(("Anne", "Luc", "Zoé", "Maxence"), deal["points"], strict=True):
        assert f"{name} {'+' if scored else ''}{scored}" in page.text, (name, scored)
    assert "Au compte rendu" not in page.text
    assert visitor.totals(table) == []
    assert visitor.send(page, "/record").location == table.partie
    assert visitor.totals(table) == [tuple(deal["points"])]


def test_the_record_tapped_twice_is_one_manche(visitor: Visitor) -> None:
    table = ended(visitor)
    form = visitor.get(cards(table)).form("/record")
    typed = form.sent({})
    assert [visitor.post(form.action, typed).status for _ in range(2)] == [303, 303]
    assert len(visitor.totals(table)) == 1


def test_two_phones_record_the_manche_once(visitor: Visitor) -> None:
    table = ended(visitor)
    other = second_phone(visitor)
    mine, theirs = visitor.get(cards(table)), other.get(cards(table))
    assert visitor.send(mine, "/record").status == 303
    assert other.send(theirs, "/record").status == 409
    assert len(visitor.totals(table)) == 1


def choosing(visitor: Visitor) -> Table:
    table = visitor.set_table(dealer=1, deck="36", moon="choice")
    lay_out(visitor, table, VOLTE.leader, VOLTE.plays)
    return table


@pytest.mark.parametrize(
    ("moon", "row"),
    [
        pytest.param("others_plus", (14, 14, 0, 14), id="DP-21 the others take 14"),
        pytest.param("self_minus", (0, 0, -14, 0), id="DP-22 Zoé subtracts 14"),
    ],
)
def test_a_volte_is_asked_about_once_and_recorded_either_way_dp_22(
    visitor: Visitor, moon: str, row: tuple[int, ...]
) -> None:
    """Nine hearts and the queen, worth 5, are 14 at the jass; the last trick is never the shooter's (DP-24)."""
    assert VOLTE.taken("H")[2] == 9
    assert VOLTE.taken("QS")[2] == 1
    assert VOLTE.winners[-1] == 2
    table = choosing(visitor)
    page = visitor.get(cards(table))
    assert "Volte : les autres prennent 14" in page.text
    assert "Volte : retrancher 14" in page.text
    assert ("moon", moon) in [(name, value) for name, value, _ in page.form("/record").buttons]
    assert visitor.send(page, "/record", {"moon": moon, "note": "Zoé jubile"}).location == table.partie
    assert visitor.totals(table) == [row]
    assert "Zoé jubile" in visitor.get(table.partie).text


@pytest.mark.parametrize("moon", [None, "", "off", "choice", "²", "\x00", "x" * 3000])
def test_a_volte_is_never_guessed_at_dp_22(visitor: Visitor, moon: str | None) -> None:
    table = choosing(visitor)
    before = version(visitor, table)
    answer = visitor.press(cards(table), "/record", {"moon": moon, "note": "Zoé jubile"})
    assert answer.status == 422
    assert "Zoé" in answer.refusal()
    assert "Volte : les autres prennent 14" in answer.text
    assert answer.form("/record").value("note") == "Zoé jubile"
    assert visitor.totals(table) == []
    assert version(visitor, table) == before


def test_a_moon_sent_where_there_was_no_volte_is_refused_dp_21(visitor: Visitor) -> None:
    table = ended(visitor)
    answer = visitor.press(cards(table), "/record", {"moon": "others_plus"})
    assert answer.status == 422
    assert answer.refusal().endswith("Article DP-21")
    assert visitor.totals(table) == []


def test_a_note_and_an_agreed_penalty_are_recorded_t_5(visitor: Visitor) -> None:
    deal = recorded("hearts", 0)
    table = ended(visitor)
    typed = {"note": "Luc a renoncé", "penalty_side": "1", "penalty_points": "10", "penalty_reason": "renonce"}
    assert visitor.press(cards(table), "/record", typed).status == 303
    expected = [score + 10 * (seat == 1) for seat, score in enumerate(deal["points"])]
    assert visitor.totals(table) == [tuple(expected)]
    text = visitor.get(table.partie).text
    for said in ("Luc a renoncé", "renonce", "Article T-5"):
        assert said in text, said


@pytest.mark.parametrize(
    "typed",
    [
        {"penalty_points": "10", "penalty_reason": ""},
        {"penalty_points": "", "penalty_reason": "renonce"},
        {"penalty_points": "²", "penalty_reason": "renonce"},
        {"penalty_points": "10001", "penalty_reason": "renonce"},
        {"penalty_points": "9" * 30, "penalty_reason": "renonce"},
        {"penalty_points": "5", "penalty_reason": "renonce", "penalty_side": "4"},
        {"penalty_points": "5", "penalty_reason": "x" * 201},
        {"penalty_points": "5", "penalty_reason": "a\x00b"},
        {"note": "a\x00b"},
        {"note": "x" * 5000},
    ],
)
def test_a_note_or_a_penalty_that_cannot_be_is_refused_and_given_back_t_5(
    visitor: Visitor, typed: dict[str, str]
) -> None:
    table = ended(visitor)
    answer = visitor.press(cards(table), "/record", typed)
    assert answer.status == 422, answer.text
    assert answer.refusal()
    assert visitor.totals(table) == []
    assert len(plays(visitor, table)) == 52
    form = answer.form("/record")
    for name in {"note", "penalty_reason", "penalty_points"} & set(typed):
        assert (form.value(name) or "").replace("\ufffd", "\x00") == typed[name], name


def irregular(visitor: Visitor) -> Table:
    """The first recorded manche, its second and third cards changed places with later ones: rules are broken."""
    deal = recorded("hearts", 0)
    played = list(deal["plays"])
    here = played.index("9C"), played.index("JH")
    played[here[0]], played[here[1]] = played[here[1]], played[here[0]]
    table = visitor.set_table(dealer=deal["dealer"])
    lay_out(visitor, table, deal["leader"], played)
    return table


def test_the_irregularities_of_the_manche_are_listed_at_its_end_and_on_looking_back_t_4(visitor: Visitor) -> None:
    """Zoé throws the V♥ on the first trick though she holds the other clubs she plays later (DP-14, T-4)."""
    table = irregular(visitor)
    page = visitor.get(cards(table))
    assert "Au compte rendu" in page.text
    listed = page.text.split("Au compte rendu", 1)[1]
    assert "Pli 1" in listed
    assert "V♥" in listed
    assert "Article T-4 Article T-5" in listed
    assert visitor.send(page, "/record").status == 303
    (only,) = visitor.manche_ids(table)
    again = visitor.get(f"{table.partie}/manches/{only}/tricks")
    assert listed.split("Article T-5", 1)[0] in again.text


# Looking back


def replayed(visitor: Visitor, number: int = 0) -> tuple[Table, str]:
    """A recorded manche in the sheet, and the address of its tricks."""
    table = ended(visitor, number)
    visitor.press(cards(table), "/record")
    (only,) = visitor.manche_ids(table)
    return table, f"{table.partie}/manches/{only}/tricks"


def test_the_manche_is_looked_back_at_trick_by_trick(visitor: Visitor) -> None:
    """Anne leads the 2♣ of the first recorded manche, Luc's V♣ takes it and he leads the 7♠ next."""
    deal = recorded("hearts", 0)
    assert deal["plays"][:8] == ["2C", "JC", "9C", "8C", "7S", "QS", "10S", "JS"]
    table, address = replayed(visitor)
    assert any(given.get("href") == address for _, given in visitor.get(table.partie).tags)
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
    [("0", 1), ("14", 13), ("99", 13), ("-1", 1), ("²", 1), ("٣", 1), ("x" * 3000, 1), ("", 1), ("1e3", 1), ("013", 1)],
)
def test_a_trick_that_there_is_not_shows_the_nearest_or_the_first(visitor: Visitor, trick: str, shown: int) -> None:
    _, address = replayed(visitor)
    answer = visitor.client.get(address, query_string={"trick": trick}, headers=visitor.headers)
    assert answer.status_code == 200
    assert f"Pli {shown} sur 13" in Page(200, answer.get_data(as_text=True)).text


def test_looking_back_in_english(visitor: Visitor) -> None:
    table, address = replayed(visitor)
    visitor.press(table.partie, "/language/en")
    text = visitor.get(address).text
    for said in ("Trick 1 of 13", "J♣ Luc · allowed", "jack of clubs"):
        assert said in text, said


@pytest.mark.parametrize("game", ["hearts", "spades"])
def test_the_transcript_is_one_line_that_judge_reads(visitor: Visitor, game: str) -> None:
    deal = recorded(game, 1)
    table = visitor.set_table(game=game, dealer=deal["dealer"])
    if game == "spades":
        with visitor.app.app_context(), writing():
            from scorekeeper.record.models import Partie  # noqa: PLC0415

            db.session.get_one(Partie, table.partie_id).begun = {"bids": deal["bids"]}
    lay_out(visitor, table, deal["leader"], deal["plays"])
    assert visitor.press(cards(table), "/record").status == 303
    (only,) = visitor.manche_ids(table)
    answer = visitor.client.get(f"{table.partie}/manches/{only}/transcript.jsonl")
    assert answer.status_code == 200
    assert answer.mimetype == "application/jsonl"
    name = f"{game}-{table.partie_id}-1.jsonl"
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


def test_strangers_see_no_cards_and_who_watches_plays_none(visitor: Visitor, stranger: Visitor) -> None:
    table, address = replayed(visitor)
    lay_out(visitor, table, 0, ["2C"])
    pages = [cards(table), address, address.replace("/tricks", "/transcript.jsonl")]
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


def test_a_manche_without_cards_has_nothing_to_look_back_at(visitor: Visitor) -> None:
    table = visitor.set_table()
    visitor.record(table, hearts(5, 4, 3, 1, queen=2))
    (only,) = visitor.manche_ids(table)
    for name in ("tricks", "transcript.jsonl"):
        assert visitor.get(f"{table.partie}/manches/{only}/{name}").status == 404
    assert "Pli par pli" not in visitor.get(table.partie).text


def test_a_manche_taken_out_has_no_tricks_until_it_is_put_back(visitor: Visitor) -> None:
    table, address = replayed(visitor)
    (only,) = visitor.manche_ids(table)
    visitor.press(f"{table.partie}/manches/{only}", "/delete")
    assert visitor.get(address).status == 404
    assert kept(visitor, table) is None
    visitor.press(f"{table.partie}/manches/{only}", "/restore")
    assert "Pli 1 sur 13" in visitor.get(address).text


def test_a_joker_is_a_star_on_looking_back_dp_2(visitor: Visitor) -> None:
    deal = dealt(6, 1, seed=6, deck="54")
    table = visitor.set_table(*SIX, dealer=1, deck="54")
    lay_out(visitor, table, deal.leader, deal.plays)
    visitor.press(cards(table), "/record")
    (only,) = visitor.manche_ids(table)
    text = visitor.get(f"{table.partie}/manches/{only}/tricks").text
    assert text.count("★") >= 2
    assert "X1" not in text
    assert "X2" not in text


def test_a_correction_that_says_the_same_keeps_the_cards_another_lets_them_go(visitor: Visitor) -> None:
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
    assert "Au compte rendu" in visitor.get(f"{full.cards.partie}/cards").text
    assert visitor.get(f"{full.table.partie}/manches/{full.ids['manche_id']}/tricks").status == 200
