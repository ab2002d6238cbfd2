"""Keep questions about the rules in a carnet: once, at most 100, deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scorekeeper.record.carnet import carnets
from scorekeeper.record.carnet.kept_questions import MOST_QUESTIONS, delete_question, keep_question, kept_questions
from scorekeeper.record.database import writing
from scorekeeper.record.refusals import RefusedError

if TYPE_CHECKING:
    from record.evening import Evening

    from scorekeeper.record.models import KeptQuestion


def keep(evening: Evening, words: str, game: str = "hearts") -> KeptQuestion:
    with writing():
        return keep_question(evening.carnet, game, words)


def texts(evening: Evening) -> list[str]:
    return [one.words for one in kept_questions(evening.carnet)]


def test_questions_are_kept_once_for_a_game_newest_first(evening: Evening) -> None:
    keep(evening, "Qui mélange ?")
    keep(evening, " qui   MÉLANGE ? ")
    keep(evening, "Qui mélange ?", "spades")
    keep(evening, "Qui coupe ?")
    assert texts(evening) == ["Qui coupe ?", "Qui mélange ?", "Qui mélange ?"]
    assert [one.game for one in kept_questions(evening.carnet)] == ["hearts", "spades", "hearts"]


def test_another_carnet_has_its_own_questions(evening: Evening) -> None:
    keep(evening, "Qui mélange ?")
    with writing():
        other = carnets.create_carnet("Les dimanches").carnet
    assert kept_questions(other) == []


def test_a_full_carnet_refuses_a_new_question_and_keeps_the_old_ones(evening: Evening) -> None:
    with writing():
        kept = [keep_question(evening.carnet, "hearts", f"question {number}") for number in range(MOST_QUESTIONS)]
    with pytest.raises(RefusedError, match="many_questions"):
        keep(evening, "une de trop")
    assert keep(evening, "Question 7").id == kept[7].id
    with writing():
        delete_question(kept[0])
    keep(evening, "une autre")
    assert len(texts(evening)) == MOST_QUESTIONS
    assert "question 0" not in texts(evening)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "question_missing"),
        (" \u3164 ", "question_missing"),
        ("x" * 401, "name_long"),
        ("a\x00b", "name_characters"),
    ],
)
def test_text_that_is_empty_too_long_or_hidden_is_refused(evening: Evening, text: str, key: str) -> None:
    with pytest.raises(RefusedError, match=key):
        keep(evening, text)
    assert texts(evening) == []
