"""A coup of Piquet card by card: declared at each depth, counted as it runs, audited at its end (PI-37).

Luc deals, Anne is elder and leads; the expected points are those of the independent scorer in tests/support/piquet.py.
"""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from support import piquet as referee
from web.playing import lay_out, play, play_quickly, plays, stored_cards, tap
from web.visitor import Page, Table, Typed, Visitor, dealt

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.piquet import Coup


@cache
def coup_where(kind: str) -> Coup:
    """Return the first random coup of this kind with Anne as elder."""
    wanted: dict[str, Callable[[Coup], bool]] = {
        "plain": lambda coup: len(set(coup.winners)) == 2 and bool(coup.declared),
        "blanche": lambda coup: any(blank and referee.courts(hand) < 3 for blank, hand in hands_after_exchange(coup)),
    }
    for seed in range(5000):
        coup = referee.random_coup(random.Random(seed))
        if coup.elder == 0 and wanted[kind](coup) and any(coup.carte_blanche) == (kind == "blanche"):
            return coup
    raise AssertionError(kind)


def hands_after_exchange(coup: Coup) -> list[tuple[bool, tuple[str, ...]]]:
    """Return for each seat whether it showed a carte blanche, and its hand after the exchange."""
    return list(zip(coup.carte_blanche, coup.hands, strict=True))


def codes(coup: Coup) -> list[str]:
    return [card for _, led, reply, _ in coup.tricks for card in (led, reply)]


def blanche(coup: Coup) -> Typed:
    return {"carte_blanche": str(coup.carte_blanche.index(True))} if any(coup.carte_blanche) else {}


def scored(coup: Coup) -> Typed:
    facts = referee.quick_declarations(coup)
    typed: Typed = blanche(coup)
    if point := facts.get("point"):
        typed |= {"point": str(point["winner"]), "point_cards": str(point["cards"])}
    if runs := facts.get("sequences"):
        lengths = runs["lengths"]
        named = [f"{one}.{lengths[: index + 1].count(one)}" for index, one in enumerate(lengths)]
        typed |= {"runs": str(runs["winner"]), "run_lengths": named}
    if sets := facts.get("sets"):
        named = [f"{rank}.{size}" for rank, size in zip(sets["ranks"], sets["sizes"], strict=True)]
        typed |= {"sets": str(sets["winner"]), "set_cards": named}
    return typed


def hands(coup: Coup) -> Typed:
    return {"by": "hands", **dealt(*coup.hands), **blanche(coup)}


def declare(visitor: Visitor, typed: Typed, **options: Any) -> Table:  # noqa: ANN401 - house rules
    """Begin a coup card by card with these declarations."""
    table = visitor.set_table("Anne", "Luc", game="piquet", dealer=1, **options)
    page = visitor.get(f"{table.partie}?entry=open")
    answer = visitor.send(page, "/manches/new", {"cards": "1", **typed}, to=f"{table.partie}/begin")
    assert answer.location == f"{table.partie}/cards", answer.text
    return table


def record(visitor: Visitor, table: Table, typed: Typed | None = None) -> Page:
    return visitor.press(f"{table.partie}/cards", "/record", typed)


@pytest.mark.parametrize("kind", ["plain", "blanche"])
@pytest.mark.parametrize("depth", [scored, hands])
def test_a_coup_counts_alike_at_every_depth_card_by_card_t_7(
    visitor: Visitor, depth: Callable[[Coup], Typed], kind: str
) -> None:
    coup = coup_where(kind)
    table = declare(visitor, depth(coup))
    lay_out(visitor, table, 0, codes(coup)[:-2])
    play(visitor, table, codes(coup)[-2:])
    assert "Annonce réfutée" not in visitor.get(f"{table.partie}/cards").text
    assert record(visitor, table).location == table.partie
    assert visitor.totals(table) == [referee.totals(referee.coup_score(coup, referee.DEFAULTS))]


