"""The forms of a dispute page: set a house rule of the partie, or log a decision where no house rule decides.

A topic is a disputed case, with its `key` in the address, or an article (a numbered rule), with its `number`. A
*partie* is a game that is being played.
"""

from __future__ import annotations

from flask import Blueprint, abort, g, url_for

from scorekeeper.record.carnet import decisions
from scorekeeper.record.models import Decision, Partie
from scorekeeper.record.partie.open_partie import OpenPartie
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.flow.access import decision_or_404, partie_or_404
from scorekeeper.web.flow.notices import Notice, flash_notice
from scorekeeper.web.flow.posting import Refusal, carries_out_form, writes_partie
from scorekeeper.web.games.rules_in_force import value_or_404
from scorekeeper.web.rules.decisions.form import DecisionForm
from scorekeeper.web.rules.disputes import render_topic
from scorekeeper.web.rules.house_rule_changes import rule_change
from scorekeeper.web.rules.topics import Topic, topic_or_404
from scorekeeper.web.text.house_rules import house_rules

bp = Blueprint("topic_forms", __name__, url_prefix="/parties/<id:partie_id>/desk")


def _change_refusal_page(refusal: Refusal, partie: Partie, option: str, value: str, **key_or_number: str) -> str:
    topic = _topic_with_option_or_404(option, partie, **key_or_number)
    return render_topic(topic, change=rule_change(topic.in_force, option, value, refusal), refusal=refusal)


@bp.post("/quarrels/<key>/play/<option>/<value>", endpoint="play")
@bp.post("/articles/<number>/play/<option>/<value>", endpoint="play")
# `writes_partie` opens the partie for writing; the function gets it as `opened`. Then the browser is redirected to the
# address that the function returns. If the form is refused, `_change_refusal_page` renders the page.
@writes_partie(_change_refusal_page)
def set_house_rule(
    opened: OpenPartie, option: str, value: str, key: str | None = None, number: str | None = None
) -> str:
    """Set a house rule to this value; every manche is scored again."""
    partie = opened.partie
    topic = _topic_with_option_or_404(option, partie, key, number)
    # The value of the address as JSON.
    new_value = value_or_404(topic.in_force.game, option, value)
    # False if the partie has this value already.
    if opened.change_rules({**partie.options, option: new_value}):
        text = house_rules(topic.in_force.game).options[option]
        sentence = _("Désormais : %(rule)s · %(value)s", rule=text.label, value=text.value(new_value))
        # A sentence, and a button: its label, and the address that its form is sent to. With `versioned`, the form also
        # sends the version of the partie that the page shows.
        address = url_for("parties.undo", partie_id=partie.id)
        notice = Notice(sentence, _("Annuler"), address, versioned=True)
        flash_notice(topic.notice_page, notice)
        # Because of this line, the decorator shows no notice about the latest change: this page shows its own.
        opened.latest = None
    return topic.url()


def _topic_with_option_or_404(option: str, partie: Partie, key: str | None = None, number: str | None = None) -> Topic:
    """Return the topic; abort with a 404 unless this house rule decides it."""
    topic = topic_or_404(partie, key, number)
    if option not in topic.options:
        abort(404)
    return topic


def _decision_refusal_page(refusal: Refusal, partie: Partie, **key_or_number: str) -> str:
    return render_topic(topic_or_404(partie, **key_or_number), refusal=refusal, form=DecisionForm())


@bp.post("/quarrels/<key>/decide", endpoint="decide")
@bp.post("/articles/<number>/decide", endpoint="decide")
# `carries_out_form` does the same for a form that does not change the partie: the function gets the partie itself.
@carries_out_form(_decision_refusal_page, partie=partie_or_404)
def log_decision(partie: Partie, key: str | None = None, number: str | None = None) -> str:
    """Log a decision of the table where no house rule decides."""
    topic = topic_or_404(partie, key, number)
    # Where a house rule decides, the page has no form for a decision.
    if topic.options:
        abort(404)
    # The claim that the table chose, or its own words.
    text = DecisionForm().decision_text(topic.claims)
    decision = decisions.log_decision(partie, topic.article.number, key, text, g.access)
    address = url_for("topic_forms.take_back", partie_id=partie.id, decision_id=decision.id)
    notice = Notice(_("C’est noté : votre table joue ainsi."), _("Annuler"), address)
    flash_notice(topic.notice_page, notice)
    return topic.url()


def _undo_refusal_page(refusal: Refusal, partie: Partie, decision: Decision) -> str:
    return render_topic(_topic_of(partie, decision), refusal=refusal)


@bp.post("/decisions/<id:decision_id>/undo", endpoint="take_back")
@carries_out_form(_undo_refusal_page, partie=partie_or_404, decision=decision_or_404)
def undo_decision(partie: Partie, decision: Decision) -> str:
    """Delete a decision that was just logged, and redirect to the page of its topic."""
    topic = _topic_of(partie, decision)
    decisions.delete_decision(decision)
    return topic.url()


def _topic_of(partie: Partie, decision: Decision) -> Topic:
    """Return the topic of a decision of this partie; `quarrel` is the key of its disputed case, if any."""
    if decision.partie_id != partie.id:
        abort(404)
    return topic_or_404(partie, decision.quarrel, decision.article)
