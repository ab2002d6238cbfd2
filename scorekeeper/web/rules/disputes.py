"""The rules search and dispute pages of a partie: pages of the public rulebook, under the rules of this partie.

A partie is a game that is being played, with its house rules. A *topic* is an article of the rules, or a disputed case:
the table may choose another value of the house rule that decides it, or log a decision where no house rule does. Each
page is rendered by `rulebook`.
"""

from __future__ import annotations

import json

from flask import Blueprint, abort, g, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.contract import plain_value
from scorekeeper.record.carnet import decisions
from scorekeeper.record.models import Partie
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.flow.access import partie_or_404
from scorekeeper.web.flow.notices import Notice, flash_notice, notices_for
from scorekeeper.web.flow.posting import Refusal, carries_out_form
from scorekeeper.web.games.rules_in_force import HouseRule, RulesInForce, rules_of
from scorekeeper.web.rules import rulebook
from scorekeeper.web.rules.answers import disputed_cases_about, house_rules_of
from scorekeeper.web.rules.decisions.form import DecisionForm
from scorekeeper.web.rules.decisions.log import decisions_on
from scorekeeper.web.rules.tools.toolbox import render_tool
from scorekeeper.web.rules.topics import Topic, topic_or_404
from scorekeeper.web.text.house_rules import house_rules

bp = Blueprint("partie_rules", __name__, url_prefix="/parties/<id:partie_id>/desk")
_PAGE = "rules"  # of the notices


@bp.get("", endpoint="ask")
def show_search(partie_id: int) -> str:
    """Show the rules search: a field for a question, the moments of a manche, and the answer."""
    # A 404 for a partie that the reader may not see; `rules_of` has its game, options and players.
    return rulebook.render_search(rules_of(partie_or_404(partie_id)))


@bp.get("/moments/<moment>")
def moment(partie_id: int, moment: str) -> str:
    """List the questions of a moment by topic."""
    return rulebook.render_moment(rules_of(partie_or_404(partie_id)), moment)


# The next views have two addresses each: of a disputed case, with its `key`, and of an article, with its `number`.


@bp.get("/quarrels/<key>", endpoint="dispute")
@bp.get("/articles/<number>", endpoint="article")
def show_topic(partie_id: int, **key_or_number: str) -> str:
    """Show a disputed case or an article, earlier decisions about it, and other values of its house rules."""
    return render_topic(topic_or_404(partie_or_404(partie_id), **key_or_number))


def _refusal_page(refusal: Refusal, partie: Partie, **key_or_number: str) -> str:
    return render_topic(topic_or_404(partie, **key_or_number), refusal)


@bp.post("/quarrels/<key>/decide", endpoint="decide")
@bp.post("/articles/<number>/decide", endpoint="decide")
# `carries_out_form` runs the function once for a form, with the partie of the address, and redirects to the address
# that the function returns. If the form is refused, `_refusal_page` renders the page.
@carries_out_form(_refusal_page, partie=partie_or_404)
def log_decision(partie: Partie, **key_or_number: str) -> str:
    """Log a decision of the table where no house rule decides."""
    topic = topic_or_404(partie, **key_or_number)
    # Where a house rule decides, the page has no form for a decision.
    if topic.is_decided_by_rule:
        abort(404)
    # The claim that the table chose, or its own words.
    text = DecisionForm().decision_text(topic.claims)
    decision = decisions.log_decision(partie, topic.article.number, key_or_number.get("key"), text, g.access)
    # A sentence, and a button: its label, and the address that its form is sent to.
    address = url_for("decisions.remove", decision_id=decision.id)
    flash_notice(_PAGE, Notice(_("C’est noté : votre table joue ainsi."), _("Annuler"), address))
    return topic.url()


@bp.get("/table")
def table(partie_id: int) -> str:
    """Show the rules of this table on one page."""
    return rulebook.render_table(rules_of(partie_or_404(partie_id)))


def render_topic(topic: Topic, refusal: Refusal | None = None) -> str:
    """Render the page of a disputed case or an article; `refusal` is that of the form of a decision."""
    form = None
    # Where a house rule decides, the table changes this rule: the page has no form for a decision.
    if not topic.is_decided_by_rule:
        form = DecisionForm()
    values = {
        "topic": topic,
        "refusal": refusal,
        "form": form,
        "decisions": decisions_on(topic.in_force, topic.article, topic.dispute),
        # What was just done on this page, with a button that undoes it.
        "notices": notices_for(_PAGE),
    }
    if topic.dispute is not None:
        return rulebook.render_ruling(topic.in_force, topic.dispute.key, **values)
    house_rules_of_article = house_rules_of(topic.in_force, topic.article)
    return rulebook.render(
        "at_table",
        topic.in_force,
        article=topic.article,
        house_rules=house_rules_of_article,
        other_values=[(rule, _other_values(topic.in_force, rule)) for rule in house_rules_of_article],
        disputes=disputed_cases_about(topic.in_force, topic.article),
        **values,
    )


def _other_values(in_force: RulesInForce, rule: HouseRule) -> list[tuple[str, str]]:
    """Return the usual values of a house rule except the current one, each as text and as JSON text."""
    option = next(option for option in in_force.game.options if option.name == rule.name)
    # The label of the option and the text of each value.
    texts = house_rules(in_force.game).options[rule.name]
    # As JSON, as `in_force.options` has them.
    values = [plain_value(value) for value in option.values]
    return [(texts.value(value), json.dumps(value)) for value in values if value != in_force.options[rule.name]]


@bp.get("/tools/<tool>")
def tool(partie_id: int, tool: str) -> Response | str:
    """Show a tool, under the rules of this table."""
    return render_tool(rules_of(partie_or_404(partie_id)), tool)
