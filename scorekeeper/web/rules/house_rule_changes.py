"""Changes of a house rule during a partie: the consequences, shown before the change.

A change scores every manche (deal) of the partie again; its consequences are what then differs in the sheet.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.games.contract import plain_value
from scorekeeper.games.rulebook import value_name
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.partie.decide.partie import score_under_rules
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.flow.consequences import Consequences, consequences_of
from scorekeeper.web.flow.posting import Refusal, error_sentences
from scorekeeper.web.games.rules_in_force import HouseRule, RulesInForce, value_or_404
from scorekeeper.web.text.house_rules import house_rules


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A change of a house rule to one new value."""

    # The name of the house rule in the code, and the one that pages show.
    option: str
    label: str

    # The new value as in an address, such as `true` or `13`, and as text for the page.
    value: str
    value_text: str

    # None if the manches cannot be scored with this value.
    consequences: Consequences | None = None

    # Why the manches cannot be scored so, or why the form that makes the change was refused.
    refusal: Refusal | None = None


def rule_change(in_force: RulesInForce, name: str, argument: str, refusal: Refusal | None = None) -> RuleChange | None:
    """Return the change of the house rule `name` to the value in an address; abort with 404 for an impossible value.

    Return None outside a partie, and if the rule already has this value and its form was not refused.
    """
    value = value_or_404(in_force.game, name, argument)
    if in_force.partie is None or (value == in_force.options[name] and refusal is None):
        return None
    text = house_rules(in_force.game).options[name]
    change = RuleChange(
        option=name, label=text.label, value=value_name(value), value_text=text.value(value), refusal=refusal
    )
    now = score_partie(in_force.partie)
    # The partie as it would be under the new rules.
    try:
        then = score_under_rules(now, {**in_force.partie.options, name: value})
    except (RefusedError, ImpossibleError) as error:
        # The page shows in place of the consequences that a manche of this partie cannot be scored so.
        # `error_sentences` returns a function that makes the sentence of an error.
        return replace(change, refusal=refusal or Refusal(error, error_sentences(in_force.partie)))
    return replace(change, consequences=consequences_of(now, then))


def other_values(in_force: RulesInForce, rule: HouseRule) -> list[tuple[str, str]]:
    """Return the usual values of a house rule except the current one, each as text and as in an address."""
    option = next(option for option in in_force.game.options if option.name == rule.name)
    # The label of the option and the text of each value.
    texts = house_rules(in_force.game).options[rule.name]
    # As JSON, as `in_force.options` has them.
    values = [plain_value(value) for value in option.values]
    return [(texts.value(value), value_name(value)) for value in values if value != in_force.options[rule.name]]
