"""What cannot be a card, what breaks a rule, and two phones at one table: nothing lost, nothing played twice.

Anne leads to the first trick: Luc, Zoé and Maxence follow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from web.playing import kept, lay_out, lead, play, plays, recorded, second_phone, tap, version
from web.visitor import Page, Table, Typed, Visitor, hearts

if TYPE_CHECKING:
    from collections.abc import Sequence

JUNK = [
    "",
    " ",
    "²",
    "٣",
    "-1",
    "−1",
    "4",
    "999",
    "1000",
    "1e3",
    "0x1",
    "null",
    "\x00",
    "\u202e",
    "🦊" * 50,
    "x" * 3000,
]


def cards(table: Table) -> str:
    return f"{table.partie}/cards"


def dealt(visitor: Visitor, *codes: str) -> Table:
    """A table of four where Anne led the 2♣, these cards after it."""
    table = visitor.set_table()
    lay_out(visitor, table, 0, ["2C", *codes])
    return table


def refused(page: Page, sentence: str, article: str | None = None) -> None:
    """A clear sentence, with its article where there is one, on a page that still shows the table."""
    assert page.status == 422, page.text
    assert sentence in page.refusal(), page.refusal()
    assert article is None or page.refusal().endswith(f"Article {article}"), page.refusal()


def assert_untouched(visitor: Visitor, table: Table, codes: Sequence[str], at: int) -> None:
    assert plays(visitor, table) == list(codes)
    assert version(visitor, table) == at


# What cannot be the next card


@pytest.mark.parametrize(
    ("typed", "sentence", "article"),
    [
        pytest.param({"card": "AC"}, "La carte A♣ est déjà jouée.", "T-1", id="T-1 played"),
        pytest.param({"card": "X1"}, "Ce jeu n’a pas de joker.", "T-1", id="T-1 not in this deck"),
        pytest.param({"card": "1C"}, "« 1C » n’est pas une carte.", "T-1", id="T-1 no card"),
        pytest.param({"card": "qs"}, "« qs » n’est pas une carte.", "T-1", id="T-1 a code in small letters"),
        pytest.param({"card": "3C", "seat": "1"}, "À Zoé de jouer, pas à Luc.", "T-2", id="T-2 out of turn"),
        pytest.param({"card": "3C", "seat": "4"}, "Ce joueur n’est pas à cette table.", None, id="T-2 a fifth seat"),
        pytest.param({"card": "3C", "seat": "²"}, "Ce joueur n’est pas à cette table.", None, id="T-2 no seat at all"),
    ],
)
def test_what_cannot_be_the_next_card_is_refused_by_name(
    visitor: Visitor, typed: Typed, sentence: str, article: str | None
) -> None:
    table = dealt(visitor, "AC")
    before = version(visitor, table)
    answer = visitor.press(cards(table), "/cards", typed)
    refused(answer, sentence, article)
    assert "À Zoé de jouer" in answer.text
    assert_untouched(visitor, table, ["2C", "AC"], before)


def test_a_card_that_its_deck_leaves_out_is_refused_t_1(visitor: Visitor) -> None:
    """The 6♦ is dealt to four at the jass, the 5♦ is not; three play without the 2♦ (DP-3, DP-8)."""
    jass = visitor.set_table(deck="36")
    lay_out(visitor, jass, 0, ["6C"])
    refused(tap(visitor, jass, "5D"), "Ce jeu n’a pas de 5♦.", "T-1")
    assert tap(visitor, jass, "6D").status == 303
    three = visitor.set_table("Anne", "Luc", "Zoé")
    lay_out(visitor, three, 0, ["2C"])
    refused(tap(visitor, three, "2D"), "Ce jeu n’a pas de 2♦.", "T-1")


@pytest.mark.parametrize("name", ["card", "seat"])
def test_junk_for_a_card_or_its_seat_is_refused_and_changes_nothing(visitor: Visitor, name: str) -> None:
    table = dealt(visitor, "AC")
    before = version(visitor, table)
    for value in JUNK[1:] if name == "seat" else JUNK:
        answer = tap(visitor, table, "3C", **{name: value})
        assert answer.status == 422, value
        assert answer.refusal(), value
        assert_untouched(visitor, table, ["2C", "AC"], before)


def test_junk_for_a_leader_is_refused_and_begins_nothing_t_2(visitor: Visitor) -> None:
    table = visitor.set_table()
    for value in JUNK:
        answer = visitor.press(cards(table), "/cards", {"leader": value})
        refused(answer, "Dites qui entame le premier pli.")
        assert "Qui entame du 2♣ ?" in answer.text
        assert_untouched(visitor, table, [], 1)
        assert kept(visitor, table) is None


def test_a_leader_whom_the_dealer_does_not_make_lead_is_refused_t_2(visitor: Visitor) -> None:
    """At Piquet the dealer's opponent leads: Luc deals, Anne leads (PI-16)."""
    table = visitor.set_table("Anne", "Luc", game="piquet", dealer=1)
    refused(visitor.press(cards(table), "/cards", {"leader": "1", "card": "AS"}), "À Anne d’entamer, pas à Luc.", "T-2")
    assert kept(visitor, table) is None


