"""A manche entered on the page: what is recorded, what is refused and why, and what stays in the form."""

from __future__ import annotations

import pytest
from web.visitor import HAND, Page, Table, Typed, Visitor, hearts, points, refused

pytestmark = pytest.mark.game("hearts")


def test_a_manche_by_cards_is_five_four_sixteen_one_as_in_dp_17(visitor: Visitor) -> None:
    table = visitor.set_table()
    answer = visitor.record(table)
    assert (answer.status, answer.location) == (303, table.partie)
    assert visitor.totals(table) == [(5, 4, 16, 1)]
    page = visitor.unfold(table.partie)
    assert "Zoé +16 3 cœurs +3 Article DP-17 dame de pique +13 Article DP-17" in page.text
    assert "Manche 2 · À Luc de donner" in page.text


def test_what_is_missing_of_the_last_player_is_filled_in(visitor: Visitor) -> None:
    table = visitor.set_table()
    for typed in ({**hearts(5, 4, 3, queen=0), "H-3": ""}, points(5, 4, "", 1)):
        assert visitor.record(table, typed).status == 303
    assert visitor.totals(table) == [(18, 4, 3, 1), (23, 8, 19, 2)]


@pytest.mark.parametrize("version", ["", "99999999999999999999"])
def test_an_invented_version_is_stale(visitor: Visitor, version: str) -> None:
    table = visitor.set_table()
    page = visitor.record(table, {**HAND, "version": version})
    assert page.status == 409
    assert page.form("/manches/new").value("H-0") == "5"
    assert visitor.send(page, "/manches/new").status == 303


def test_the_same_form_twice_is_one_manche_and_one_answer(visitor: Visitor) -> None:
    table = visitor.set_table()
    page = visitor.get(table.partie)
    first, second = (visitor.send(page, "/manches/new", HAND) for _ in range(2))
    assert (first.status, first.location) == (second.status, second.location) == (303, table.partie)
    assert visitor.totals(table) == [(5, 4, 16, 1)]


def test_a_manche_for_a_partie_that_has_ended_since_is_refused_and_stays_in_the_form(visitor: Visitor) -> None:
    table = visitor.set_table(limit=16)
    old = visitor.get(table.partie)
    visitor.record(table)
    version = visitor.get(table.partie).form("/undo").value("version")
    page = visitor.send(old, "/manches/new", {**hearts(0, 0, 3, 10, queen=3), "version": version})
    assert page.status == 409
    assert "La partie est finie" in page.text
    assert visitor.totals(table) == [(5, 4, 16, 1)]


@pytest.mark.parametrize(
    ("rules", "typed", "rows"),
    [
        pytest.param({}, points(26, 0, 0, 0), {"others_plus": (0, 26, 26, 26)}, id="DP-21 the others take 26"),
        pytest.param(
            {"moon": "choice"},
            points(26, 0, 0, 0),
            {"others_plus": (0, 26, 26, 26), "self_minus": (-26, 0, 0, 0)},
            id="DP-22 the table chooses",
        ),
        pytest.param(
            {"moon": "choice", "teams": True},
            points(26, 0),
            {"others_plus": (0, 52), "self_minus": (-26, 0), "none": (26, 0)},
            id="DP-24 both of a team may have taken them",
        ),
    ],
)
def test_no_button_of_a_choice_leads_back_to_the_choice(
    visitor: Visitor, rules: dict[str, str | bool], typed: Typed, rows: dict[str, tuple[int, ...]]
) -> None:
    choice = visitor.record(visitor.set_table(**rules), typed).form("/manches/new")
    assert [value for name, value, _ in choice.buttons if name == "moon"] == list(rows)
    for value, row in rows.items():
        table = visitor.set_table(**rules)
        page = visitor.record(table, typed)
        assert visitor.send(page, "/manches/new", {"moon": value}).status == 303
        assert visitor.totals(table) == [row]


def switch_mode(visitor: Visitor, table: Table, by: str, typed: Typed | None = None) -> Page:
    """Return the form of the next manche, by cards or by points."""
    page = visitor.press(table.partie, "/manches/new", {**(typed or {}), "switch": by})
    assert page.status == 200
    assert page.form("/manches/new").value("by") == by
    return page