def test_card_by_card_needs_no_declarations(visitor: Visitor) -> None:
    coup = coup_where("plain")
    table = visitor.set_table("Anne", "Luc", game="piquet", dealer=1)
    play(visitor, table, codes(coup)[:1])
    assert stored_cards(visitor, table) == {"leader": 0, "plays": codes(coup)[:1]}
    play_quickly(visitor, table, codes(coup)[1:])
    assert record(visitor, table).status == 303
    made = referee.score(0, [], coup.winners, coup.lows, referee.DEFAULTS)
    assert visitor.totals(table) == [referee.totals(made)]


def test_the_count_runs_with_the_cards_pi_19(visitor: Visitor) -> None:
    """Elder counts 12 before the play: 13 for the first lead, 14 for taking it, 15 for the next lead (PI-15, PI-19)."""
    typed = {"point": "0", "point_cards": "5", "runs": "0", "run_lengths": ["4.1", "3.1"]}
    table = declare(visitor, typed)
    play(visitor, table, ["AS", "7S"])
    text = visitor.get(f"{table.partie}/cards").text
    assert "Le compte, pli par pli" in text
    for line in ("Anne, tierce : 12", "Anne entame : 13", "Anne prend : 14", "Article PI-17"):
        assert line in text, line
    assert "Luc 0" in text
    play(visitor, table, ["8H", "10H"])
    text = visitor.get(f"{table.partie}/cards").text
    for line in ("Anne entame : 15", "Luc prend : 1", "Anne 15"):
        assert line in text, line


def test_known_hands_make_the_arbiter_stricter_pi_16(visitor: Visitor) -> None:
    coup = coup_where("plain")
    table = declare(visitor, hands(coup))
    text = visitor.get(f"{table.partie}/cards").text
    assert "Anne main ouverte" in text
    foreign = coup.hands[1][0]
    answer = tap(visitor, table, foreign)
    assert (answer.status, "Anne n’a pas" in answer.refusal()) == (422, True)
    led = next(card for card in coup.hands[0] if any(card[-1] == other[-1] for other in coup.hands[1]))
    play(visitor, table, [led])
    revoke = next(card for card in coup.hands[1] if card[-1] != led[-1])
    page = visitor.get(tap(visitor, table, revoke).location or "")
    assert "Luc : il fallait fournir" in page.text
    assert plays(visitor, table) == [led]


def short(coup: Coup) -> Typed:
    """Elder declares a point one card longer than its longest suit."""
    return {"point": "0", "point_cards": str(referee.point(coup.hands[0])[0] + 1)}


def test_a_declaration_that_the_cards_refute_is_shown_at_the_end_pi_37(visitor: Visitor) -> None:
    coup = coup_where("plain")
    table = declare(visitor, short(coup))
    lay_out(visitor, table, 0, codes(coup)[:-1])
    assert "Annonce réfutée" not in visitor.get(f"{table.partie}/cards").text
    play(visitor, table, codes(coup)[-1:])
    page = visitor.get(f"{table.partie}/cards")
    assert "Annonce réfutée" in page.text
    assert "Laisser les annonces telles quelles" in page.text
    assert ("input", "0") in [(tag, given.get("value")) for tag, given in page.tags if given.get("name") == "false"]
    assert page.form("/record").value("false") is None, "nothing is chosen for the table"


def test_a_card_that_refutes_a_declaration_is_shown_before_it_is_recorded_pi_37(visitor: Visitor) -> None:
    """Anne has scored a quatorze of kings, and Luc's third card is one."""
    table = declare(visitor, {"sets": "0", "set_cards": ["K.4"]})
    play(visitor, table, ["AS", "7S", "QS", "8S", "AH"])
    answer = tap(visitor, table, "KH")
    assert answer.location == f"{table.partie}/cards?card=KH"
    page = visitor.get(answer.location)
    for sentence in (
        "Anne a marqué quatorze de rois : ce n’est pas dans ses cartes.",
        "R♥ était dans la main de Luc. Article PI-37",
        "Erreur de saisie ce n’était pas R♥",
        "Corriger l’annonce elle a été mal notée",
        "On continue elle se règle à la fin du coup",
    ):
        assert sentence in page.text, sentence
    assert "On reprend" not in page.text
    assert plays(visitor, table)[-1] == "AH"
    assert visitor.send(page, "/cards").location == f"{table.partie}/cards"
    assert plays(visitor, table)[-1] == "KH"
    page = visitor.get(f"{table.partie}/cards")
    assert "Relevé par l’arbitre Anne a marqué quatorze de rois" in page.text
    play(visitor, table, ["QH", "KD"])  # it is shown once


