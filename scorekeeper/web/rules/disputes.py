"""The rules search and dispute pages of a partie: pages of the public rulebook, under the rules of this partie.

A partie is a game that is being played, with its house rules. A *topic* is an article of the rules, or a disputed case,
about which a table may change a house rule or log a decision. Each view returns the HTML that `rulebook` renders.
"""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.wrappers import Response

from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.web.flow.access import partie_or_404
from scorekeeper.web.flow.notices import notices_for
from scorekeeper.web.flow.posting import Refusal
from scorekeeper.web.games.rules_in_force import rules_of
from scorekeeper.web.rules import rulebook
from scorekeeper.web.rules.answers import disputed_cases_about, house_rules_of
from scorekeeper.web.rules.decisions.form import DecisionForm
from scorekeeper.web.rules.decisions.log import decisions_on
from scorekeeper.web.rules.house_rule_changes import RuleChange, other_values, rule_change
from scorekeeper.web.rules.tools.toolbox import render_tool
from scorekeeper.web.rules.topics import Topic, topic_or_404

bp = Blueprint("partie_rules", __name__, url_prefix="/parties/<id:partie_id>/desk")


@bp.get("", endpoint="ask")
def show_search(partie_id: int) -> str:
    """Show the rules search: a field for a question, the moments of a manche, and the answer."""
    # A 404 for a partie that the reader may not see; `rules_of` has its game, options and players.
    return rulebook.render_search(rules_of(partie_or_404(partie_id)))


@bp.get("/moments/<moment>")
def moment(partie_id: int, moment: str) -> str:
    """List the questions of a moment by topic."""
    return rulebook.render_moment(rules_of(partie_or_404(partie_id)), moment)


@bp.get("/quarrels/<key>")
def dispute(partie_id: int, key: str) -> str:
    """Show the ruling on a disputed case, earlier decisions about it, and the other values of its house rule."""
    # The disputed case with this key, or a 404.
    topic = topic_or_404(partie_or_404(partie_id), key)
    return render_topic(topic, change=_requested_change(topic))


@bp.get("/articles/<number>")
def article(partie_id: int, number: str) -> str:
    """Show an article as this table plays it, earlier decisions about it, and other values of its house rules."""
    topic = topic_or_404(partie_or_404(partie_id), number=number)
    return render_topic(topic, change=_requested_change(topic))


@bp.get("/table")
def table(partie_id: int) -> str:
    """Show the rules of this table on one page."""
    return rulebook.render_table(rules_of(partie_or_404(partie_id)))


def render_topic(
    topic: Topic,
    *,
    change: RuleChange | None = None,
    refusal: Refusal | None = None,
    form: DecisionForm | None = None,
) -> str:
    """Render the page of a disputed case or an article.

    `change` is a change of a house rule to confirm, `refusal` and `form` are those of a refused form.
    """
    # Where a house rule decides, the table changes this rule: the page has no form for a decision.
    if topic.options:
        form = None
    elif form is None:
        form = DecisionForm(formdata=None)
    values = {
        "topic": topic,
        "change": change,
        "refusal": refusal,
        "form": form,
        "decisions": decisions_on(topic.in_force, topic.article, topic.dispute),
        # What was just done on this page, with a button that undoes it.
        "notices": notices_for(topic.notice_page),
        # The numbers of the manches (deals), from 1: a decision names the one in which it was made.
        "numbers": {manche.id: number for number, manche in enumerate(score_partie(topic.partie).manches, start=1)},
    }
    if topic.dispute is not None:
        return rulebook.render_ruling(topic.in_force, topic.dispute.key, **values)
    house_rules = house_rules_of(topic.in_force, topic.article)
    return rulebook.render(
        "at_table",
        topic.in_force,
        article=topic.article,
        house_rules=house_rules,
        other_values=[(rule, other_values(topic.in_force, rule)) for rule in house_rules],
        disputes=disputed_cases_about(topic.in_force, topic.article),
        **values,
    )


def _requested_change(topic: Topic) -> RuleChange | None:
    """Return the change in the address: a house rule of this topic, by default the first, and its new value."""
    value = request.args.get("play")
    # The name is that in the address, else that of the first house rule that decides the topic; "" if none does.
    name = request.args.get("rule", next(iter(topic.options), ""))
    if value is None or name not in topic.options:
        return None
    return rule_change(topic.in_force, name, value)


@bp.get("/tools/<tool>")
def tool(partie_id: int, tool: str) -> Response | str:
    """Show a tool, under the rules of this table."""
    return render_tool(rules_of(partie_or_404(partie_id)), tool)