def test_switching_the_form_records_nothing_and_keeps_both_sides(visitor: Visitor) -> None:
    table = visitor.set_table()
    page = switch_mode(visitor, table, "points", {**HAND, "note": "Zoé rit"})
    page = visitor.send(page, "/manches/new", {"points-0": "9", "switch": "taken"})
    form = page.form("/manches/new")
    assert [form.value(name) for name in ("H-0", "H-3", "QS", "points-0", "note")] == ["5", "1", "2", "9", "Zoé rit"]
    assert visitor.totals(table) == []
    assert visitor.send(page, "/manches/new").status == 303
    assert visitor.totals(table) == [(5, 4, 16, 1)]


def test_a_volte_tapped_after_typed_cards_requires_a_choice(visitor: Visitor) -> None:
    table = visitor.set_table()
    page = visitor.record(table, {**hearts(5, 4, queen=2), "volte": "1"})
    refused(page, "Des cartes sont déjà saisies", "Luc")
    form = page.form("/manches/new")
    assert [form.value(name) for name in ("H-0", "H-1", "QS")] == ["5", "4", "2"]
    assert ("volte_sure", "1", form.action) in form.buttons
    assert form.value("volte") == ""
    assert visitor.totals(table) == []
    assert visitor.send(page, "/manches/new", {"volte_sure": "1"}).status == 303
    assert visitor.totals(table) == [(26, 0, 26, 26)]


def test_a_volte_already_chosen_requires_no_choice(visitor: Visitor) -> None:
    table = visitor.set_table(moon="choice")
    choice = visitor.record(table, {"volte": "1"})
    visitor.send(choice, "/manches/new", {"moon": "self_minus"})
    address = visitor.manche(table)
    assert visitor.press(address, address, {"note": "bravo"}).status == 303
    assert visitor.totals(table) == [(0, -26, 0, 0)]
    other = visitor.press(address, address, hearts(0, 0, 13, 0, queen=2))
    refused(other, "Zoé")
    assert visitor.send(other, address, {"moon": "others_plus"}).status == 303
    assert visitor.totals(table) == [(26, 26, 0, 26)]


def test_a_table_without_volte_is_not_offered_one(visitor: Visitor) -> None:
    table = visitor.set_table(moon="off")
    assert visitor.get(table.new).form("/manches/new").value("volte") is None


def test_an_agreed_penalty_is_a_separate_line_t_5(visitor: Visitor) -> None:
    table = visitor.set_table()
    penalty = {"penalty_side": "1", "penalty_points": "−5", "penalty_reason": "  renonce au\tpli 3 "}
    assert visitor.record(table, {**HAND, **penalty}).status == 303
    assert visitor.totals(table) == [(5, -1, 16, 1)]
    assert "renonce au pli 3 −5 Article T-5" in visitor.unfold(table.partie).text


def test_a_file_json_and_ten_megabytes_are_refused(visitor: Visitor) -> None:
    table = visitor.set_table()
    form = visitor.get(table.partie).form("/manches/new")
    typed = form.sent(HAND)
    answers = {
        "json": visitor.client.post(table.new, json=typed),
        "text": visitor.client.post(table.new, data=b"bonjour", content_type="text/plain"),
        "nothing": visitor.client.post(table.new),
        "file": visitor.client.post(table.new, data={**typed, "note": (__file__, "a.txt")}),
    }
    for name, answer in answers.items():
        assert answer.status_code == 422, name
        assert "Ce n’est pas un formulaire" in answer.get_data(as_text=True)
    long = visitor.client.post(table.new, data={**typed, "note": "x" * 10_000_000})
    assert long.status_code == 413
    assert "C’est trop long" in long.get_data(as_text=True)
    many = visitor.client.post(table.new, data={**typed, **{f"x{n}": "1" for n in range(40_000)}})
    assert many.status_code == 413
    assert visitor.totals(table) == []


