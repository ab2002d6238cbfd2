"""The questions about the rules that users save in a carnet, because the rulebook did not answer them well.

A carnet is the notebook of a group of players; `AnyCarnet` is one as an object of the ORM or as a plain row. The
questions are saved, listed and deleted.

The functions that write run inside `database.writing()`.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from scorekeeper.record.database import add_row, db
from scorekeeper.record.models import Carnet, KeptQuestion
from scorekeeper.record.names import clean_name, fold
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.request_access import AnyCarnet

MOST_QUESTIONS = 100
WORDS_LENGTH = 400


def keep_question(carnet: Carnet, game: str, words: str) -> KeptQuestion:
    """Save a question about a game, and return it; if the carnet has the same question, return that one.

    Raises `RefusedError` for a text (`words`) that is empty, too long, or has control characters, and when the carnet
    has too many questions.
    """
    valid_words = clean_name(words, field="words", longest=WORDS_LENGTH, empty="question_missing")
    # Lock the carnet, so that concurrent requests do not exceed the limit.
    db.session.refresh(carnet, with_for_update=True)
    questions = kept_questions(carnet)
    # `fold` removes the case.
    for question in questions:
        if question.game == game and fold(question.words) == fold(valid_words):
            return question
    if len(questions) >= MOST_QUESTIONS:
        raise RefusedError("many_questions", field="words", most=MOST_QUESTIONS)
    return add_row(KeptQuestion(carnet=carnet, game=game, words=valid_words))


def delete_question(question: KeptQuestion) -> None:
    """Delete a question."""
    db.session.delete(question)


def kept_questions(carnet: AnyCarnet) -> Sequence[KeptQuestion]:
    """Return the questions of a carnet, newest first."""
    # Earlier versions of the app marked the latest deleted question, to restore it.
    query = select(KeptQuestion).where(KeptQuestion.carnet_id == carnet.id, KeptQuestion.deleted_at.is_(None))
    return db.session.scalars(query.order_by(KeptQuestion.at.desc(), KeptQuestion.id.desc())).all()
