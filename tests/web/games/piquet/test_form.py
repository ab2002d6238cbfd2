"""Piquet on the page: a coup recorded at each depth, counted trick by trick, refused, corrected, settled.

Anne is elder in the first coup and in every odd one: Luc deals first. Seat 0 is Anne, seat 1 Luc.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from record.evening import Facts, penalty
from web.playing import press_in_sequence
from web.visitor import Page, Table, Typed, Visitor, dealt, refused

# The coup of PI-15: elder has a point of 5, a quatrième and a tierce, 12; the dealer four tens and three jacks, 17.
# Elder takes seven tricks, the last among them: 7 leads, 6 wins and 2, and 10 for the cards; the dealer 5 and 5.
ELDER = ["AS", "KS", "QS", "JS", "8S", "AH", "KH", "QH", "9C", "7C", "9D", "8D"]
DEALER = ["10S", "7S", "JH", "10H", "8H", "7H", "JC", "10C", "8C", "AD", "JD", "10D"]
WINNERS = [0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 0, 0]
ROW = (12 + 15 + 10, 17 + 10)
SCORED: Typed = {
    "point": "0",
    "point_cards": "5",
    "runs": "0",
    "run_lengths": ["4.1", "3.1"],
    "sets": "1",
    "set_cards": ["10.4", "J.3"],
}
DECLARED: Typed = {
    "by": "declared",
    "point-0": "5",
    "pips-0": "49",
    "point-1": "4",
    "sets-1": ["10.4", "J.3"],
    "run-0-0": "4",
    "top-0-0": "A",
    "run-0-1": "3",
    "top-0-1": "A",
}
HANDS: Typed = {"by": "hands", **dealt(ELDER, DEALER)}
COUNTS: Typed = {"tricks-0": "7", "tricks-1": "", "last": "0"}
CALLED: Typed = {"play": "called", **{f"trick-{number}": str(seat) for number, seat in enumerate(WINNERS)}}
DEPTHS = [
    pytest.param({**declarations, **played}, id=f"{way} and {play}")
    for way, declarations in (("scored", SCORED), ("declared", DECLARED), ("hands", HANDS))
    for play, played in (("counts", COUNTS), ("called", CALLED))
]
# A point of 7, a seizième and two brelans, 29 (PI-22); with a dix-septième, 30 (PI-23).
PIC: Typed = {
    "point": "0",
    "point_cards": "7",
    "runs": "0",
    "run_lengths": ["6.1"],
    "sets": "0",
    "set_cards": ["A.3", "K.3"],
    "tricks-0": "6",
    "last": "0",
}
REPIC: Typed = {**PIC, "run_lengths": ["7.1"]}
# A point of 5 and a quinte, 20, seven tricks and the last: a pic hangs on elder's run.
OPEN: Typed = {"point": "0", "point_cards": "5", "runs": "0", "run_lengths": ["5.1"], **COUNTS}


def plain_coup(elder: int, *agreed: int) -> Facts:
    """A coup with nothing declared, seven tricks to elder: 25 for elder, 10 for the dealer; `agreed` adds to both."""
    facts: Facts = {"elder": elder, "tricks": [7, 5] if elder == 0 else [5, 7], "last": elder}
    both = [one for side, points in enumerate(agreed) for one in penalty(side, points)["penalties"]]
    return {**facts, "penalties": both} if both else facts


def seated(visitor: Visitor, *coups: Facts, **options: Any) -> Table:  # noqa: ANN401 - house rules
    """Return a table of Piquet where Luc deals first, with these coups recorded."""
    table = visitor.set_table("Anne", "Luc", game="piquet", dealer=1, **options)
    visitor.record_directly(table, *coups)
    return table


def stored_context(visitor: Visitor, table: Table) -> Facts | None:
    """Return the context of the current coup as stored."""
    context = visitor.replayed(table)[0].current.context
    return None if context is None else dict(context)


def recorded_facts(visitor: Visitor, table: Table) -> list[Facts]:
    """The facts of the coups recorded."""
    return [dict(manche.facts) for manche in visitor.replayed(table)[0].manches]


def check_fields(page: Page, typed: Typed, ending: str = "/manches/new") -> None:
    """Check that the form shows these values."""
    sent = page.form(ending).sent({})
    for name, value in typed.items():
        if value != "":
            assert sorted(sent.get(name, [])) == sorted(value if isinstance(value, list) else [value]), name


def take(visitor: Visitor, table: Table, *seats: int) -> None:
    """Call who takes the tricks."""
    press_in_sequence(visitor, table.partie, "/begin", [{"trick": str(seat)} for seat in seats])


# Recording


@pytest.mark.parametrize("typed", DEPTHS)
def test_a_coup_counts_alike_at_every_depth_pi_15(visitor: Visitor, typed: Typed) -> None:
    table = seated(visitor)
    answer = visitor.record(table, typed)
    assert (answer.status, answer.location) == (303, table.partie)
    assert visitor.totals(table) == [ROW]
    text = visitor.unfold(table.partie).text
    for line in (
        "point de 5 +5 Article PI-9 quatrième +4 Article PI-10 tierce +3 Article PI-10",
        "7 entames +7 Article PI-17 6 plis pris +6 Article PI-17 dernier pli +2 Article PI-17",
        "les cartes +10 Article PI-20",
        "quatorze de 10 +14 Article PI-11 brelan de valets +3 Article PI-11",
        "5 entames +5 Article PI-17 5 plis pris +5 Article PI-17",
    ):
        assert line in text
    assert "Coup 2 · À Anne de donner" in text
    assert "À Luc d’écarter de 1 à 5 cartes, d’annoncer et d’entamer Article PI-5" in text
    check_that_it_stays_equal(visitor, table, typed)


def check_that_it_stays_equal(visitor: Visitor, table: Table, shown: Typed) -> None:
    """Correct nothing but the note of the only coup, whose form shows these values."""
    before, (only,) = recorded_facts(visitor, table), visitor.manche_ids(table)
    address = f"{table.partie}/manches/{only}"
    check_fields(visitor.get(address), shown, f"/manches/{only}")
    assert visitor.press(address, f"/manches/{only}", {"note": "bien compté"}).status == 303
    assert recorded_facts(visitor, table) == before


def test_sets_of_unknown_rank_stay_when_a_coup_is_corrected_pi_11(visitor: Visitor) -> None:
    table = seated(visitor, {**plain_coup(0), "sets": {"winner": 1, "sizes": [4, 3]}})
    check_that_it_stays_equal(visitor, table, {"sets": "1", "set_cards": [".4", ".3"]})


def test_one_player_s_tricks_give_the_other_s_and_twelve_need_no_last_pi_20(visitor: Visitor) -> None:
    table = seated(visitor)
    assert visitor.record(table, {"tricks-1": "5", "last": "1"}).status == 303
    assert visitor.record(table, {"tricks-0": "12"}).status == 303
    # Anne 15 and the cards, Luc 10; then Anne deals and makes a capot: 24 and 40, Luc his first lead.
    assert visitor.totals(table) == [(25, 10), (25 + 64, 11)]
    assert "capot +40 Article PI-21" in visitor.unfold(table.partie).text


# Switching the mode of the form


def switch_mode(visitor: Visitor, page: Page, way: str, typed: Typed | None = None) -> Page:
    page = visitor.send(page, "/manches/new", {**(typed or {}), "switch": way})
    assert page.status == 200
    return page


def test_switching_modes_records_nothing_and_keeps_every_value(visitor: Visitor) -> None:
    table = seated(visitor)
    page = switch_mode(visitor, visitor.get(table.partie), "declared", {**SCORED, **COUNTS, "note": "à suivre"})
    page = switch_mode(visitor, page, "hands", {**DECLARED, "answer-sets": "not_good"})
    page = switch_mode(visitor, page, "called", HANDS)
    page = switch_mode(visitor, page, "counts", CALLED)
    page = switch_mode(visitor, page, "scored")
    whole = {**DECLARED, "answer-sets": "not_good", **HANDS, **SCORED, **CALLED, **COUNTS, "note": "à suivre"}
    check_fields(page, {**whole, "by": "scored", "play": "counts"})
    (current,) = [given for _, given in page.tags if given.get("name") == "switch" and "aria-current" in given]
    assert current["value"] == "scored"
    assert "disabled" in current  # a tap on it would send the form, and the answer undo later taps
    assert visitor.totals(table) == []
    for way in ("declared", "hands", "scored"):
        for play in ("called", "counts"):
            page = switch_mode(visitor, switch_mode(visitor, page, way), play)
            check_fields(page, {**whole, "by": way, "play": play})
    assert visitor.send(page, "/manches/new").status == 303
    assert visitor.totals(table) == [ROW]


def test_only_the_mode_shown_is_recorded(visitor: Visitor) -> None:
    table = seated(visitor)
    page = switch_mode(visitor, visitor.get(table.partie), "declared", {**SCORED, **COUNTS})
    assert visitor.send(page, "/manches/new").status == 303
    assert visitor.totals(table) == [(25, 10)]
    assert {"point", "sequences", "sets"}.isdisjoint(recorded_facts(visitor, table)[0])


@pytest.mark.parametrize(
    ("mode", "typed"), [("scored", {**SCORED, "by": "scored"}), ("declared", DECLARED), ("hands", HANDS)]
)
def test_the_next_coup_opens_in_the_mode_of_the_latest_one(visitor: Visitor, mode: str, typed: Typed) -> None:
    """A void coup has no declarations: the one before it tells how the table enters them (PI-32)."""
    table = seated(visitor)
    before: Typed = HANDS if mode == "declared" else DECLARED
    for entered in ({**before, **COUNTS}, {**typed, **COUNTS}, {"fault": "void:PI-32"}):
        assert visitor.record(table, entered).status == 303
    page = visitor.get(f"{table.partie}?entry=open")
    assert page.form("/manches/new").value("by") == mode
    assert visitor.record(table, {**SCORED, **COUNTS, "by": "scored"}).status == 303
    assert "point" in recorded_facts(visitor, table)[-1]


def test_only_the_fields_that_a_comparison_needs_are_marked_pi_9_pi_10(visitor: Visitor) -> None:
    """Anne has told the value of her point and the height of her second tierce, Luc only two lengths."""
    table = seated(visitor)
    told: Typed = {"point-0": "4", "pips-0": "39", "run-0-0": "3", "run-0-1": "3", "top-0-1": "K"}
    equal: Typed = {"by": "declared", **told, "point-1": "4", "run-1-0": "", "run-1-1": "3", **COUNTS}
    page = visitor.record(table, equal)
    refused(page, "« Valeur ? » Deux points de même longueur", "Article PI-9")
    assert marked(page) == ["pips-1"]
    page = visitor.record(table, {**equal, "pips-1": "40"})
    refused(page, "« Hauteur ? » Deux séquences de même longueur", "Article PI-10")
    assert marked(page) == ["top-1-1"]


def marked(page: Page) -> list[str]:
    """Return the fields of the declarations that are marked."""
    return re.findall(r'class="declaration [a-z-]+ wrong".*?name="([^"]+)"', page.html, re.DOTALL)


def test_the_declarations_are_compared_pi_15(visitor: Visitor) -> None:
    table = seated(visitor)
    page = switch_mode(visitor, visitor.get(table.partie), "check", DECLARED)
    for text in (
        "Point point de 5, 49 +5 point de 4 Article PI-9 Réponse : Bon",
        "quatrième à l’as, tierce à l’as +7",
        "quatorze de 10, brelan de valets +17 Article PI-11 Réponse : Pas bon",
        "Avant le jeu Anne 12 Luc 17",
    ):
        assert text in page.text
    page = switch_mode(visitor, page, "check", {"pips-0": "12"})
    assert "Un point de 5 vaut de 44 à 51 : aucun ne fait 12. Article PI-2" in page.text
    assert visitor.totals(table) == []


# What is refused

TRICKS = {"tricks-0": "7", "last": "0"}


@pytest.mark.parametrize(
    ("typed", "sentence", "article"),
    [
        ({}, "Il manque les plis des deux joueurs.", "Article PI-7"),
        ({"tricks-0": "x", "tricks-1": "5"}, "« x » n’est pas un nombre entier", ""),
        ({**COUNTS, "elder_run": "x"}, "« x » n’est pas un nombre entier", ""),
        ({**COUNTS, "elder_points": "1,5"}, "« 1,5 » n’est pas un nombre entier", ""),
        ({**COUNTS, "trick_points-1": "dix"}, "« dix » n’est pas un nombre entier", ""),
        ({**TRICKS, "sets": "1"}, "Quatorze et brelans : pour Luc, dites lesquels.", "Article PI-11"),
        (
            {**TRICKS, "by": "hands", **dealt(ELDER, [*DEALER, "9H", "9S"])},
            "2 cartes de trop pour Luc : une main en compte 12.",
            "Article PI-7",
        ),
        ({**COUNTS, "fault": "short_hand:0"}, "le dernier pli ne peut pas être pour Anne.", "Article PI-38"),
        ({**COUNTS, "penalty_points": "5"}, "Pénalité", ""),
    ],
)
def test_an_impossible_entry_is_refused_with_its_article_and_shown_again(
    visitor: Visitor, typed: Typed, sentence: str, article: str
) -> None:
    table = seated(visitor)
    page = visitor.record(table, typed)
    refused(page, sentence, article)
    check_fields(page, typed)
    assert visitor.totals(table) == []


# The question,


@pytest.mark.parametrize(
    ("run", "row", "line"),
    [
        ("5", (20 + 30 + 15 + 10, 10), "pic : 29 + 1 au pli +30 Article PI-22"),
        ("4", (20 + 15 + 10, 10), "Pas de pic pour Anne : Luc avait marqué d’abord dans le jeu, 1 en tout."),
    ],
)
def test_elder_s_run_is_required_when_a_pic_depends_on_it_pi_22(
    visitor: Visitor, run: str, row: tuple[int, int], line: str
) -> None:
    """From 20, elder has 29 by the lead of the fifth trick, if the four before were hers, and 30 by taking it."""
    table = seated(visitor)
    page = visitor.record(table, OPEN)
    refused(page, "Pic ou pas ?", "Article PI-22")
    check_fields(page, OPEN)
    form = page.form("/manches/new")
    assert [value for name, value, _ in form.buttons if name == "elder_run"] == list("0123456")
    assert visitor.send(page, "/manches/new", {"elder_run": run}).status == 303
    assert visitor.totals(table)[-1] == row
    for address in (table.partie, visitor.manche(table)):
        assert visitor.unfold(address).text.count(line) == 1, address


def test_a_second_question_keeps_the_first_answer_pi_17_pi_22(visitor: Visitor) -> None:
    """From 26, elder's fourth lead makes 30: the first three tricks were hers. In all 7 leads, 2 captures and 1."""
    table = seated(visitor, won_own_lead="only_when_captured")
    typed = {**OPEN, "run_lengths": ["5.1", "3.1"], "sets": "0", "set_cards": ["A.3"]}
    page = visitor.record(table, typed)
    refused(page, "un pli gagné sur sa propre entame ne compte qu’une fois", "Article PI-17")
    page = visitor.send(page, "/manches/new", {"trick_points-0": "10", "trick_points-1": "7"})
    refused(page, "Pic ou pas ?", "Article PI-22")
    check_fields(page, {**typed, "trick_points-0": "10", "trick_points-1": "7"})
    assert [value for name, value, _ in page.form("/manches/new").buttons if name == "elder_run"] == list("012345")
    assert visitor.send(page, "/manches/new", {"elder_run": "3"}).status == 303
    assert visitor.totals(table) == [(26 + 30 + 10 + 10, 7)]
    assert "pic : 29 + 1 à l’entame +30 Article PI-22" in visitor.unfold(table.partie).text
    (only,) = visitor.manche_ids(table)
    address, before = f"{table.partie}/manches/{only}", recorded_facts(visitor, table)
    assert visitor.press(address, f"/manches/{only}", {"elder_run": "2"}).status == 303
    assert visitor.totals(table) == [(26 + 10 + 10, 7)]
    assert visitor.press(address, f"/manches/{only}", {"elder_run": "3"}).status == 303
    assert recorded_facts(visitor, table) == before


