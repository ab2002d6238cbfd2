"""The options under which a question is answered: those of the table, and those that the question names.

Options are house rules. Example: a table counts the queen of spades 13. If a question says “the queen at 12, and 3
hearts”, its answer is computed with 12.
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

    # The values as JSON by name: {"queen_points": 12}. Options that are missing have their default value.
    options: Json

    # The named options that the table plays otherwise, as JSON by name.
    named: Mapping[str, Any] = field(default_factory=dict)

    # The numbers of the question that name an option, such as the 12 of “the queen at 12”, even if the table plays with
    # this value anyway.
    occurrences: frozenset[NumberOccurrence] = frozenset()

    # The question without words that only introduce an option, such as “we play”.
    question: str = ""


def rules_asked(question: str, game: AnyGame, options: Json) -> RulesAsked:
    """Return the options for a question: those of the table, with the ones that the question names in their place.

    If the named options exclude each other, or one excludes another option of the table, none of them counts.

    Raises `ImpossibleError` for impossible options of the table.
    """
    # The value of every option of this table.
    in_force = options_in_force(game, options)
    found = named_options(question, game, in_force)
    named = {name: value for name, value in found.values.items() if value != in_force[name]}
    if not named:
        return RulesAsked(options, occurrences=found.occurrences, question=found.question)
    try:
        # The value of one option may force that of another. `usual` are the options of a table that has chosen only the
        # named options, with the values of this table: the values that these force, and the defaults of the others.
        # `own` are the options with another value: the table has chosen them independently, and they stay.
        usual = options_in_force(game, {name: in_force[name] for name in named})
        own = {name: value for name, value in in_force.items() if value != usual[name]}
        both = {**own, **named}
        # Its result is not needed: options that exclude each other raise `ImpossibleError`.
        options_in_force(game, both)
    except ImpossibleError:
        return RulesAsked(options, question=question)
    return RulesAsked(both, named, found.occurrences, found.question)