def test_a_first_card_that_cannot_be_leaves_no_cards_begun(visitor: Visitor) -> None:
    table = visitor.set_table()
    refused(visitor.press(cards(table), "/cards", {"leader": "0", "card": "X1"}), "Ce jeu n’a pas de joker.", "T-1")
    assert kept(visitor, table) is None
    refused(visitor.press(cards(table), "/cards", {"leader": "0", "card": "2C", "seat": "1"}), "À Anne de jouer")
    assert kept(visitor, table) is None


def test_junk_in_the_way_back_takes_nothing_back_t_6(visitor: Visitor) -> None:
    table = dealt(visitor, "AC")
    before = version(visitor, table)
    for value in JUNK:
        if value == "":
            continue
        refused(visitor.press(cards(table), "/back", {"since": value}), "Il n’y a pas de carte à reprendre jusque-là.")
        assert_untouched(visitor, table, ["2C", "AC"], before)


def test_no_card_follows_the_last_one_t_1(visitor: Visitor) -> None:
    deal = recorded("hearts", 2)
    table = visitor.set_table(dealer=deal["dealer"])
    lay_out(visitor, table, deal["leader"], deal["plays"][:-1])
    page = visitor.get(cards(table))
    assert visitor.send(page, "/cards", {"card": deal["plays"][-1]}).status == 303
    at = version(visitor, table)
    answer = visitor.send(page, "/cards", {"card": deal["plays"][0], "version": str(at)})
    refused(answer, "La dernière carte est tombée : il n’y a plus rien à jouer.", "T-1")
    assert_untouched(visitor, table, deal["plays"], at)


def test_a_hand_laid_open_has_no_fourteenth_card_t_1(visitor: Visitor) -> None:
    table = dealt(visitor)
    hand = ["3C", "4C", *(f"{rank}S" for rank in "23456789"), "10S", "JS", "KS"]
    assert visitor.press(f"{cards(table)}?hand=1", "/hand", {"hand": hand}).status == 303
    refused(tap(visitor, table, "QS"), "Luc n’a pas D♠ en main : les mains ouvertes le montrent.", "T-1")
    play(visitor, table, ["3C"])
    refused(tap(visitor, table, "4C"), "Zoé n’a pas 4♣ en main : les mains ouvertes le montrent.", "T-1")
    assert plays(visitor, table) == ["2C", "3C"]


def test_a_form_without_a_card_plays_none(visitor: Visitor) -> None:
    table = dealt(visitor, "AC")
    before = version(visitor, table)
    assert visitor.press(cards(table), "/cards", {"card": None}).status == 303
    assert_untouched(visitor, table, ["2C", "AC"], before)