# The count trick by trick


def begin_called_coup(visitor: Visitor, **options: Any) -> Table:  # noqa: ANN401 - house rules
    """Begin a coup with the declarations of PI-15."""
    table = seated(visitor, **options)
    answer = visitor.call(table, SCORED)
    assert (answer.status, answer.location) == (303, f"{table.partie}?entry=open")
    return table


def test_the_running_count_is_called_trick_by_trick_pi_19(visitor: Visitor) -> None:
    table = begin_called_coup(visitor)
    page = visitor.get(table.partie)
    assert "Reprendre le compte" in page.text
    assert "Pli 1 · Anne entame : 13" in page.text
    assert "Anne 13 Luc 17" in page.text
    assert "Anne 14, puis 15 Luc 18, puis 19" in page.text
    take(visitor, table, 0)
    assert "Pli 2 · Anne entame : 15" in visitor.get(table.partie).text
    take(visitor, table, 1)
    text = visitor.get(table.partie).text
    assert "Pli 3 · Luc entame : 19" in text
    assert "Luc entame : 19 +1 Article PI-17 Luc prend : 18 +1 Article PI-17 Anne entame : 15" in text
    assert (stored_context(visitor, table) or {})["winners"] == [0, 1]


def test_twelve_tricks_called_are_confirmed_and_noted_pi_19(visitor: Visitor) -> None:
    table = begin_called_coup(visitor)
    sentence = "Les douze plis sont comptés : vérifiez, puis notez."
    take(visitor, table, *WINNERS[:-1])
    assert sentence not in visitor.get(table.partie).text
    assert sentence not in visitor.get(f"{table.partie}?entry=open&announce=1").text
    answer = visitor.press(table.partie, "/begin", {"trick": "0"})
    assert (answer.status, answer.location) == (303, f"{table.partie}?entry=open")
    page = visitor.get(str(answer.location))
    assert "Anne prend le dernier pli : 27 +2" in page.text
    assert (sentence in page.text, main_button(page)) == (True, "Noter")
    assert visitor.totals(table) == []
    check_fields(page, {**SCORED, **CALLED, "by": "scored"})
    assert visitor.send(page, "/manches/new").status == 303
    assert visitor.totals(table) == [ROW]
    assert stored_context(visitor, table) is None
    assert recorded_facts(visitor, table)[0]["winners"] == WINNERS
    assert sentence not in visitor.get(visitor.manche(table)).text
    # Undone, it is as it was before the last tap, and recorded again it is the same coup (T-6).
    visitor.press(table.partie, "/undo")
    page = visitor.get(f"{table.partie}?entry=open")
    check_fields(page, {**SCORED, **CALLED, "by": "scored"})
    assert visitor.send(page, "/manches/new").status == 303
    assert (visitor.totals(table), stored_context(visitor, table)) == ([ROW], None)