def test_a_corrected_declaration_is_no_longer_refuted_pi_37(visitor: Visitor) -> None:
    table = declare(visitor, {"sets": "0", "set_cards": ["K.4"]})
    play(visitor, table, ["AS", "7S", "QS", "8S", "AH"])
    page = visitor.get(f"{table.partie}?entry=open")
    answer = visitor.send(page, "/manches/new", {"set_cards": ["K.3"], "cards": "1"}, to=f"{table.partie}/begin")
    assert answer.location == f"{table.partie}/cards"
    play(visitor, table, ["KH"])
    assert "Relevé par l’arbitre" not in visitor.get(f"{table.partie}/cards").text
    assert tap(visitor, table, "QH").location == f"{table.partie}/cards"
    assert tap(visitor, table, "KD").location == f"{table.partie}/cards?card=KD"


def test_a_card_that_also_breaks_a_rule_shows_the_rule_first_pi_16_pi_37(visitor: Visitor) -> None:
    """Luc lays his hand open and discards a king on a suit that he has."""
    opened = ["7S", "8S", "9S", "10S", "KH", "7H", "8H", "9H", "7D", "8D", "9D", "10D"]
    table = declare(visitor, {"sets": "0", "set_cards": ["K.3"]})
    play(visitor, table, ["AC", "7C"])
    page = visitor.get(f"{table.partie}/cards?hand=1")
    assert visitor.send(page, "/hand", {"hand": opened[1:]}).status == 303
    play(visitor, table, ["AS"])
    page = visitor.get(tap(visitor, table, "KH").location)
    assert "Luc : il fallait fournir" in page.text
    assert "On continue sans pénalité" in page.text


def test_the_refuted_declaration_may_be_left_as_it_was_t_5(visitor: Visitor) -> None:
    coup = coup_where("plain")
    table = declare(visitor, short(coup))
    lay_out(visitor, table, 0, codes(coup))
    unsettled = record(visitor, table)
    assert unsettled.status == 422
    assert unsettled.refusal() == "Dites d’abord ce qu’il advient de l’annonce réfutée."
    assert visitor.totals(table) == []
    for wrong_seat in ("1", "2", "-1", "x"):  # the declaration is of the other
        assert record(visitor, table, {"false": wrong_seat}).status == 422
    assert visitor.totals(table) == []
    assert record(visitor, table, {"false": "none"}).status == 303
    declarations = [(0, "point", referee.point(coup.hands[0])[0] + 1)]
    made = referee.score(0, declarations, coup.winners, coup.lows, referee.DEFAULTS)
    assert visitor.totals(table) == [referee.totals(made)]
    check_on_record(visitor, table, f"Anne a marqué point de {declarations[0][2]} : ce n’est pas dans ses cartes.")


def check_on_record(visitor: Visitor, table: Table, sentence: str) -> None:
    """Check the accepted declaration on the sheet and on the page of tricks."""
    manche = visitor.manche(table)
    for path in (table.partie, f"{manche}/tricks"):
        assert f"{sentence} Article PI-37" in visitor.unfold(path).text


def test_the_offender_scores_nothing_pi_37(visitor: Visitor) -> None:
    coup = coup_where("plain")
    table = declare(visitor, short(coup))
    lay_out(visitor, table, 0, codes(coup))
    assert record(visitor, table, {"false": "0"}).status == 303
    assert visitor.totals(table)[0][0] == 0


