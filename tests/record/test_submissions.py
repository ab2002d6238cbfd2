"""Process a form that is sent twice once."""

from __future__ import annotations

import pytest
from record.evening import Evening

from scorekeeper.record.carnet import carnets
from scorekeeper.record.database import db
from scorekeeper.record.models import Submission
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.submissions import once


def digest(evening: Evening, form: str) -> str:
    return f"{evening.carnet.key}-{form}"


def test_the_same_digest_is_processed_once_and_answered_twice(evening: Evening) -> None:
    key = digest(evening, "a")
    done: list[str] = []

    def act() -> str:
        done.append("done")
        return f"/there/{len(done)}"

    assert [once(key, act), once(key, act)] == ["/there/1", "/there/1"]
    assert done == ["done"]


def test_another_digest_is_another_form(evening: Evening) -> None:
    first, second = digest(evening, "a"), digest(evening, "b")
    assert once(first, lambda: "/one") == "/one"
    assert once(second, lambda: "/two") == "/two"


@pytest.mark.parametrize("error", [RefusedError("name_taken"), ZeroDivisionError()], ids=["refused", "error"])
def test_a_refused_form_is_rolled_back_and_may_be_sent_again(evening: Evening, error: Exception) -> None:
    key = digest(evening, "a")

    def act() -> str:
        carnets.add_player(evening.carnet, "Anne")
        raise error

    with pytest.raises(type(error)):
        once(key, act)
    assert evening.carnet.players == []
    assert db.session.get(Submission, key) is None

    def corrected() -> str:
        carnets.add_player(evening.carnet, "Anne")
        return "/players"

    assert once(key, corrected) == "/players"
    assert [player.name for player in evening.carnet.players] == ["Anne"]


def test_a_processed_form_is_stored_with_its_answer(evening: Evening) -> None:
    key = digest(evening, "a")
    once(key, lambda: carnets.add_player(evening.carnet, "Anne").name)
    db.session.rollback()
    assert db.session.get_one(Submission, key).location == "Anne"
    assert [player.name for player in evening.carnet.players] == ["Anne"]