def test_the_latest_trick_is_taken_back(visitor: Visitor) -> None:
    table = begin_called_coup(visitor)
    assert not [form for form in visitor.get(table.partie).forms if form.value("back")]
    take(visitor, table, 0, 1)
    form = next(one for one in visitor.get(table.partie).forms if one.value("back"))
    assert visitor.post(form.action, form.sent({})).status == 303
    assert (stored_context(visitor, table) or {})["winners"] == [0]
    assert "Pli 2 · Anne entame : 15" in visitor.get(table.partie).text


def test_the_declarations_are_corrected_and_the_tricks_stay(visitor: Visitor) -> None:
    table = begin_called_coup(visitor)
    assert main_button(visitor.get(f"{table.partie}?entry=open&announce=1")) == "Reprendre le compte des plis"
    take(visitor, table, 0, 1)
    page = visitor.get(f"{table.partie}?entry=open&announce=1")
    check_fields(page, {**SCORED, "by": "scored", "trick-0": "0", "trick-1": "1"})
    assert main_button(page) == "Reprendre le compte des plis"
    calls = [button for button in page.form("/manches/new").buttons if button[0] == "call"]
    assert calls == [("call", "1", f"{table.partie}/begin")]
    answer = visitor.send(page, "/manches/new", {"call": "1", "run_lengths": ["4.1"]}, to=calls[0][2])
    assert (answer.status, answer.location) == (303, f"{table.partie}?entry=open")
    begun_now = stored_context(visitor, table) or {}
    assert (begun_now["winners"], begun_now["sequences"]["lengths"]) == ([0, 1], [4])
    page = visitor.call(table, {"run_lengths": []})
    refused(page, "Séquences : pour Anne, dites de quelle longueur.", "Article PI-10")
    assert stored_context(visitor, table) == begun_now


