"""After the last card: the missing choices, the score shown, and the tap that records it."""

from __future__ import annotations

import pytest
from web.playing import dealt, lay_out, play, plays, recorded, version
from web.table.test_log import marks
from web.visitor import Table, Visitor, refused

pytestmark = pytest.mark.game("hearts")

# At the jass with this deal Zoé takes the nine hearts, the queen and the last trick (DP-3).
VOLTE = dealt(4, 1, seed=4, deck="36")


def ended(visitor: Visitor, number: int = 0) -> Table:
    """Return a partie of four players with all cards of a manche played."""
    deal = recorded("hearts", number)
    table = visitor.set_table(dealer=deal["dealer"])
    lay_out(visitor, table, deal["leader"], deal["plays"])
    return table


def test_the_points_and_their_articles_are_shown_before_they_are_recorded_t_7(visitor: Visitor) -> None:
    deal = recorded("hearts", 0)
    table = ended(visitor)
    page = visitor.get(table.cards)
    assert "Toutes les cartes sont jouées" in page.text
    assert "Article DP-17" in page.text
    for name, scored in zip(("Anne", "Luc", "Zoé", "Maxence"), deal["points"], strict=True):
        assert f"{name} {'+' if scored else ''}{scored}" in page.text, (name, scored)
    assert "Relevé par l’arbitre" not in page.text
    assert visitor.totals(table) == []
    assert visitor.send(page, "/record").location == table.partie
    assert visitor.totals(table) == [tuple(deal["points"])]


DECIDED = "Finir sans les cartes tout ce qui compte est tombé"


def test_the_end_without_cards_is_offered_once_all_that_counts_is_taken_t_7(visitor: Visitor) -> None:
    """The last heart of this deal is in the tenth trick, whose other cards are played before it is taken."""
    deal = recorded("hearts", 6)
    table = visitor.set_table(dealer=deal["dealer"])
    lay_out(visitor, table, deal["leader"], deal["plays"][:39])
    assert DECIDED not in visitor.get(table.cards).text
    play(visitor, table, deal["plays"][39:41])
    assert DECIDED in visitor.get(table.cards).text
    page = visitor.get(f"{table.partie}?entry=open")
    assert visitor.send(page, "/manches/new").location == table.partie
    assert visitor.totals(table) == [tuple(deal["points"])]


def test_the_end_is_not_offered_while_the_last_trick_counts_dp_3(visitor: Visitor) -> None:
    """The same deal with a card that counts besides, the J♦, which is still in a hand; and the jass of thirty-six."""
    deal = recorded("hearts", 6)
    table = visitor.set_table(dealer=deal["dealer"], jack_of_diamonds=-10)
    lay_out(visitor, table, deal["leader"], deal["plays"][:44])
    assert "JD" not in deal["plays"][:44]
    assert DECIDED not in visitor.get(table.cards).text
    table = visitor.set_table(dealer=1, deck="36")
    lay_out(visitor, table, VOLTE.leader, VOLTE.plays[:-1])
    assert {card for card in VOLTE.plays[-4:] if card[-1] == "H" or card == "QS"} == set()
    assert DECIDED not in visitor.get(table.cards).text


def choosing(visitor: Visitor) -> Table:
    table = visitor.set_table(dealer=1, deck="36", moon="choice")
    lay_out(visitor, table, VOLTE.leader, VOLTE.plays)
    return table


def test_the_choice_of_a_volte_is_required_once_and_recorded_dp_22(visitor: Visitor) -> None:
    """Nine hearts and the queen, worth 5, are 14 at the jass; the last trick is never the shooter's (DP-24)."""
    assert (VOLTE.taken("H")[2], VOLTE.taken("QS")[2], VOLTE.winners[-1]) == (9, 1, 2)
    table = choosing(visitor)
    page = visitor.get(table.cards)
    assert "Volte : les autres prennent 14" in page.text
    assert "Volte : retrancher 14" in page.text
    assert [value for name, value, _ in page.form("/record").buttons if name == "moon"] == ["others_plus", "self_minus"]
    assert visitor.send(page, "/record", {"moon": "self_minus", "note": "Zoé jubile"}).location == table.partie
    assert visitor.totals(table) == [(0, 0, -14, 0)]
    assert "Zoé jubile" in visitor.unfold(table.partie).text


