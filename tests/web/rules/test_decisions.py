"""Decisions of a table where no house rule decides: logged, shown first in later disputes, listed, undone."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

from sqlalchemy import update
from web.flow.test_notices import notice_bar
from web.test_lists import MOST_QUERIES, queries
from web.visitor import Visitor

from scorekeeper.games import GAMES
from scorekeeper.games.search import library
from scorekeeper.record.carnet import decisions
from scorekeeper.record.database import db
from scorekeeper.record.models import Decision, Partie

if TYPE_CHECKING:
    from web.visitor import Page, Table

NO_MORE_CLUBS = "Interdit : qui a fait une renonce doit s’y tenir et ne joue plus de trèfle de la manche."
NOVEMBER = dt.datetime(2026, 11, 3, 12, tzinfo=dt.UTC)
CALLED_OFF = "La manche est annulée"


def revoke_case(table: Table) -> str:
    """The address of a disputed case that no house rule decides."""
    return f"{table.partie}/desk/quarrels/revoke"


def logged(visitor: Visitor) -> list[tuple[str, str | None, str]]:
    with visitor.app.app_context():
        found = decisions.latest_decisions(visitor.row())
        return [(one.article, one.quarrel, one.words) for one in found]


def decided(page: Page) -> list[str]:
    """The decisions that the page shows above the ruling."""
    before = page.html.partition('<aside class="earlier-decisions">')[2].partition("</aside>")[0]
    return [
        part.partition('"auto">')[2].partition("</span>")[0].strip("«»\u00a0")
        for part in before.split("<p>")
        if "auto" in part
    ]


def log_decision(visitor: Visitor, address: str, **typed: Any) -> Page:  # noqa: ANN401 - what a form sends
    return visitor.press(address, "/decide", typed)


def test_a_side_of_the_case_is_logged_and_shown_first_from_then_on(visitor: Visitor) -> None:
    table = visitor.set_table()
    done = log_decision(visitor, revoke_case(table), answer="1")
    assert (done.status, done.location) == (303, revoke_case(table))
    assert logged(visitor) == [("DP-12", "revoke", NO_MORE_CLUBS)]
    other = visitor.set_table()
    for address in (
        revoke_case(other),
        f"{other.partie}/desk?q=doit-on+fournir",
        f"{other.partie}/desk/articles/DP-12",
    ):
        page = visitor.get(address)
        assert decided(page)[0].replace("\u00a0", " ") == NO_MORE_CLUBS, address
        assert "votre table a dit" in page.text
        assert page.html.index("earlier-decisions") < page.html.index('class="rul')


def test_a_sentence_can_be_logged_on_an_article_without_a_house_rule(visitor: Visitor) -> None:
    table = visitor.set_table()
    article = f"{table.partie}/desk/articles/T-2"
    assert log_decision(visitor, article, words=CALLED_OFF).location == article
    assert logged(visitor) == [("T-2", None, CALLED_OFF)]
    assert decided(visitor.get(article))[0] == CALLED_OFF


def test_a_decision_is_undone_with_one_tap(visitor: Visitor) -> None:
    table = visitor.set_table()
    log_decision(visitor, revoke_case(table), answer="0")
    page = visitor.get(revoke_case(table))
    assert "C’est noté" in notice_bar(page)
    assert visitor.send(page, "/remove").status == 303
    assert logged(visitor) == []
    assert decided(visitor.get(revoke_case(table))) == []


def test_no_decision_can_be_logged_where_a_house_rule_decides(visitor: Visitor) -> None:
    table = visitor.set_table()
    page = visitor.get(revoke_case(table))
    for address in ("quarrels/queen_on_first_trick", "articles/DP-14"):
        assert not any(form.action.endswith("/decide") for form in visitor.get(f"{table.partie}/desk/{address}").forms)
        form_address = f"{table.partie}/desk/{address}/decide"
        assert visitor.send(page, "/decide", {"words": CALLED_OFF}, to=form_address).status == 404


def test_the_carnet_lists_deletes_and_restores_decisions(visitor: Visitor) -> None:
    table = visitor.set_table()
    log_decision(visitor, revoke_case(table), words=CALLED_OFF)
    listed = f"{visitor.carnet}/decisions"
    assert f'href="{listed}"' in visitor.get(f"{visitor.carnet}/settings").html
    page = visitor.get(listed)
    assert CALLED_OFF in page.text
    assert f'<a href="{table.partie}">Dame de Pique</a>' in page.html
    assert visitor.send(page, "/remove").location == listed
    page = visitor.get(listed)
    assert "Décision retirée" in notice_bar(page)
    assert visitor.send(page, "/restore").status == 303
    assert len(logged(visitor)) == 1


def test_decisions_of_a_deleted_partie_stay_without_a_link(visitor: Visitor) -> None:
    table = visitor.set_table()
    log_decision(visitor, revoke_case(table), words=CALLED_OFF)
    visitor.press(table.partie, "/delete")
    page = visitor.get(f"{visitor.carnet}/decisions")
    assert CALLED_OFF in page.text
    assert f'href="{table.partie}"' not in page.html
    assert decided(visitor.get(revoke_case(visitor.set_table())))[0] == CALLED_OFF


def test_a_decision_on_a_removed_case_keeps_its_text(visitor: Visitor) -> None:
    table = visitor.set_table()
    with visitor.writing():
        partie = db.session.get_one(Partie, table.partie_id)
        decisions.log_decision(partie, "DP-12", "forgotten", CALLED_OFF, visitor.access())
    assert CALLED_OFF in visitor.get(f"{visitor.carnet}/decisions").text
    assert decided(visitor.get(f"{table.partie}/desk/articles/DP-12"))[0] == CALLED_OFF


def test_the_list_needs_few_queries_at_any_length(visitor: Visitor) -> None:
    table = visitor.set_table()
    costs = []
    for count in (1, 40):
        with visitor.writing():
            partie = db.session.get_one(Partie, table.partie_id)
            for _ in range(count):
                decisions.log_decision(partie, "DP-12", "revoke", CALLED_OFF, None)
        with queries(visitor) as made:
            assert visitor.get(f"{visitor.carnet}/decisions").status == 200
        costs.append(len(made))
    assert costs[0] == costs[1] <= MOST_QUERIES


def test_the_date_is_written_in_full_in_each_language(visitor: Visitor) -> None:
    table = visitor.set_table()
    log_decision(visitor, revoke_case(table), words=CALLED_OFF)
    with visitor.writing() as session:
        session.execute(update(Decision).where(Decision.words == CALLED_OFF).values(at=NOVEMBER))
    assert "Le mardi 3 novembre 2026, votre table a dit" in visitor.get(revoke_case(table)).text
    english = Visitor(visitor.app, "en")
    english.client, english.key = visitor.client, visitor.key
    assert "2026, your table said:" in english.get(revoke_case(table)).text


def test_every_answer_of_every_case_is_short_enough_to_be_logged() -> None:
    answers = [
        answer.texts.values()
        for game in GAMES.values()
        for dispute in library.book(game).disputes.values()
        for answer in dispute.answers
    ]
    assert max(len(text) for texts in answers for text in texts) <= decisions.WORDS_LENGTH