def test_a_trick_called_on_two_clients_counts_once(visitor: Visitor) -> None:
    table = begin_called_coup(visitor)
    old = visitor.get(table.partie)
    take(visitor, table, 0)
    page = visitor.send(old, "/begin", {"trick": "1"})
    assert page.status == 409
    assert "Quelqu’un a compté un pli entre-temps : regardez où en est le coup." in page.refusal()
    assert "Pli 2 · Anne entame : 15" in page.text
    assert (stored_context(visitor, table) or {})["winners"] == [0]
    assert visitor.send(page, "/begin", {"trick": "1"}).status == 303
    assert (stored_context(visitor, table) or {})["winners"] == [0, 1]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"note": "Luc tousse"}, "La note, la renonce et la pénalité se notent à la fin du coup."),
        ({"fault": "void:PI-32"}, "Ce coup ne se joue pas"),
    ],
)
def test_entries_of_the_result_do_not_begin_a_coup_and_are_shown_again(
    visitor: Visitor, typed: Typed, sentence: str
) -> None:
    table = seated(visitor)
    page = visitor.call(table, {**SCORED, **typed})
    refused(page, sentence)
    check_fields(page, {**SCORED, **typed})
    assert stored_context(visitor, table) is None


def test_a_false_declaration_begins_a_coup_pi_37(visitor: Visitor) -> None:
    table = seated(visitor)
    declarations = {**SCORED, "point": "none", "point_cards": None, "runs": "none", "run_lengths": None}
    assert visitor.call(table, {**declarations, "fault": "false_declaration:0"}).status == 303
    assert (stored_context(visitor, table) or {})["fault"] == {"kind": "false_declaration", "seat": 0}
    take(visitor, table, *WINNERS)
    assert visitor.press(table.partie, "/manches/new").status == 303
    assert visitor.totals(table) == [(0, 17 + 10 + 15)]


