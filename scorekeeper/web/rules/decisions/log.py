"""The decisions of a carnet as rows for the pages, and notices of those just logged or deleted."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from flask import flash, g, get_flashed_messages, url_for

from scorekeeper.games import GAMES
from scorekeeper.games.rulebook import Article, DisputedCase
from scorekeeper.games.search import library
from scorekeeper.record.carnet import decisions
from scorekeeper.record.models import Decision, Partie
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.language import current
from scorekeeper.web.flow.changes import Notice
from scorekeeper.web.games.rules_in_force import RulesInForce
from scorekeeper.web.text.figures import quoted

_LOGGED, _REMOVED = "decision", "decision removed"


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """A decision as it is shown: its day and partie, its article and disputed case, and its text.

    `partie` is the address of its page, None if it was deleted; `question` is that of the disputed case, if any.
    """

    id: int
    day: dt.date
    game: str
    article: str
    question: str | None
    words: str
    partie: str | None


def decisions_on(
    in_force: RulesInForce, article: Article | None, quarrel: DisputedCase | None = None
) -> list[DecisionRow]:
    """Return the decisions of this carnet on an article or a disputed case, the latest first; none outside a partie."""
    if in_force.partie is None or article is None:
        return []
    if quarrel is None:
        return decision_rows(decisions.latest_on_article(g.carnet, article.number))
    return decision_rows(decisions.latest_on_quarrel(g.carnet, in_force.game.slug, article.number, quarrel.key))


def decision_rows(found: Iterable[Decision]) -> list[DecisionRow]:
    """Return a row for each decision."""
    return [_row(decision) for decision in found]


def flash_logged(decision: Decision) -> None:
    """Flash on the next page that a decision was logged."""
    flash(str(decision.id), _LOGGED)


def flash_removed(decision: Decision) -> None:
    """Flash on the next page that a decision was deleted."""
    flash(str(decision.id), _REMOVED)


def logged_notices(partie: Partie) -> list[Notice]:
    """Return a notice with an undo button for each decision logged in this partie since the last page."""
    return [
        _notice(
            _("C’est noté : votre table joue ainsi."),
            _("Annuler"),
            url_for("otherwise.take_back", partie_id=partie.id, decision_id=number),
        )
        for number in _ids(_LOGGED)
    ]


def removed_notices() -> list[Notice]:
    """Return a notice with a restore button for each decision deleted since the last page."""
    return [
        _notice(_("Décision retirée"), _("La rétablir"), url_for("decisions.restore", decision_id=number))
        for number in _ids(_REMOVED)
    ]


def _notice(sentence: str, button: str, address: str) -> Notice:
    return Notice(sentence, button, address, versioned=False)


def _ids(category: str) -> Sequence[int]:
    return [int(str(number)) for number in get_flashed_messages(category_filter=[category])]


def _in_reader_language(words: str, quarrel: DisputedCase | None) -> str:
    """Translate the claim of a side of the disputed case; return a table's own sentence unchanged."""
    answers = () if quarrel is None else quarrel.answers
    bare = words.split()
    chosen = (answer for answer in answers if any(text.split() == bare for text in answer.texts.values()))
    return next((answer.texts[current()] for answer in chosen), words)


def _row(decision: Decision) -> DecisionRow:
    partie = decision.partie
    reachable = partie.deleted_at is None and partie.soiree.deleted_at is None
    known = (
        None
        if decision.quarrel is None or partie.game not in GAMES
        else library.book(GAMES[partie.game]).quarrels.get(decision.quarrel)
    )
    return DecisionRow(
        decision.id,
        decision.at.astimezone().date(),
        partie.game,
        decision.article,
        None if known is None else known.questions[current()],
        quoted(_in_reader_language(decision.words, known)),
        url_for("parties.show", partie_id=partie.id) if reachable else None,
    )
