"""The decisions that tables make where no house rule applies: log, list, delete and restore them.

A decision is made in a partie (a game) on an *article*, a numbered rule such as DP-14, or on one of its *disputed
cases*, which have keys. A carnet is the notebook of a group of players; an access is the right of one browser to it.
`AnyCarnet` and `AnyAccess` are one of them as an object of the ORM or as a plain row; only its id is used.

The functions that write run inside `database.writing()`.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Select, and_, or_, select
from sqlalchemy.orm import contains_eager, joinedload

from scorekeeper.record.database import add_row, db
from scorekeeper.record.models import Decision, Partie, utc_now
from scorekeeper.record.names import clean_name
from scorekeeper.record.request_access import AnyAccess, AnyCarnet

WORDS_LENGTH = 200
_MOST_LATEST = 3
MOST_LISTED = 200


def log_decision(partie: Partie, article: str, dispute: str | None, words: str, access: AnyAccess | None) -> Decision:
    """Store the decision of a table on an article, or on one of its disputed cases (`dispute`).

    Raises `RefusedError` for a text (`words`) that is empty, too long, or has control characters.
    """
    valid_words = clean_name(words, field="words", longest=WORDS_LENGTH, empty="words_missing")
    decision = Decision(
        carnet_id=partie.soiree.carnet_id, partie=partie, article=article, quarrel=dispute, words=valid_words
    )
    decision.access_id = None if access is None else access.id
    return add_row(decision)


def delete_decision(decision: Decision) -> None:
    """Delete a decision; it can be restored."""
    decision.deleted_at = decision.deleted_at or utc_now()


def restore_decision(decision: Decision) -> None:
    """Undo `delete_decision`."""
    decision.deleted_at = None


def latest_on_article(carnet: AnyCarnet, article: str) -> Sequence[Decision]:
    """Return the latest three decisions on an article or on its disputed cases, newest first."""
    return _latest(_decisions_query(carnet).where(Decision.article == article))


def latest_on_dispute(carnet: AnyCarnet, game: str, article: str, dispute: str) -> Sequence[Decision]:
    """Return the latest three decisions on a disputed case of a game or on its whole article, newest first."""
    # Without a case, the decision is on the whole article. The keys of cases are those of one game.
    same_case = or_(Decision.quarrel.is_(None), and_(Decision.quarrel == dispute, Partie.game == game))
    return _latest(_decisions_query(carnet).where(Decision.article == article, same_case))


def latest_decisions(carnet: AnyCarnet) -> Sequence[Decision]:
    """Return the latest decisions of a carnet, at most `MOST_LISTED`, newest first."""
    return _latest(_decisions_query(carnet), MOST_LISTED)


def _decisions_query(carnet: AnyCarnet) -> Select[Decision]:
    query = select(Decision).join(Decision.partie).where(Decision.carnet_id == carnet.id, Decision.deleted_at.is_(None))
    # Load the partie from the join, and its soirée (the evening) with it.
    query = query.options(contains_eager(Decision.partie).options(joinedload(Partie.soiree)))
    return query.order_by(Decision.at.desc(), Decision.id.desc())


def _latest(query: Select[Decision], most: int = _MOST_LATEST) -> Sequence[Decision]:
    return db.session.scalars(query.limit(most)).all()
