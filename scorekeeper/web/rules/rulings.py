"""The ruling on a disputed case: the claim of each side, the right one at a table, the answer for other values.

At most one house rule decides a case. A *setting* is a value of it, and the case settled under this value.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from scorekeeper.games.contract import plain_value
from scorekeeper.games.rulebook import DisputedCase
from scorekeeper.record.answers.rulings import SettledCase, settle_case
from scorekeeper.web.core.language import current_language
from scorekeeper.web.games.rules_in_force import RulesInForce
from scorekeeper.web.text.house_rules import house_rules


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a disputed case."""

    # The answer that the side gives, as text.
    claim: str
    # Whether it is right at this table.
    is_right: bool
    # The values of the house rule with which this side is right, as text.
    settings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """A value of the house rule that decides a disputed case."""

    # The value as text.
    label: str
    # The value as JSON text, as the form of the house rules sends it.
    value: str
    # The case settled with this value: which answer is right.
    settled: SettledCase
    # Whether this table plays this value.
    is_in_force: bool

    @property
    def answer_text(self) -> str:
        """The right answer in the current language, empty if no side is right."""
        answer = self.settled.answer
        if answer is None:
            return ""
        return answer.texts[current_language()]


@dataclass(frozen=True, slots=True)
class CaseRuling:
    """A disputed case under the rules of a table."""

    dispute: DisputedCase

    # Whether the case can arise under these rules.
    arises: bool
    question: str

    # One for each answer of the case.
    sides: tuple[Side, ...]

    # One for each value of the house rule that decides the case; none if no house rule does.
    settings: tuple[Setting, ...]

    # The label of the rule that decides the case, None if no house rule does.
    house_rule: str | None

    @property
    def settings_of_wrong_sides(self) -> list[str]:
        """The values of the house rule with which a side that is wrong at this table would be right."""
        return [label for side in self.sides if not side.is_right for label in side.settings]

    @property
    def right_side(self) -> Side | None:
        """The side that is right, None if the case cannot arise at this table, or has a result that no side claims."""
        return next((side for side in self.sides if side.is_right), None)


def rule_on(in_force: RulesInForce, dispute: DisputedCase) -> CaseRuling:
    """Return the ruling on a disputed case, found by scoring or judging it."""
    language = current_language()
    settled = settle_case(in_force.game, dispute, in_force.options)
    settings = tuple(_settings(in_force, dispute))
    sides = tuple(
        Side(
            # A text may have options in braces, such as "{limit} points".
            claim=answer.texts[language].format_map(in_force.options),
            is_right=answer == settled.answer,
            settings=tuple(setting.label for setting in settings if setting.settled.answer == answer),
        )
        for answer in dispute.answers
    )
    # The name of the house rule that decides the case, if one does.
    label = None
    if dispute.option is not None:
        label = house_rules(in_force.game).options[dispute.option].label
    # The arguments are in the order of the fields above.
    return CaseRuling(dispute, settled.arises, dispute.texts[language].question, sides, settings, label)


def _settings(in_force: RulesInForce, dispute: DisputedCase) -> list[Setting]:
    """Return the case settled with each value of the house rule that decides it; empty if no house rule does."""
    option = next((option for option in in_force.game.options if option.name == dispute.option), None)
    if option is None:
        return []
    texts = house_rules(in_force.game).options[option.name]
    # As JSON, as `in_force.options` has them.
    values = [plain_value(value) for value in option.values]
    value_in_force = in_force.options[option.name]
    # A table may play a number that is not among the usual ones.
    if value_in_force not in values:
        values.append(value_in_force)
    return [
        Setting(
            label=texts.value(value),
            value=json.dumps(value),
            # `in_force.options` may have values that the present value of this option forces. `chosen` lacks them, so
            # that the new value may force others.
            settled=settle_case(in_force.game, dispute, {**in_force.chosen, option.name: value}),
            is_in_force=value == value_in_force,
        )
        for value in values
    ]