ACES = ["AC", "AD", "AH", "AS"]
SMALL = ["7C", "7D", "7H", "7S", "8C", "8D", "8H", "8S", "9C", "9D", "9H", "9S"]
SHORT_PLAYS = [card for pair in zip(ACES, SMALL, strict=False) for card in pair] + SMALL[4:]


def test_card_by_card_the_size_of_a_short_hand_is_required_pi_38(visitor: Visitor) -> None:
    table = visitor.set_table("Anne", "Luc", game="piquet", dealer=1)
    page = visitor.get(f"{table.partie}?entry=open")
    typed = {"cards": "1", "fault": "short_hand:0"}
    answer = visitor.send(page, "/manches/new", typed, to=f"{table.partie}/begin")
    assert answer.status == 422
    sentence = "Pour jouer carte par carte avec une main courte, dites combien de cartes il y reste."
    assert answer.refusal() == sentence
    assert stored_cards(visitor, table) is None
    answer = visitor.send(answer, "/manches/new", {**typed, "short_cards": "4"}, to=f"{table.partie}/begin")
    assert answer.location == f"{table.partie}/cards"


def test_a_coup_with_a_short_hand_is_played_card_by_card_pi_38(visitor: Visitor) -> None:
    """Anne leads four aces: 4 leads and 4 wins, and the lead after them; Luc 8 wins, 7 leads, 1 for the last, 10.

    Her four aces are a quatorze; his point of three is good, and his four tierces.
    """
    table = declare(visitor, {"fault": "short_hand:0", "by": "hands", **dealt(ACES, SMALL)})
    lay_out(visitor, table, 0, SHORT_PLAYS[:8])
    page = visitor.get(f"{table.partie}/cards")
    assert "À Luc de jouer" in page.text
    assert "Anne plus de cartes" in page.text
    play(visitor, table, SHORT_PLAYS[8:10])
    assert "Pli 6 : à Luc" in visitor.get(f"{table.partie}/cards").text
    visitor.press(f"{table.partie}/cards", "/back")
    play(visitor, table, SHORT_PLAYS[9:])
    assert record(visitor, table).location == table.partie
    assert visitor.totals(table) == [(14 + 9, 15 + 26)]
    replay = visitor.manche(table)
    assert "Pli 5 sur 12" in visitor.get(f"{replay}/tricks?trick=5").text
    assert "8♣ Luc · permis" in visitor.get(f"{replay}/tricks?trick=5").text


def test_a_short_hand_is_shown_with_its_remaining_cards_pi_38(visitor: Visitor) -> None:
    table = declare(visitor, {"fault": "short_hand:0", "short_cards": "4"})
    lay_out(visitor, table, 0, SHORT_PLAYS[:2])
    page = visitor.get(f"{table.partie}/cards?hand=0")
    assert "Les 3 cartes qui restent à Anne" in page.text
    page = visitor.send(page, "/cards/hand", {"hand": ACES[1:]})
    assert page.location == f"{table.partie}/cards"
    assert "main ouverte : A♦ A♠ A♥" in visitor.get(page.location).text


def test_no_page_of_a_coup_card_by_card_calls_it_a_manche(visitor: Visitor) -> None:
    coup = coup_where("plain")
    led, answered = codes(coup)[:2]
    assert led[-1] == answered[-1]
    renonce = next(card for card in coup.hands[1] if card[-1] != led[-1])
    table = declare(visitor, hands(coup))
    play(visitor, table, [led])
    cards = visitor.get(f"{table.partie}/cards")
    stopped = visitor.get(tap(visitor, table, renonce).location)
    assert "Effacer toutes les cartes" in cards.text
    assert "Aucune règle ne fixe la pénalité : à vous de décider." in stopped.text
    for page in (cards, stopped, visitor.get(table.partie)):
        assert "manche" not in page.text.lower()
