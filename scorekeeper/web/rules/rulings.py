"""A quarrel settled for the page: both sides, the one that is right here, and what other tables would say."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.games.contract import plain_value
from scorekeeper.games.rulebook import Article, CaseAnswer, DisputedCase, value_name
from scorekeeper.record.formats.rulings import right_answer
from scorekeeper.web.core.language import current
from scorekeeper.web.games.rules_in_force import Desk
from scorekeeper.web.text.house_rules import house_rules

_NAMES = ("Anne", "Luc", "Zoé", "Max", "Inès")


@dataclass(frozen=True, slots=True)
class Side:
    """Somebody in a quarrel, what they say, whether they are right at this table, and at tables of which settings."""

    name: str
    says: str
    right: bool
    settings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """The house rule set one way: its value in words and as an address writes it, what is right then, if it is so here.

    `right` is None where no side is: the case cannot arise so, or a number of the table's own gives another answer.
    """

    label: str
    value: str
    right: CaseAnswer | None
    chosen: bool

    @property
    def says(self) -> str:
        """What is right so, in words, or nothing."""
        return "" if self.right is None else self.right.texts[current()]


@dataclass(frozen=True, slots=True)
class QuarrelRuling:
    """A quarrel under a table's rules; `settings` are those of the house rule that decides it, if one does."""

    quarrel: DisputedCase
    question: str
    sides: tuple[Side, ...]
    settings: tuple[Setting, ...]
    article: Article
    house_rule: str | None

    @property
    def winner(self) -> Side | None:
        """Whoever is right; None where nobody is: the case cannot arise here, or comes to a figure that nobody says."""
        return next((side for side in self.sides if side.right), None)


def rule_on(desk: Desk, quarrel: DisputedCase, article: Article) -> QuarrelRuling:
    """The quarrel, settled by the code that scores and judges."""
    language = current()
    right = right_answer(desk.game, quarrel, desk.options)
    settings = tuple(_settings(desk, quarrel))
    sides = tuple(
        Side(name, said.texts[language], said is right, tuple(one.label for one in settings if one.right is said))
        for name, said in zip(_NAMES, quarrel.answers, strict=False)
    )
    label = None if quarrel.option is None else house_rules(desk.game).options[quarrel.option].label
    return QuarrelRuling(quarrel, quarrel.questions[language], sides, settings, article, label)


def _settings(desk: Desk, quarrel: DisputedCase) -> list[Setting]:
    option = next((one for one in desk.game.options if one.name == quarrel.option), None)
    if option is None:
        return []
    texts = house_rules(desk.game).options[option.name]
    values = [plain_value(value) for value in option.values]
    here = desk.options[option.name]
    if here not in values:
        values.append(here)
    return [
        Setting(
            texts.value(value),
            value_name(value),
            right_answer(desk.game, quarrel, {**desk.options, option.name: value}),
            value == here,
        )
        for value in values
    ]
