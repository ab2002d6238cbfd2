"""Changes of a house rule during a partie: the consequences of one before it is made, and a notice afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import flash, get_flashed_messages

from scorekeeper.games.contract import plain_value
from scorekeeper.games.rulebook import value_name
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.models import Partie
from scorekeeper.record.partie.rule_changes import score_under
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.flow.consequences import Consequences, consequences_of
from scorekeeper.web.flow.notices import Notice
from scorekeeper.web.flow.posting import Refusal, error_sentences
from scorekeeper.web.games.rules_in_force import HouseRule, RulesInForce, value_or_404
from scorekeeper.web.rules.topics import Topic
from scorekeeper.web.text.house_rules import house_rules

_RULE = "house rule"


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A house rule with another value: its name, label and value, and the consequences for the partie.

    `consequences` is None when the manches cannot be scored so: then `refusal` says why. When the form that makes the
    change was refused, both are set.
    """

    option: str
    label: str
    value: str
    value_text: str
    consequences: Consequences | None = None
    refusal: Refusal | None = None


def change_to(in_force: RulesInForce, name: str, text: str, refusal: Refusal | None = None) -> RuleChange | None:
    """Return the change of a house rule to the value that an address writes as `text`.

    None outside a partie, and when the rule has this value already. Answers 404 for a value that the rule cannot have.
    """
    value = value_or_404(in_force.game, name, text)
    if in_force.partie is None or (value == in_force.options[name] and refusal is None):
        return None
    words = house_rules(in_force.game).options[name]
    named = name, words.label, value_name(value), words.value(value)
    now = score_partie(in_force.partie)
    try:
        then = score_under(now, {**in_force.partie.options, name: value})
    except (RefusedError, ImpossibleError) as error:
        return RuleChange(*named, refusal=refusal or Refusal(error, error_sentences(in_force.partie)))
    return RuleChange(*named, consequences_of(now, then), refusal)


def other_values(in_force: RulesInForce, rule: HouseRule) -> list[tuple[str, str]]:
    """Return the usual values of a house rule that this table does not play, each as its text and as in an address."""
    option = next(one for one in in_force.game.options if one.name == rule.name)
    texts = house_rules(in_force.game).options[rule.name]
    values = [plain_value(value) for value in option.values]
    return [(texts.value(value), value_name(value)) for value in values if value != in_force.options[rule.name]]


def flash_changed(partie: Partie, name: str, before: Any) -> None:  # noqa: ANN401 - an option's value
    """Flash that a house rule of this partie was changed, with the value before."""
    flash(f"{partie.id} {name} {value_name(before)}", _RULE)


def changed_notices(topic: Topic) -> list[Notice]:
    """Return a notice with an undo button for each house rule of this topic changed since the last page."""
    flashed = [str(message).split(" ", 2) for message in get_flashed_messages(category_filter=[_RULE])]
    rules = {rule.name: rule for rule in topic.in_force.house_rules() if rule.name in topic.options}
    return [
        Notice(
            _("Désormais : %(rule)s · %(value)s", rule=rules[name].label, value=rules[name].value),
            _("Annuler"),
            topic.form_url("play", option=name, value=before),
        )
        for number, name, before in flashed
        if number == str(topic.partie.id) and name in rules
    ]
