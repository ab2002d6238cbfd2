"""The questions about the rules that users save in a carnet, because the rulebook did not answer them well.

A carnet is the notebook of a group of players; `AnyCarnet` is one as an object of the ORM or as a plain row. The
questions are saved, listed, deleted and restored.

The functions that write run inside `database.writing()`.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, select

from scorekeeper.record.database import add_row, db
from scorekeeper.record.models import Carnet, KeptQuestion, utc_now
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
    questions = _lock_questions(carnet)
    # `fold` removes the case.
    for question in questions:
        if question.game == game and fold(question.words) == fold(valid_words):
            return question
    _refuse_full(questions)
    return add_row(KeptQuestion(carnet=carnet, game=game, words=valid_words))


def delete_question(question: KeptQuestion) -> None:
    """Delete a question; only the latest deleted one of a carnet can be restored."""
    conditions = KeptQuestion.carnet_id == question.carnet_id, KeptQuestion.deleted_at.is_not(None)
    db.session.execute(delete(KeptQuestion).where(*conditions, KeptQuestion.id != question.id))
    question.deleted_at = question.deleted_at or utc_now()


def restore_question(question: KeptQuestion) -> None:
    """Undo `delete_question`. Raises `RefusedError` when the carnet has too many questions."""
    if question.deleted_at is not None:
        _refuse_full(_lock_questions(question.carnet))
        question.deleted_at = None


def kept_questions(carnet: AnyCarnet) -> Sequence[KeptQuestion]:
    """Return the questions of a carnet, newest first."""
    query = select(KeptQuestion).where(KeptQuestion.carnet_id == carnet.id, KeptQuestion.deleted_at.is_(None))
    return db.session.scalars(query.order_by(KeptQuestion.at.desc(), KeptQuestion.id.desc())).all()


def _lock_questions(carnet: Carnet) -> Sequence[KeptQuestion]:
    """Lock the carnet, so that concurrent requests do not exceed the limit, and return its questions."""
    db.session.refresh(carnet, with_for_update=True)
    return kept_questions(carnet)


def _refuse_full(questions: Sequence[KeptQuestion]) -> None:
    if len(questions) >= MOST_QUESTIONS:
        raise RefusedError("many_questions", field="words", most=MOST_QUESTIONS)
