"""Keep a question about the rules in the carnet: by members, once, at most 100; the owner lists and deletes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from web.people import join_carnet
from web.visitor import Visitor, refused

from scorekeeper.record.carnet.kept_questions import MOST_QUESTIONS, keep_question, kept_questions
from scorekeeper.record.models import Role

if TYPE_CHECKING:
    from web.visitor import Page, Table

BUTTON = "Garder cette question"


def ask(visitor: Visitor, table: Table, question: str = "qui paie le café") -> Page:
    return visitor.get(f"{table.partie}/desk?q={question}")


def kept(visitor: Visitor) -> list[tuple[str, str]]:
    with visitor.app.app_context():
        return [(one.game, one.words) for one in kept_questions(visitor.row())]


@pytest.mark.parametrize("question", ["qui paie le café", "la dame au premier pli", "🦊", "<b>cœur</b>"])
def test_any_question_can_be_kept_after_its_reply(visitor: Visitor, question: str) -> None:
    table = visitor.set_table()
    page = ask(visitor, table, question)
    assert BUTTON in page.text
    done = visitor.send(page, "/keep")
    assert done.status == 303
    assert kept(visitor) == [("hearts", question)]
    page = visitor.get(str(done.location))
    assert "La question est gardée" in page.text
    assert BUTTON not in page.text


def test_a_full_carnet_says_so(visitor: Visitor) -> None:
    table = visitor.set_table()
    with visitor.writing():
        for number in range(MOST_QUESTIONS):
            keep_question(visitor.row(), "hearts", f"question {number}")
    page = visitor.send(ask(visitor, table), "/keep")
    refused(page, "garde 100 questions au plus")
    assert len(kept(visitor)) == MOST_QUESTIONS
    assert visitor.get(f"{visitor.carnet}/questions").html.count("/remove") == MOST_QUESTIONS


def test_nothing_is_kept_without_words_or_without_a_token(visitor: Visitor) -> None:
    table = visitor.set_table()
    assert BUTTON not in ask(visitor, table, "++").text
    page = ask(visitor, table)
    assert visitor.send(page, "/keep", {"q": " "}).status == 422
    assert visitor.send(page, "/keep", {"q": "x" * 401}).status == 422
    assert visitor.client.post(f"{table.partie}/desk/keep", data={"q": "qui paie"}).status_code != 303
    assert kept(visitor) == []


@pytest.mark.parametrize(("role", "may"), [(Role.MARQUEUR, True), (Role.SPECTATEUR, False)])
def test_a_marqueur_keeps_and_only_the_owner_lists(visitor: Visitor, role: Role, *, may: bool) -> None:
    table = visitor.set_table()
    member = join_carnet(visitor, role)
    page = ask(member, table)
    assert (BUTTON in page.text) == may
    if may:
        assert member.send(page, "/keep").status == 303
    assert len(kept(visitor)) == int(may)
    assert member.get(f"{visitor.carnet}/questions").status != 200
    assert visitor.get(f"{visitor.carnet}/questions").status == 200


def test_there_is_no_button_without_a_partie(visitor: Visitor) -> None:
    assert BUTTON not in visitor.get("/rules/hearts/desk?q=qui+paie").text
    assert BUTTON not in visitor.get("/rules?q=qui+paie").text


def test_the_owner_deletes_a_question(visitor: Visitor) -> None:
    table = visitor.set_table()
    visitor.send(ask(visitor, table), "/keep")
    listed = f"{visitor.carnet}/questions"
    assert f'href="{listed}"' in visitor.get(f"{visitor.carnet}/settings").html
    page = visitor.get(listed)
    assert "qui paie le café" in page.text
    assert "Dame de Pique" in page.text
    for _ in range(2):
        assert visitor.send(page, "/remove").location == listed
        assert kept(visitor) == []


def test_a_question_of_another_carnet_is_not_found(visitor: Visitor) -> None:
    visitor.send(ask(visitor, visitor.set_table()), "/keep")
    page = visitor.get(f"{visitor.carnet}/questions")
    other = Visitor(visitor.app).open_carnet()
    other.send(ask(other, other.set_table()), "/keep")
    own = other.get(f"{other.carnet}/questions")
    address = page.form("/remove").action.replace(visitor.key, other.key)
    assert other.send(own, "/remove", to=address).status == 404
    assert len(kept(visitor)) == 1
