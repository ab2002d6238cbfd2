"""The decisions that a carnet's tables made where no house rule applies: log, list, delete and restore decisions.

The use cases that write run inside `database.writing()`.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Select, and_, or_, select
from sqlalchemy.orm import contains_eager, joinedload

from scorekeeper.record.database import db
from scorekeeper.record.models import Access, Carnet, Decision, Partie, utc_now
from scorekeeper.record.names import clean_name
from scorekeeper.record.read_models.lists import PAGE, ListPage

WORDS_LENGTH = 200
_SHOWN = 3


def decide(partie: Partie, article: str, quarrel: str | None, words: str, author: Access | None) -> Decision:
    """Log the decision of a partie's table on an article, or on a disputed case of it.

    Raises `RefusedError` for words that are missing, too long, or have control characters.
    """
    clean = clean_name(words, field="words", longest=WORDS_LENGTH, empty="words_missing")
    decision = Decision(carnet=partie.soiree.carnet, partie=partie, article=article, quarrel=quarrel, words=clean)
    decision.access_id = None if author is None else author.id
    db.session.add(decision)
    db.session.flush()
    return decision


def delete(decision: Decision) -> None:
    """Delete a decision; it can be restored."""
    decision.deleted_at = decision.deleted_at or utc_now()


def restore(decision: Decision) -> None:
    """Undo `delete`."""
    decision.deleted_at = None


def on_article(carnet: Carnet, article: str) -> Sequence[Decision]:
    """Return the latest decisions on an article and on its disputed cases, newest first."""
    return _latest(_of(carnet).where(Decision.article == article))


def on_quarrel(carnet: Carnet, game: str, article: str, quarrel: str) -> Sequence[Decision]:
    """Return the latest decisions on a disputed case of this game, and on its whole article, newest first."""
    same_case = and_(Decision.quarrel == quarrel, Partie.game == game)
    return _latest(_of(carnet).where(Decision.article == article, or_(Decision.quarrel.is_(None), same_case)))


def listed(carnet: Carnet, number: int = 1, *, removed: bool = False) -> ListPage[Decision]:
    """Return a page of the decisions of a carnet, or of its deleted decisions (`removed`), newest first."""
    query = _of(carnet, removed=removed).limit(PAGE + 1).offset((number - 1) * PAGE)
    decisions = db.session.scalars(query).all()
    return ListPage(tuple(decisions[:PAGE]), number, len(decisions) > PAGE)


def _of(carnet: Carnet, *, removed: bool = False) -> Select[Decision]:
    gone = Decision.deleted_at.is_not(None) if removed else Decision.deleted_at.is_(None)
    query = select(Decision).join(Decision.partie).where(Decision.carnet_id == carnet.id, gone)
    loaded = query.options(contains_eager(Decision.partie).options(joinedload(Partie.soiree)))
    return loaded.order_by(Decision.at.desc(), Decision.id.desc())


def _latest(query: Select[Decision]) -> Sequence[Decision]:
    return db.session.scalars(query.limit(_SHOWN)).all()
