"""The options under which a question is answered: those of the table, and those that the question names.

Options are house rules. Example: a table counts the queen of spades 13; of “the queen at 12, and 3 hearts” the answer
is computed with 12.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.games.contract import AnyGame
from scorekeeper.games.search.frames import NumberOccurrence
from scorekeeper.games.search.named_options import named_options
from scorekeeper.games.shape import ImpossibleError, Json
from scorekeeper.record.answers.rulings import options_in_force


@dataclass(frozen=True, slots=True)
class RulesAsked:
    """The options of a table with those that a question names instead."""

    # As JSON by name; those that are missing have their default value.
    options: Json

    # The named options that the table plays otherwise, as JSON by name.
    named: Mapping[str, Any] = field(default_factory=dict)

    # The numbers of the question that name an option, such as this 12, whether the table plays it or not.
    occurrences: frozenset[NumberOccurrence] = frozenset()

    # The question without the words that only introduce an option.
    question: str = ""


def rules_asked(question: str, game: AnyGame, options: Json) -> RulesAsked:
    """Return the options for a question; named ones that exclude each other, or one of the table, do not count.

    Raises `ImpossibleError` for impossible options of the table.
    """
    # The value of every option of this table.
    in_force = options_in_force(game, options)
    found = named_options(question, game, in_force)
    named = {name: value for name, value in found.values.items() if value != in_force[name]}
    if not named:
        return RulesAsked(options, occurrences=found.occurrences, question=found.question)
    try:
        # Some options have their value only because the replaced ones force it, and go with them: they are left out of
        # `own`, as are those with their default value.
        usual = options_in_force(game, {name: in_force[name] for name in named})
        own = {name: value for name, value in in_force.items() if value != usual[name]}
        both = {**own, **named}
        # Its result is not needed: options that exclude each other raise `ImpossibleError`.
        options_in_force(game, both)
    except ImpossibleError:
        return RulesAsked(options, question=question)
    return RulesAsked(both, named, found.occurrences, found.question)
