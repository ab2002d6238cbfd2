"""The house rules in a form: one field for each option of a game, to start a partie or change its rules.

An *option* is a house rule of a game; its default is the first of its `values`. A *partie* is a game to its end.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame, Option, plain_value
from scorekeeper.games.rulebook import OptionText
from scorekeeper.games.shape import ImpossibleOptionsError, Json
from scorekeeper.web.forms import INTEGER, plain_number
from scorekeeper.web.text.house_rules import house_rules

_MOST_CHARACTERS = 12  # of a number


@dataclass(frozen=True)
class OptionField:
    """The field of an option: a list of choices, or a number to type among them."""

    name: str

    # The number of the article, a rule of the rulebook, that describes the option: `DP-25`.
    article: str
    # The name of the option, as pages show it.
    label: str

    # The sentence that describes the option.
    line: str

    # (value as JSON, label, whether it is chosen)
    choices: tuple[tuple[str, str, bool], ...]

    # Whether a number may be typed that is not among the choices.
    accepts_numbers: bool

    # The chosen value as text, empty for None.
    value: str

    # Few tables change this option, and this one has not: it is not shown at once.
    folded: bool


def option_fields(
    game: AnyGame, values: Mapping[str, Any], seats: int, *, in_progress: bool = False
) -> list[OptionField]:
    """Return the fields of the options of the game, filled with `values` (JSON, or text as typed).

    Values that are impossible with this number of seats are not offered, nor options without an effect at this table;
    for a partie `in_progress`, without an effect under these values.
    """
    # The label and the text of each value, by option; and the values that this table cannot choose.
    texts, impossible = house_rules(game).options, _impossible_values(game.slug, seats)
    fields = []
    for option in game.options:
        has_effect = option.has_effect(values)
        # Before the start, another option may still be changed, so that this one has an effect.
        if not in_progress:
            has_effect = _may_have_effect(option, impossible)
        if has_effect:
            fields.append(_field(option, texts[option.name], values.get(option.name, option.values[0]), impossible))
    return fields


def _may_have_effect(option: Option, impossible: AbstractSet[tuple[str, str]]) -> bool:
    """Return whether each other option that it depends on has a possible value with which it has an effect."""
    # `only_with` has those options, each with the values with which this one has an effect.
    return all(
        any((name, json.dumps(value)) not in impossible for value in values) for name, values in option.only_with
    )


@lru_cache(1000)
def _impossible_values(slug: str, seats: int) -> frozenset[tuple[str, str]]:
    """Return the values, as (option, JSON), that are impossible for `seats` with every value of one other option."""
    game = GAMES[slug]
    # Each value as JSON with the name of its option, and then as the only option chosen.
    values = [(option.name, plain_value(value)) for option in game.options for value in option.values]
    single_options = [{name: value} for name, value in values]
    return frozenset(
        (name, json.dumps(value))
        for name, value in values
        if not any(are_possible(game, {**other, name: value}, seats) for other in single_options)
    )


def are_possible(game: AnyGame, options: Json, seats: int) -> bool:
    """Return whether a table of this size can play these options."""
    try:
        game.read_options(options, seats)
    except ImpossibleOptionsError:
        return False
    return True


def sent_options(game: AnyGame, form: Mapping[str, str]) -> dict[str, Any]:
    """Return the options of the form as JSON values. Raises `ImpossibleOptionsError` for an invalid value."""
    return {
        option.name: _parse_value(option, form[f"option-{option.name}"])
        for option in game.options
        if f"option-{option.name}" in form
    }


def typed_options(game: AnyGame, form: Mapping[str, str]) -> dict[str, Any]:
    """Return the options of the form, invalid values as typed, to be shown again."""
    options: dict[str, Any] = {}
    for option in game.options:
        # A field that the form lacks leaves its option out.
        text = form.get(f"option-{option.name}")
        if text is not None:
            try:
                options[option.name] = _parse_value(option, text)
            except ImpossibleOptionsError:
                options[option.name] = text
    return options


def complete_options(game: AnyGame, json: Json, seats: int) -> dict[str, Any]:
    """Return the options completed with the defaults of this table, or unchanged if the table cannot play them."""
    try:
        # Reading adds the defaults, and refuses options that conflict.
        return game.write_options(game.read_options(json, seats))
    except ImpossibleOptionsError:
        return dict(json)


def _field(option: Option, text: OptionText, value: object, impossible: AbstractSet[tuple[str, str]]) -> OptionField:
    # Only an option of numbers has a lowest one.
    accepts_numbers = option.lowest is not None
    choices = []
    # `special`: values that only some tables accept.
    for offered in map(plain_value, (*option.values, *option.special)):
        # An empty field means None.
        if accepts_numbers and offered is None:
            continue
        sent, is_chosen = json.dumps(offered), _is_same_value(offered, value)
        # What was chosen stays offered, so that the form shows it.
        if is_chosen or (option.name, sent) not in impossible:
            choices.append((sent, text.value(offered), is_chosen))
    text_value = ""
    if value is not None:
        text_value = str(plain_value(value))
    folded = not option.common and _is_same_value(plain_value(option.values[0]), value)
    return OptionField(
        option.name, option.article, text.label, text.line, tuple(choices), accepts_numbers, text_value, folded
    )


def _is_same_value(offered: object, value: object) -> bool:
    # In Python, 1 equals True.
    return type(offered) is type(value) and offered == value


def _parse_value(option: Option, text: str) -> object:
    """Return the value that a field has as text, read as a number or as JSON, else the text itself."""
    plain = text.strip()
    if not plain and None in option.values:
        return None
    number = plain_number(text)
    if option.lowest is not None and len(number) <= _MOST_CHARACTERS and INTEGER.fullmatch(number):
        return int(number)
    try:
        value: object = json.loads(plain[:200])
    except ValueError:
        value = plain
    if isinstance(value, str) and not value.isprintable():  # such as an unpaired surrogate, from a JSON escape
        value = plain
    if isinstance(value, (str, int, bool)) or value is None:
        return value
    raise ImpossibleOptionsError("option_value", article=option.article, field=option.name, value=plain[:40])
