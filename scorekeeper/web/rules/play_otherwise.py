"""The forms of a dispute page: change a house rule of the partie, or log a decision where no house rule decides."""

from __future__ import annotations

from flask import Blueprint, abort

from scorekeeper.record.carnet import decisions
from scorekeeper.record.models import Decision, Partie
from scorekeeper.record.partie.table import OpenTable
from scorekeeper.web.flow.access import current_access, decision_or_404, partie_or_404
from scorekeeper.web.flow.posting import Refusal, carried_out, writes_partie
from scorekeeper.web.games.rules_in_force import value_or_404
from scorekeeper.web.rules.decisions.form import DecisionForm
from scorekeeper.web.rules.decisions.log import flash_logged
from scorekeeper.web.rules.disputes import render_topic
from scorekeeper.web.rules.house_rule_changes import change_to, flash_changed
from scorekeeper.web.rules.topics import Topic, topic_or_404

bp = Blueprint("otherwise", __name__, url_prefix="/parties/<id:partie_id>/desk")


def _change_refused(refusal: Refusal, partie: Partie, option: str, value: str, **named: str) -> str:
    topic = _topic_ruled_by(option, partie, **named)
    return render_topic(topic, change=change_to(topic.in_force, option, value, refusal), refusal=refusal)


@bp.post("/quarrels/<key>/play/<option>/<value>")
@bp.post("/articles/<number>/play/<option>/<value>")
@writes_partie(_change_refused)
def play(table: OpenTable, option: str, value: str, key: str | None = None, number: str | None = None) -> str:
    """Set a house rule to this value; every manche is scored again."""
    partie = table.partie
    topic = _topic_ruled_by(option, partie, key, number)
    chosen = value_or_404(topic.in_force.game, option, value)
    before = table.scored.game.write_options(table.scored.options)[option]
    table.change_rules({**partie.options, option: chosen})
    if chosen != before:
        flash_changed(partie, option, before)
    return topic.url()


def _topic_ruled_by(option: str, partie: Partie, key: str | None = None, number: str | None = None) -> Topic:
    topic = topic_or_404(partie, key, number)
    return topic if option in topic.options else abort(404)


@bp.post("/quarrels/<key>/decide")
@bp.post("/articles/<number>/decide")
@carried_out(
    lambda refusal, partie, **named: render_topic(topic_or_404(partie, **named), refusal=refusal, form=DecisionForm()),
    partie=partie_or_404,
)
def decide(partie: Partie, key: str | None = None, number: str | None = None) -> str:
    """Log a decision of the table where no house rule decides."""
    topic = topic_or_404(partie, key, number)
    if topic.options:
        abort(404)
    decision_text = DecisionForm().decision_text(topic.sides)
    flash_logged(decisions.log_decision(partie, topic.article.number, key, decision_text, current_access()))
    return topic.url()


@bp.post("/decisions/<id:decision_id>/undo")
@carried_out(
    lambda refusal, partie, decision: render_topic(_topic_of(partie, decision), refusal=refusal),
    partie=partie_or_404,
    decision=decision_or_404,
)
def take_back(partie: Partie, decision: Decision) -> str:
    """Delete a decision that was just logged, and return to its page."""
    topic = _topic_of(partie, decision)
    decisions.delete_decision(decision)
    return topic.url()


def _topic_of(partie: Partie, decision: Decision) -> Topic:
    if decision.partie_id != partie.id:
        abort(404)
    return topic_or_404(partie, decision.quarrel, decision.article)
