"""What the tables of a carnet decided themselves, as the desk shows it, and what was just logged or put away."""

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
from scorekeeper.web.games.rules_in_force import Desk
from scorekeeper.web.text.figures import quoted

_LOGGED, _REMOVED = "decision", "decision removed"


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """A decision as it is shown: of which day and partie, on which article and quarrel, and what the table said.

    `partie` is the address of its page, None where it was put away; `question` is that of the quarrel, if it is one.
    """

    id: int
    day: dt.date
    game: str
    article: str
    question: str | None
    words: str
    partie: str | None


def decisions_on(desk: Desk, article: Article | None, quarrel: DisputedCase | None = None) -> list[DecisionRow]:
    """What the tables of this carnet said of an article or a quarrel, the latest first; nothing at an open desk."""
    if desk.partie is None or article is None:
        return []
    if quarrel is None:
        return shown(decisions.on_article(g.carnet, article.number))
    return shown(decisions.on_quarrel(g.carnet, desk.game.slug, article.number, quarrel.key))


def shown(found: Iterable[Decision]) -> list[DecisionRow]:
    """Decisions as they are shown."""
    return [_shown(one) for one in found]


def tell_logged(decision: Decision) -> None:
    """Tell on the next page that a decision was logged."""
    flash(str(decision.id), _LOGGED)


def tell_removed(decision: Decision) -> None:
    """Tell on the next page that a decision was put away."""
    flash(str(decision.id), _REMOVED)


def just_logged(partie: Partie) -> list[Notice]:
    """The decisions logged at this table since the last page."""
    return [
        _notice(
            _("C’est noté : votre table joue ainsi."),
            _("Annuler"),
            url_for("otherwise.take_back", partie_id=partie.id, decision_id=number),
        )
        for number in _ids(_LOGGED)
    ]


def just_removed() -> list[Notice]:
    """The decisions put away since the last page."""
    return [
        _notice(_("Décision retirée"), _("La rétablir"), url_for("decisions.restore", decision_id=number))
        for number in _ids(_REMOVED)
    ]


def _notice(sentence: str, button: str, address: str) -> Notice:
    return Notice(sentence, button, address, versioned=False)


def _ids(category: str) -> Sequence[int]:
    return [int(str(number)) for number in get_flashed_messages(category_filter=[category])]


def _in_reader_s_language(words: str, quarrel: DisputedCase | None) -> str:
    """What a side of the quarrel says, as this reader's language has it; anybody's own words as they are."""
    answers = () if quarrel is None else quarrel.answers
    bare = words.split()
    chosen = (one for one in answers if any(text.split() == bare for text in one.texts.values()))
    return next((one.texts[current()] for one in chosen), words)


def _shown(one: Decision) -> DecisionRow:
    partie = one.partie
    there = partie.deleted_at is None and partie.soiree.deleted_at is None
    known = (
        None
        if one.quarrel is None or partie.game not in GAMES
        else library.book(GAMES[partie.game]).quarrels.get(one.quarrel)
    )
    return DecisionRow(
        one.id,
        one.at.astimezone().date(),
        partie.game,
        one.article,
        None if known is None else known.questions[current()],
        quoted(_in_reader_s_language(one.words, known)),
        url_for("parties.show", partie_id=partie.id) if there else None,
    )
