"""The questions about the rules that members of a carnet keep: keep, list, delete and restore them.

They are stored in the carnet only. The use cases that write run inside `database.writing()`.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, select

from scorekeeper.record.database import db
from scorekeeper.record.models import Carnet, KeptQuestion, utc_now
from scorekeeper.record.names import clean_name, fold
from scorekeeper.record.refusals import RefusedError

MOST_QUESTIONS = 100
WORDS_LENGTH = 400


def keep_question(carnet: Carnet, game: str, words: str) -> KeptQuestion:
    """Keep a question about a game; return the kept one if the carnet has the same question.

    Raises `RefusedError` for words that are missing, too long, or have control characters, and for a full carnet.
    """
    clean = clean_name(words, field="words", longest=WORDS_LENGTH, empty="question_missing")
    known = _kept_for_update(carnet)
    same = (one for one in known if one.game == game and fold(one.words) == fold(clean))
    if (question := next(same, None)) is not None:
        return question
    _refuse_full(known)
    question = KeptQuestion(carnet=carnet, game=game, words=clean)
    db.session.add(question)
    db.session.flush()
    return question


def delete_question(question: KeptQuestion) -> None:
    """Delete a question; only the latest deleted one of a carnet can be restored."""
    gone = KeptQuestion.carnet_id == question.carnet_id, KeptQuestion.deleted_at.is_not(None)
    db.session.execute(delete(KeptQuestion).where(*gone, KeptQuestion.id != question.id))
    question.deleted_at = question.deleted_at or utc_now()


def restore_question(question: KeptQuestion) -> None:
    """Undo `delete_question`. Raises `RefusedError` for a full carnet."""
    if question.deleted_at is not None:
        _refuse_full(_kept_for_update(question.carnet))
        question.deleted_at = None


def kept_questions(carnet: Carnet) -> Sequence[KeptQuestion]:
    """Return the questions of a carnet, newest first."""
    kept = KeptQuestion.carnet_id == carnet.id, KeptQuestion.deleted_at.is_(None)
    query = select(KeptQuestion).where(*kept).order_by(KeptQuestion.at.desc(), KeptQuestion.id.desc())
    return db.session.scalars(query).all()


def _kept_for_update(carnet: Carnet) -> Sequence[KeptQuestion]:
    """Lock the carnet, so that concurrent writers do not exceed the limit, and return its questions."""
    db.session.refresh(carnet, with_for_update=True)
    return kept_questions(carnet)


def _refuse_full(known: Sequence[KeptQuestion]) -> None:
    if len(known) >= MOST_QUESTIONS:
        raise RefusedError("many_questions", field="words", most=MOST_QUESTIONS)
