"""The ruling on a disputed case: its sides, the one that is right here, and the answer under other house rules."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.games.contract import plain_value
from scorekeeper.games.rulebook import Article, CaseAnswer, DisputedCase, value_name
from scorekeeper.record.answers.answer import fill_in
from scorekeeper.record.answers.rulings import right_answer
from scorekeeper.web.core.language import current_language
from scorekeeper.web.games.rules_in_force import RulesInForce
from scorekeeper.web.text.house_rules import house_rules


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a disputed case: its claim, whether it is right at this table, and the settings that make it right."""

    says: str
    right: bool
    settings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of the house rule that decides: its text, its value in an address, the right answer, if it is in force.

    `right` is None where no side is: the case cannot arise so, or an unusual number gives another answer.
    """

    label: str
    value: str
    right: CaseAnswer | None
    chosen: bool

    @property
    def says(self) -> str:
        """The right answer in the current language, or an empty text."""
        return "" if self.right is None else self.right.texts[current_language()]


@dataclass(frozen=True, slots=True)
class CaseRuling:
    """A disputed case under a table's rules; `settings` are those of the house rule that decides it, if one does."""

    quarrel: DisputedCase
    question: str
    sides: tuple[Side, ...]
    settings: tuple[Setting, ...]
    article: Article
    house_rule: str | None

    @property
    def otherwise(self) -> list[str]:
        """The settings of the house rule under which another side is right than at this table."""
        return [label for side in self.sides if not side.right for label in side.settings]

    @property
    def winner(self) -> Side | None:
        """The side that is right, None where none is: the case cannot arise here, or no side gives the right figure."""
        return next((side for side in self.sides if side.right), None)


def rule_on(in_force: RulesInForce, quarrel: DisputedCase, article: Article) -> CaseRuling:
    """Settle a disputed case with the engine that scores and judges."""
    language = current_language()
    right = right_answer(in_force.game, quarrel, in_force.options)
    settings = tuple(_settings(in_force, quarrel))
    sides = tuple(
        Side(
            fill_in(claim.texts[language], in_force.options),
            claim is right,
            tuple(one.label for one in settings if one.right is claim),
        )
        for claim in quarrel.answers
    )
    label = None if quarrel.option is None else house_rules(in_force.game).options[quarrel.option].label
    return CaseRuling(quarrel, quarrel.questions[language], sides, settings, article, label)


def _settings(in_force: RulesInForce, quarrel: DisputedCase) -> list[Setting]:
    option = next((one for one in in_force.game.options if one.name == quarrel.option), None)
    if option is None:
        return []
    texts = house_rules(in_force.game).options[option.name]
    values = [plain_value(value) for value in option.values]
    here = in_force.options[option.name]
    if here not in values:
        values.append(here)
    return [
        Setting(
            texts.value(value),
            value_name(value),
            right_answer(in_force.game, quarrel, {**in_force.options, option.name: value}),
            value == here,
        )
        for value in values
    ]