@pytest.mark.parametrize("kind", ["missing", "wrong", "of another browser"])
def test_a_form_without_its_token_is_sent_again_with_one_tap(visitor: Visitor, stranger: Visitor, kind: str) -> None:
    table = visitor.set_table()
    foreign = stranger.get("/carnets").form("/carnets").value("csrf_token")
    token = {"missing": None, "wrong": "x.y.z", "of another browser": foreign}[kind]
    typed = {**HAND, "note": "« & <b>\nsuite", "csrf_token": token}
    page = visitor.record(table, typed)
    assert page.status == 400
    assert "ce que vous avez saisi est toujours là" in page.text
    assert visitor.totals(table) == []
    assert visitor.send(page, "/manches/new").status == 303
    scored, _, totals = visitor.replayed(table)
    assert totals == [(5, 4, 16, 1)]
    assert scored.manches[0].note == "« & <b>\nsuite"


def test_a_corrected_manche_scores_the_later_ones_again(visitor: Visitor) -> None:
    table = visitor.set_table()
    for typed in (HAND, hearts(0, 0, 3, 10, queen=3), hearts(10, 1, 1, 1, queen=0)):
        visitor.record(table, typed)
    first = visitor.manche_ids(table)[0]
    page = visitor.get(f"{table.partie}/manches/{first}")
    form = page.form(f"/manches/{first}")
    assert [form.value(name) for name in ("H-0", "H-1", "H-2", "H-3", "QS")] == ["5", "4", "3", "1", "2"]
    assert visitor.send(page, f"/manches/{first}", {"H-0": "4", "H-1": "5"}).status == 303
    assert visitor.totals(table) == [(4, 5, 16, 1), (4, 5, 19, 24), (27, 6, 20, 25)]
    page = visitor.get(f"{table.partie}/manches/{first}")
    assert "corrigée" in page.text
    back = visitor.send(page, "/versions/2")
    assert back.status == 303
    assert visitor.totals(table)[2] == (28, 5, 20, 25)


def test_a_correction_rendered_before_another_is_stale(visitor: Visitor) -> None:
    table = visitor.with_manche()
    (only,) = visitor.manche_ids(table)
    old = visitor.get(f"{table.partie}/manches/{only}")
    visitor.press(f"{table.partie}/manches/{only}", f"/manches/{only}", {"H-0": "4", "H-1": "5"})
    page = visitor.send(old, f"/manches/{only}", {"H-0": "9", "H-1": "0"})
    assert page.status == 409
    assert "manche 1 corrigée" in page.refusal()
    assert page.form(f"/manches/{only}").value("H-0") == "9"


@pytest.mark.parametrize(
    ("before", "typed", "after", "corrected"),
    [
        pytest.param(
            {"jack_of_diamonds": -10},
            {**HAND, "JD": "0"},
            {"option-jack_of_diamonds": "0"},
            303,
            id="a card that counts no more",
        ),
        pytest.param(
            {},
            HAND,
            {"option-jack_of_diamonds": "-10"},
            422,
            id="a card that now counts",
        ),
        pytest.param(
            {},
            points(5, 4, 16, 1),
            {"option-teams": "true"},
            422,
            id="points per player, then teams",
        ),
        pytest.param(
            {},
            {**HAND, "penalty_side": "3", "penalty_points": "5", "penalty_reason": "renonce"},
            {"option-teams": "true"},
            303,
            id="a penalty per player, then teams",
        ),
    ],
)
def test_an_undone_manche_can_be_shown_after_the_rules_have_changed(
    visitor: Visitor, before: dict[str, int], typed: Typed, after: Typed, corrected: int
) -> None:
    """The new rules cannot score its facts; its form shows the facts that they can, and sends those."""
    table = visitor.set_table(**before)
    visitor.record(table, typed)
    address = visitor.manche(table)
    visitor.press(table.partie, "/undo")
    assert visitor.press(f"{table.partie}/rules", "/rules", after).status == 303
    restored = visitor.press(address, "/restore")
    assert restored.status == 422
    assert restored.refusal()
    assert visitor.press(address, address).status == corrected
    assert len(visitor.totals(table)) == (corrected == 303)