def test_junk_in_the_address_is_left_alone(visitor: Visitor) -> None:
    """No such card, no such hand: the table is shown as it stands, and one line of an unknown card breaks nothing."""
    table = dealt(visitor, "KD")
    for name in ("card", "hand", "leader", "seat", "since", "stand"):
        for value in [*JUNK, "AC AC", "QS" * 40, "<script>", "X1", "2C", "3C"]:
            answer = visitor.client.get(cards(table), query_string={name: value}, headers=visitor.headers)
            assert answer.status_code == 200, (name, value)
            assert "À Zoé de jouer" in answer.get_data(as_text=True), (name, value)
    assert plays(visitor, table) == ["2C", "KD"]


def test_an_abandoned_partie_has_no_table_of_cards_and_keeps_those_it_had(visitor: Visitor) -> None:
    table = dealt(visitor, "AC")
    page = visitor.get(cards(table))
    visitor.press(table.partie, "/abandon")
    at = version(visitor, table)
    assert visitor.get(cards(table)).location == f"{table.partie}?entry=open"
    for ending in ("/cards", "/back", "/away"):
        answer = visitor.send(page, ending, {"card": "3C", "version": str(at)})
        assert answer.status == 409, ending
        assert "La partie est finie" in answer.refusal()
    assert_untouched(visitor, table, ["2C", "AC"], at)
    visitor.press(table.partie, "/reopen")
    assert "À Zoé de jouer" in visitor.get(cards(table)).text


def test_recording_before_the_last_card_is_refused_t_7(visitor: Visitor) -> None:
    deal = recorded("hearts", 2)
    table = visitor.set_table(dealer=deal["dealer"])
    lay_out(visitor, table, deal["leader"], deal["plays"])
    page = visitor.get(cards(table))
    visitor.press(cards(table), "/back")
    answer = visitor.send(page, "/record", {"version": str(version(visitor, table))})
    refused(answer, "Il manque encore des cartes : la manche n’est pas finie.")
    assert visitor.totals(table) == []
    assert plays(visitor, table) == deal["plays"][:-1]


# A card that breaks a rule


def test_a_forbidden_card_is_shown_first_and_nothing_is_recorded_t_5(visitor: Visitor) -> None:
    """Luc said he had no clubs left: his 6♣ at the second trick proves the K♦ irregular (DP-12, T-4)."""
    down = ["2C", "KD", "3C", "AC", "5C", "4C"]
    table = dealt(visitor, *down[1:])
    before = version(visitor, table)
    answer = tap(visitor, table, "6C")
    assert (answer.status, answer.location) == (303, f"{cards(table)}?card=6C")
    assert_untouched(visitor, table, down, before)
    page = visitor.get(answer.location or "")
    for said in (
        "Irrégularité prouvée",
        "Luc · pli 2",
        "Luc a défaussé R♦ sur trèfle, autrement dit « plus de trèfle ». Au pli 2, Luc joue 6♣.",
        "Article DP-12 Article T-4 Article T-5",
        "Reprendre la carte",
        "Laisser passer",
        "Revenir au pli 1",
    ):
        assert said in page.text, said
    assert_untouched(visitor, table, down, before)
    assert "À Luc de jouer" in visitor.get(cards(table)).text


def stand_form(page: Page, name: str) -> Typed:
    form = next(one for one in page.forms if one.value(name) is not None)
    return form.sent({})


def test_a_forbidden_card_that_stands_is_on_record_for_good_t_5(visitor: Visitor) -> None:
    table = dealt(visitor, "KD", "3C", "AC", "5C", "4C")
    page = visitor.get(tap(visitor, table, "6C").location or "")
    answer = visitor.post(cards(table), stand_form(page, "stand"))
    assert (answer.status, answer.location) == (303, cards(table))
    assert plays(visitor, table)[-1] == "6C"
    text = visitor.get(cards(table)).text
    assert "Au compte rendu Pli 1 : Luc a défaussé R♦ sur trèfle" in text
    assert "À Zoé de jouer" in text
    play(visitor, table, ["7C"])
    assert "Au compte rendu Pli 1 : Luc a défaussé R♦ sur trèfle" in visitor.get(cards(table)).text