def test_a_trick_without_current_coup_is_refused(visitor: Visitor) -> None:
    table = begin_called_coup(visitor)
    form = visitor.get(table.partie).form("/begin")
    visitor.press(table.partie, "/undo")
    version = visitor.get(table.partie).form("/manches/new").value("version")
    page = visitor.post(form.action, form.sent({"trick": "0", "version": version}))
    assert page.status == 422
    assert stored_context(visitor, table) is None


def test_a_coup_that_stops_before_the_twelfth_trick_can_still_be_noted_pi_32(visitor: Visitor) -> None:
    table = begin_called_coup(visitor)
    take(visitor, table, 0, 1)
    page = visitor.get(f"{table.partie}?entry=open&announce=1")
    assert visitor.send(page, "/manches/new", {"fault": "void:PI-32"}).status == 303
    assert visitor.totals(table) == [(0, 0)]
    address = visitor.manche(table)
    assert visitor.get(address).form(address).value("fault") == "void:PI-32"


def test_the_play_can_be_entered_by_counts_during_a_coup(visitor: Visitor) -> None:
    table = begin_called_coup(visitor)
    page = switch_mode(visitor, visitor.get(f"{table.partie}?entry=open&announce=1"), "counts", COUNTS)
    assert main_button(page) == "Noter"
    assert visitor.send(page, "/manches/new").status == 303
    assert visitor.totals(table) == [ROW]


