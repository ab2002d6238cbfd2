"""What a table plays instead: a house rule set otherwise for the partie, or, where none decides, words of its own."""

from __future__ import annotations

from flask import Blueprint, abort
from werkzeug.wrappers import Response

from scorekeeper.record.carnet import decisions
from scorekeeper.record.partie.table import OpenTable
from scorekeeper.web.flow.access import decision_or_404, partie_or_404, writer
from scorekeeper.web.flow.posting import Answer, Refusal, carry_out, write
from scorekeeper.web.games.rules_in_force import value_or_404
from scorekeeper.web.rules.decisions.form import DecisionForm
from scorekeeper.web.rules.decisions.log import tell_logged
from scorekeeper.web.rules.disputes import render_topic
from scorekeeper.web.rules.house_rule_changes import change_to, tell_changed
from scorekeeper.web.rules.topics import topic_or_404

bp = Blueprint("otherwise", __name__, url_prefix="/parties/<id:partie_id>/desk")


@bp.post("/quarrels/<key>/play/<option>/<value>")
@bp.post("/articles/<number>/play/<option>/<value>")
def play(
    partie_id: int, option: str, value: str, key: str | None = None, number: str | None = None
) -> Response | Answer:
    """Set a house rule to this value; every manche is scored again."""
    partie = partie_or_404(partie_id)
    topic = topic_or_404(partie, key, number)
    if option not in topic.options:
        abort(404)
    chosen = value_or_404(topic.desk.game, option, value)

    def act(table: OpenTable) -> str:
        before = table.standing.game.write_options(table.standing.options)[option]
        table.change_rules({**partie.options, option: chosen})
        if chosen != before:
            tell_changed(partie, option, before)
        return topic.url()

    def refused(refusal: Refusal) -> str:
        again = topic_or_404(partie, key, number)
        return render_topic(again, change=change_to(again.desk, option, value, refusal), refusal=refusal)

    return write(partie, act, refused)


@bp.post("/quarrels/<key>/decide")
@bp.post("/articles/<number>/decide")
def decide(partie_id: int, key: str | None = None, number: str | None = None) -> Response | Answer:
    """Log what the table says where no house rule decides."""
    partie = partie_or_404(partie_id)
    topic = topic_or_404(partie, key, number)
    if topic.options:
        abort(404)
    form = DecisionForm()

    def act() -> str:
        tell_logged(decisions.decide(partie, topic.article.number, key, form.said(topic.sides), writer()))
        return topic.url()

    def refused(refusal: Refusal) -> str:
        return render_topic(topic_or_404(partie, key, number), refusal=refusal, form=form)

    return carry_out(act, refused)


@bp.post("/decisions/<id:decision_id>/undo")
def take_back(partie_id: int, decision_id: int) -> Response | Answer:
    """Put away what was logged a moment ago, and come back to what it is about."""
    partie, decision = partie_or_404(partie_id), decision_or_404(decision_id)
    if decision.partie_id != partie.id:
        abort(404)
    topic = topic_or_404(partie, decision.quarrel, decision.article)

    def act() -> str:
        decisions.remove(decision)
        return topic.url()

    return carry_out(act, lambda refusal: render_topic(topic, refusal=refusal))