def test_going_back_to_the_irregular_trick_takes_every_card_since_back_t_6(visitor: Visitor) -> None:
    table = dealt(visitor, "KD", "3C", "AC", "5C", "4C")
    page = visitor.get(tap(visitor, table, "6C").location or "")
    answer = visitor.post(f"{cards(table)}/back", stand_form(page, "since"))
    assert (answer.status, answer.location) == (303, cards(table))
    assert plays(visitor, table) == ["2C"]
    text = visitor.get(cards(table)).text
    assert "À Luc de jouer Pli 1" in text
    assert "Luc rien de sûr" in text


def test_another_card_than_the_opening_one_is_forbidden_as_it_is_led_dp_11(visitor: Visitor) -> None:
    table = visitor.set_table()
    lead(visitor, table, 0, None)
    page = visitor.get(tap(visitor, table, "KC").location or "")
    assert "Carte interdite" in page.text
    assert "Interdit : le 2♣ entame" in page.text
    assert "Article DP-11 Article T-5" in page.text
    assert "Revenir au pli" not in page.text
    visitor.post(cards(table), stand_form(page, "stand"))
    assert plays(visitor, table) == ["KC"]


def test_a_card_that_casts_a_suspicion_names_the_suspects_t_4(visitor: Visitor) -> None:
    """Luc, Zoé and Maxence throw diamonds on the 2♣, so Anne holds every club; nobody can tell who of three lied.

    Anne plays the K♠ to the second trick, which she leads: a thirteenth club is then somewhere among the three.
    """
    table = dealt(visitor, "2D", "3D", "4D")
    answer = tap(visitor, table, "KS")
    assert answer.location == f"{cards(table)}?card=KS"
    page = visitor.get(answer.location)
    assert "Quelque chose ne va pas" in page.text
    assert "Au moins une de ces cartes était irrégulière, sans qu’on sache laquelle" in page.text
    for said in ("2♦ de Luc au pli 1", "3♦ de Zoé au pli 1", "4♦ de Maxence au pli 1", "Article T-4 Article T-5"):
        assert said in page.text, said
    assert "Revenir au pli" not in page.text
    visitor.post(cards(table), stand_form(page, "stand"))
    assert "Au compte rendu Au moins une de ces cartes" in visitor.get(cards(table)).text


def test_standing_on_an_allowed_card_changes_nothing_of_it(visitor: Visitor) -> None:
    table = dealt(visitor, "AC")
    assert tap(visitor, table, "3C", stand="1").location == cards(table)
    assert "Au compte rendu" not in visitor.get(cards(table)).text


def test_in_english_the_breach_is_told_in_english_t_5(visitor: Visitor) -> None:
    table = dealt(visitor, "KD", "3C", "AC", "5C", "4C")
    visitor.press(table.partie, "/language/en")
    page = visitor.get(tap(visitor, table, "6C").location or "")
    for said in ("Irregularity proven", "Luc discarded K♦ on clubs", "Luc · trick 2"):
        assert said in page.text, said


# A hand laid open


