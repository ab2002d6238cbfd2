"""« Nous jouons ainsi » on a dispute page: another value of a house rule, chosen from the ruling or the article."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.playing import second_device
from web.test_lists import MOST_QUERIES, queries
from web.visitor import HAND

from scorekeeper.record.database import db
from scorekeeper.record.models import Partie
from scorekeeper.record.partie.journal import changes_since

if TYPE_CHECKING:
    from web.visitor import Page, Table, Visitor


def case(table: Table, key: str = "what_the_queen_costs") -> str:
    """The address of a disputed case: by default, that about the price of the queen."""
    return f"{table.partie}/desk/quarrels/{key}"


def choose(visitor: Visitor, page: Page, value: str) -> Page:
    """Press the button of another value of a house rule, and return the page with its consequences."""
    (form,) = [form for form in page.forms if any((name[:7], sent) == ("option-", value) for name, sent in form.fields)]
    return visitor.post(form.action, form.sent({}))


def rules_of(visitor: Visitor, table: Table) -> tuple[dict[str, object], list[str]]:
    with visitor.app.app_context():
        partie = db.session.get_one(Partie, table.partie_id)
        return dict(partie.options), [one.kind for one in changes_since(partie, 0)]


def test_each_other_value_is_offered_and_viewing_it_writes_nothing(visitor: Visitor) -> None:
    """5 4 16 1, then ten hearts and the queen to Anne, 23 1 1 1; at twelve, 15 for Zoé and 22 for Anne (DP-18)."""
    table = visitor.recorded("first_and_third")
    before = rules_of(visitor, table)
    page = visitor.get(case(table))
    assert [form.value("option-queen_points") for form in page.forms if form.action.endswith("/rules")] == ["12", "0"]
    preview = choose(visitor, page, "12")
    assert preview.status == 200
    assert "Anne 28 27 Luc 5 5 Zoé 17 16 Maxence 2 2 Points changés : Manche 1, Manche 2." in preview.text
    assert rules_of(visitor, table) == before


def test_two_taps_change_the_rule(visitor: Visitor) -> None:
    table = visitor.with_manche()
    preview = choose(visitor, visitor.get(case(table)), "12")
    done = visitor.send(preview, "/rules")
    assert (done.status, done.location) == (303, table.partie)
    assert visitor.totals(table) == [(5, 4, 15, 1)]


def test_a_manche_of_another_client_is_counted_before_the_rule_changes(visitor: Visitor) -> None:
    table = visitor.set_table()
    page = visitor.get(case(table))
    second_device(visitor).record(table, HAND)
    preview = choose(visitor, page, "12")
    assert "Zoé 16 15" in preview.text
    late = visitor.send(preview, "/rules")
    assert late.status == 409
    assert "manche 1 notée" in late.refusal()
    assert rules_of(visitor, table)[0]["queen_points"] == 13
    visitor.send(visitor.send(late, "/rules"), "/rules")
    assert visitor.totals(table) == [(5, 4, 15, 1)]


def test_a_deck_that_four_players_cannot_use_is_refused_with_a_sentence(visitor: Visitor) -> None:
    table = visitor.set_table()
    refused = choose(visitor, visitor.get(f"{table.partie}/desk/articles/DP-3"), '"belmont"')
    assert refused.status == 422
    assert len(refused.refusal()) > 20


def test_a_limit_already_reached_would_end_the_partie(visitor: Visitor) -> None:
    """Zoé has 16: at a limit of 16 the partie is over, and Maxence has the fewest (DP-25); any number is allowed."""
    table = visitor.with_manche()
    preview = visitor.press(f"{table.partie}/rules", "/rules", {"option-limit": "16"})
    assert "La partie serait finie, gagnée par Maxence." in preview.text
    assert "Rien de ce qui est noté ne change." in preview.text
    visitor.send(preview, "/rules")
    again = choose(visitor, visitor.get(case(table, "where_the_partie_stops")), "100")
    assert "La partie ne serait plus finie." in again.text


def test_an_article_offers_each_of_its_house_rules(visitor: Visitor) -> None:
    table = visitor.with_manche()
    preview = choose(visitor, visitor.get(f"{table.partie}/desk/articles/DP-18"), "12")
    assert "Zoé 16 15" in preview.text


def test_these_pages_need_few_queries(visitor: Visitor) -> None:
    table = visitor.with_manche()
    for address in (case(table), f"{table.partie}/desk/articles/DP-12", f"{table.partie}/desk"):
        with queries(visitor) as made:
            assert visitor.get(address).status == 200
        assert len(made) <= MOST_QUERIES, address