def main_button(page: Page) -> str:
    """Return the label of the primary button of the entry."""
    form = page.html.split('class="facts"')[1].split("</form>")[0]
    (text,) = re.findall(r'<button class="primary"[^>]*>([^<]*)</button>', form)
    return str(text)


# A coup is called a coup


def test_every_page_of_piquet_calls_a_manche_coup(visitor: Visitor) -> None:
    table = seated(visitor)
    texts = [visitor.get(table.partie).text]
    assert "Piquet · 0 coup" in texts[0]
    assert "Une ligne par coup : les points de chacun" in texts[0]
    table = visitor.recorded("two_coups")
    sheet = visitor.get(table.partie)
    texts += [sheet.text, visitor.get(table.soiree).text]
    assert ("Piquet · 2 coups" in texts[-2], "Piquet 2 coups" in texts[-1]) == (True, True)
    assert any(given.get("aria-label", "").startswith("Coup 1, Anne ") for _, given in sheet.tags)
    texts.append(visitor.get(f"{table.partie}/rules").text)
    assert "Tout changement recompte la partie depuis le début." in texts[-1]
    (first, _) = visitor.manche_ids(table)
    address = f"{table.partie}/manches/{first}"
    page = visitor.get(address)
    texts.append(page.text)
    assert "Historique noté" in page.text
    assert "Supprimer le coup" in page.text
    assert visitor.send(page, f"/{first}/delete").status == 303
    texts.append(visitor.get(table.partie).text)
    assert "Coup retiré Annuler" in texts[-1]
    assert "À rétablir si besoin : 1 coup" in texts[-1]
    page = visitor.get(address)
    texts.append(page.text)
    assert "Coup retiré Ne compte plus ; corriger ou rétablir remet tout à sa place." in page.text
    assert "Rétablir le coup" in page.text
    assert "Historique retiré" in page.text
    assert [re.findall(r"[^.]*manche[^.]*|[^.]*levée[^.]*", text, re.IGNORECASE) for text in texts] == [[]] * len(texts)