@pytest.mark.parametrize("moon", [None, "off", "²"])
def test_the_choice_of_a_volte_has_no_default_dp_22(visitor: Visitor, moon: str | None) -> None:
    table = choosing(visitor)
    before = version(visitor, table)
    answer = visitor.press(table.cards, "/record", {"moon": moon, "note": "Zoé jubile"})
    refused(answer, "Zoé")
    assert "Volte : les autres prennent 14" in answer.text
    assert answer.form("/record").value("note") == "Zoé jubile"
    assert visitor.totals(table) == []
    assert version(visitor, table) == before


def test_a_note_and_an_agreed_penalty_are_recorded_t_5(visitor: Visitor) -> None:
    deal = recorded("hearts", 0)
    table = ended(visitor)
    typed = {"note": "Luc a renoncé", "penalty_side": "1", "penalty_points": "10", "penalty_reason": "renonce"}
    assert visitor.press(table.cards, "/record", typed).status == 303
    expected = [score + 10 * (seat == 1) for seat, score in enumerate(deal["points"])]
    assert visitor.totals(table) == [tuple(expected)]
    text = visitor.unfold(table.partie).text
    for sentence in ("Luc a renoncé", "renonce", "Article T-5"):
        assert sentence in text, sentence


@pytest.mark.parametrize(
    "typed",
    [
        {"penalty_points": "10001", "penalty_reason": "renonce"},
        {"note": "a\x00b"},
    ],
)
def test_an_invalid_note_or_penalty_is_refused_and_stays_in_the_form_t_5(
    visitor: Visitor, typed: dict[str, str]
) -> None:
    table = ended(visitor)
    answer = visitor.press(table.cards, "/record", typed)
    assert answer.status == 422, answer.text
    assert answer.refusal()
    assert visitor.totals(table) == []
    assert len(plays(visitor, table)) == 52
    form = answer.form("/record")
    for name in {"note", "penalty_reason", "penalty_points"} & set(typed):
        assert (form.value(name) or "").replace("\ufffd", "\x00") == typed[name], name


def irregular(visitor: Visitor) -> Table:
    """Return the first recorded manche with its second and third card exchanged with later ones: they break rules."""
    deal = recorded("hearts", 0)
    played = list(deal["plays"])
    here = played.index("9C"), played.index("JH")
    played[here[0]], played[here[1]] = played[here[1]], played[here[0]]
    table = visitor.set_table(dealer=deal["dealer"])
    lay_out(visitor, table, deal["leader"], played)
    return table


def test_the_irregularities_of_a_manche_are_listed_at_its_end_and_in_its_replay_t_4(visitor: Visitor) -> None:
    """Zoé throws the V♥ on the first trick though she has the other clubs that she plays later (DP-14, T-4)."""
    table = irregular(visitor)
    page = visitor.get(table.cards)
    assert "Relevé par l’arbitre" in page.text
    listed = page.text.split("Relevé par l’arbitre", 1)[1]
    assert "Au pli 1" in listed
    assert "V♥" in listed
    assert "Article T-4 Article T-5" in listed
    assert visitor.send(page, "/record").status == 303
    again = visitor.get(f"{visitor.manche(table)}/tricks")
    assert listed.split("Article T-5", 1)[0] in again.text


def test_an_accepted_revoke_marks_its_row_and_is_among_its_lines_t_5(visitor: Visitor) -> None:
    """Without a recorded revoke and an agreed price, the sheet still has what the cards prove against Zoé."""
    table = irregular(visitor)
    assert visitor.send(visitor.get(table.cards), "/record").status == 303
    assert marks(visitor.get(table.partie)) == ["3 renonce"]
    (only,) = visitor.manche_ids(table)
    for page in (visitor.get(f"{table.partie}/manches/{only}/lines"), visitor.get(f"{table.partie}/manches/{only}")):
        assert "Relevé par l’arbitre" in page.text
        assert "V♥" in page.text.split("Relevé par l’arbitre", 1)[1]
    printed = visitor.get(f"{table.partie}/print").text
    assert "renonce" in printed