SPADES = [f"{rank}S" for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")]


@pytest.mark.parametrize(
    ("hand", "sentence"),
    [
        pytest.param(SPADES[:11], "La main ouverte pour Luc compte 12 cartes, il en faut 13.", id="one too few"),
        pytest.param(SPADES, "La main ouverte pour Luc compte 14 cartes, il en faut 13.", id="one too many"),
        pytest.param([], "La main ouverte pour Luc compte 1 carte, il en faut 13.", id="none"),
        pytest.param([*SPADES[:11], "2C"], "2♣", id="a card that Anne played"),
        pytest.param([*SPADES[:11], "AC"], "La carte A♣ revient trop souvent dans les mains ouvertes.", id="her own"),
        pytest.param([*SPADES[:11], "2S"], "La carte 2♠ revient trop souvent dans les mains ouvertes.", id="twice"),
        pytest.param([*SPADES[:11], "X1"], "Ce jeu n’a pas de joker.", id="not in this deck"),
        pytest.param([*SPADES[:11], "\x00"], "n’est pas une carte.", id="no card"),
    ],
)
def test_a_hand_that_cannot_be_is_not_laid_open_t_1(visitor: Visitor, hand: list[str], sentence: str) -> None:
    """Luc has played the A♣: twelve cards are left in his hand."""
    table = dealt(visitor, "AC")
    before = version(visitor, table)
    answer = visitor.press(f"{cards(table)}?hand=1", "/hand", {"hand": hand})
    assert answer.status == 422
    assert sentence in answer.refusal(), answer.refusal()
    assert_untouched(visitor, table, ["2C", "AC"], before)
    given = answer.form("/hand")
    assert given.value("seat") == "1"
    assert {tag["value"] for name, tag in answer.tags if name == "input" and "checked" in tag} == set(hand) & set(
        SPADES
    )


@pytest.mark.parametrize("seat", ["4", "-1", "²", "", "999"])
def test_nobody_else_has_a_hand_to_lay_open(visitor: Visitor, seat: str) -> None:
    table = dealt(visitor, "AC")
    answer = visitor.press(f"{cards(table)}?hand=1", "/hand", {"seat": seat, "hand": SPADES[:12]})
    refused(answer, "Ce joueur n’est pas à cette table.")
    assert kept(visitor, table) == {"leader": 0, "plays": ["2C", "AC"]}


def test_an_open_hand_is_known_as_its_cards_fall_and_as_they_are_taken_back(visitor: Visitor) -> None:
    table = dealt(visitor, "AC")
    assert visitor.press(f"{cards(table)}?hand=1", "/hand", {"hand": ["3C", "KH", *SPADES[:10]]}).location == cards(
        table
    )
    assert "Luc main ouverte : 3♣ 2♠ 3♠" in visitor.get(cards(table)).text
    play(visitor, table, ["KC", "QC", "3C"])
    assert "Luc main ouverte : 2♠ 3♠" in visitor.get(cards(table)).text
    visitor.press(cards(table), "/back")
    assert "Luc main ouverte : 3♣ 2♠ 3♠" in visitor.get(cards(table)).text


def test_an_open_hand_that_could_follow_forbids_a_discard_dp_12(visitor: Visitor) -> None:
    table = visitor.set_table()
    lead(visitor, table, 0)
    assert visitor.press(f"{cards(table)}?hand=1", "/hand", {"hand": ["3C", *SPADES[:12]]}).status == 303
    page = visitor.get(tap(visitor, table, "2S").location or "")
    assert "Carte interdite" in page.text
    assert "Interdit : il fallait fournir trèfle" in page.text
    assert "3♣" in page.text.split("Carte interdite", 1)[1].split("Laisser passer", 1)[0]
    assert plays(visitor, table) == ["2C"]


# Two phones


def test_two_phones_with_the_same_card_put_it_down_once(visitor: Visitor) -> None:
    table = dealt(visitor, "AC")
    other = second_phone(visitor)
    mine, theirs = visitor.get(cards(table)), other.get(cards(table))
    assert visitor.send(mine, "/cards", {"card": "3C"}).status == 303
    late = other.send(theirs, "/cards", {"card": "3C"})
    assert late.status == 409
    assert "Quelqu’un a écrit dans cette partie entre-temps." in late.refusal()
    assert "À Maxence de jouer" in late.text
    assert "Zoé 3 de trèfle 3♣" in late.text
    assert plays(visitor, table) == ["2C", "AC", "3C"]


def test_a_double_tap_plays_one_card(visitor: Visitor) -> None:
    table = dealt(visitor, "AC")
    form = visitor.get(cards(table)).form("/cards")
    typed = form.sent({"card": "3C"})
    first, second = visitor.post(form.action, typed), visitor.post(form.action, typed)
    assert first.status == second.status == 303
    assert first.location == second.location == cards(table)
    assert plays(visitor, table) == ["2C", "AC", "3C"]


def test_a_double_tap_on_the_first_lead_begins_once(visitor: Visitor) -> None:
    table = visitor.set_table()
    form = visitor.get(cards(table)).form("/cards")
    typed = form.sent({"leader": "2"})
    assert [visitor.post(form.action, typed).status for _ in range(2)] == [303, 303]
    assert kept(visitor, table) == {"leader": 2, "plays": ["2C"]}


def test_two_phones_that_begin_with_other_leaders_begin_once(visitor: Visitor) -> None:
    table = visitor.set_table()
    other = second_phone(visitor)
    mine, theirs = visitor.get(cards(table)), other.get(cards(table))
    visitor.send(mine, "/cards", {"leader": "0"})
    late = other.send(theirs, "/cards", {"leader": "3"})
    assert late.status == 409
    assert "À Luc de jouer" in late.text
    assert kept(visitor, table) == {"leader": 0, "plays": ["2C"]}


@pytest.mark.parametrize("meanwhile", ["recorded", "undone", "rules", "deleted", "taken back", "put away", "abandoned"])
def test_a_card_tapped_while_the_other_phone_wrote_is_not_put_down(visitor: Visitor, meanwhile: str) -> None:
    deal = recorded("hearts", 2)
    table = visitor.set_table(dealer=(deal["dealer"] - 1) % 4)
    visitor.record(table, hearts(5, 4, 3, 1, queen=2))
    done = len(deal["plays"]) if meanwhile in {"recorded", "undone"} else 20
    lay_out(visitor, table, deal["leader"], deal["plays"][: done - (done == len(deal["plays"]))])
    form = visitor.get(cards(table)).form("/cards")
    typed = form.sent({"card": deal["plays"][-1]})
    other = second_phone(visitor)
    if done == len(deal["plays"]):
        play(other, table, deal["plays"][-1:])
    if meanwhile in {"recorded", "undone"}:
        assert other.press(cards(table), "/record").status == 303
    if meanwhile == "undone":
        assert other.press(table.partie, "/undo").status == 303
    if meanwhile == "rules":
        assert other.press(f"{table.partie}/rules", "/rules", {"option-limit": "75"}).status == 303
    if meanwhile == "deleted":
        (first,) = visitor.manche_ids(table)
        assert other.press(f"{table.partie}/manches/{first}", "/delete").status == 303
    if meanwhile == "taken back":
        other.press(cards(table), "/back")
    if meanwhile == "put away":
        other.press(cards(table), "/away")
    if meanwhile == "abandoned":
        other.press(table.partie, "/abandon")
    before, at, totals = kept(visitor, table), version(visitor, table), visitor.totals(table)
    late = visitor.post(form.action, typed)
    assert late.status == 409, late.text
    assert late.refusal()
    assert (kept(visitor, table), version(visitor, table), visitor.totals(table)) == (before, at, totals)
    assert visitor.get(table.partie).status == 200


@pytest.mark.parametrize("stale", ["", "x", "-1", "9" * 30, "²", "0"])
def test_a_form_of_no_version_is_stale_everywhere(visitor: Visitor, stale: str) -> None:
    deal = recorded("hearts", 2)
    table = visitor.set_table(dealer=deal["dealer"])
    lay_out(visitor, table, deal["leader"], deal["plays"])
    page = visitor.get(cards(table))
    for ending in ("/record", "/away", "/back"):
        assert visitor.send(page, ending, {"version": stale}).status == 409, ending
    assert plays(visitor, table) == deal["plays"]
    assert visitor.totals(table) == []