# The partie


def test_six_coups_are_settled_on_the_page_pi_25(visitor: Visitor) -> None:
    table = visitor.recorded("six_coups")
    text = visitor.get(table.partie).text
    assert "Victoire : Anne" in text
    assert "Fin de la partie en six coups Article PI-25" in text
    assert "écart des totaux +25 Article PI-25 la partie +100 Article PI-25 La partie vaut 125" in text


# The table


def rules(visitor: Visitor) -> Page:
    table = visitor.set_table("Anne", "Luc", game="piquet")
    return visitor.get(f"{table.soiree}/rules?{table.seats}&game=piquet")


@pytest.mark.parametrize(
    ("cards", "dealer", "sentence"),
    [
        (("A", "10"), "1", "La plus basse est à Luc, qui donne et choisit sa place."),
        (("Q", "J"), "1", "La plus basse est à Luc, qui donne et choisit sa place."),
        (("9", "9"), "draw", "Deux cartes de même hauteur : coupez de nouveau."),
        (("2", "K"), "draw", "Choisissez la carte de chacun."),
    ],
)
def test_the_lower_card_of_the_cut_deals_pi_3(
    visitor: Visitor, cards: tuple[str, str], dealer: str, sentence: str
) -> None:
    typed = {"cut": "read", "cut-0": cards[0], "cut-1": cards[1], "option-target": "77", "option-tie": '"drawn"'}
    page = visitor.send(rules(visitor), "/rules", typed)
    assert page.status == 200
    assert sentence in page.text
    form = page.form("/rules")
    assert [form.value(name) for name in ("dealer", "option-target", "option-tie")] == [dealer, "77", '"drawn"']


def test_the_server_cuts_for_the_table_pi_3(visitor: Visitor) -> None:
    page = rules(visitor)
    seen = set()
    for _ in range(12):
        page = visitor.send(page, "/rules", {"cut": "draw"})
        form = page.form("/rules")
        dealer, cards = form.value("dealer"), [form.value("cut-0"), form.value("cut-1")]
        assert all(cards)
        assert page.html.count('class="face"') == 2
        again = "coupez de nouveau" in page.text
        assert again == (cards[0] == cards[1])
        assert again or f"La plus basse est à {('Anne', 'Luc')[int(str(dealer))]}, " in page.text
        seen |= {dealer}
    answer = visitor.send(page, "/rules", {"dealer": "1"})
    assert answer.status == 303
    assert "À Luc de donner" in visitor.get(str(answer.location)).text


# The calculator


def test_the_calculator_scores_two_hands_pi_15(stranger: Visitor) -> None:
    page = stranger.get("/calculator/piquet?" + urlencode({"hand-0": ELDER, "hand-1": DEALER}, doseq=True))
    assert page.status == 200
    assert "point de 5, 49 +5 point de 4, 35 Article PI-9 Réponse : Bon" in page.text
    assert "Avant le jeu Le premier 12 Le donneur 17" in page.text
    form = page.form("/calculator/piquet").sent({})
    assert {name: value for name, [value] in form.items() if name.startswith("card-") and value} == dealt(ELDER, DEALER)


def test_an_impossible_hand_is_explained_pi_7(stranger: Visitor) -> None:
    page = stranger.get("/calculator/piquet?" + urlencode({"hand-0": ELDER[:11]}, doseq=True))
    assert page.status == 200
    assert "Il manque 1 carte pour le premier : une main en compte 12. Article PI-7" in page.text
    form = page.form("/calculator/piquet").sent({})
    assert {name: value for name, [value] in form.items() if name.startswith("card-") and value} == dealt(
        ELDER[:11], []
    )


@pytest.mark.parametrize("slug", ["hearts", "spades", "belote", "bridge", "%00", "²", "x" * 500])
def test_only_piquet_has_a_calculator(stranger: Visitor, slug: str) -> None:
    assert stranger.get(f"/calculator/{slug}").status == 404
