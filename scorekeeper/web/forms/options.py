"""The house rules in a form: one field for each option of a game, to start a partie or change its rules.

An *option* is a house rule of a game; its default is the first of its `values`. `game.options` are the options
themselves, with all their values. Elsewhere, `options` are the chosen values of a table, as JSON by name:
`{"limit": 50}`; an option that is absent has its default. A *partie* is a game to its end.
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

    # Each choice as (value as JSON text, label, whether it is chosen): `("50", "50 points", True)`.
    choices: tuple[tuple[str, str, bool], ...]

    # Whether a number may be typed that is not among the choices.
    accepts_numbers: bool

    # The chosen value as text, for the field of a number; empty for None.
    value: str

    # Whether the page folds the option away: it is one that few tables change, and this table has not changed it.
    folded: bool


def option_fields(
    game: AnyGame, values: Mapping[str, Any], seats: int, *, in_progress: bool = False
) -> list[OptionField]:
    """Return the fields of the options of the game, filled with `values` by name (as JSON, or text as typed).

    A value that is impossible with this number of seats is not offered. An option that can have no effect is left out:
    for a partie `in_progress` under these values, else under any values that this table can choose.
    """
    # By option, its texts in the language of the reader; and the pairs (option, value) that this table cannot choose.
    texts, impossible = house_rules(game).options, _impossible_values(game.slug, seats)
    fields = []
    for option in game.options:
        has_effect = option.has_effect(values)
        # Before the start, the table may still change another option and so give an effect to this one.
        if not in_progress:
            has_effect = _may_have_effect(option, impossible)
        if has_effect:
            fields.append(_field(option, texts[option.name], values.get(option.name, option.values[0]), impossible))
    return fields


def _may_have_effect(option: Option, impossible: AbstractSet[tuple[str, str]]) -> bool:
    """Return whether the option has an effect under some values of the other options that this table can choose."""
    # `only_with` has the other options on which this one depends, each with the values with which it has an effect: the
    # number of cards to pass needs any value of `pass` but `none`. Each of these options needs one such value that is
    # not impossible.
    return all(
        any((name, json.dumps(value)) not in impossible for value in values) for name, values in option.only_with
    )


# Cached, because it tries every pair of values, and every form of house rules needs it.
@lru_cache(1000)
def _impossible_values(slug: str, seats: int) -> frozenset[tuple[str, str]]:
    """Return the values that a table of `seats` players cannot choose, as (name of the option, value as JSON text).

    A value is impossible if the game refuses it alone and together with each single value of another option. Example:
    `("teams", "true")` at a table of three.
    """
    game = GAMES[slug]
    # Every value of every option, as (name, value in JSON); then each as house rules in which only this option is
    # chosen.
    values = [(option.name, plain_value(value)) for option in game.options for value in option.values]
    single_options = [{name: value} for name, value in values]
    return frozenset(
        (name, json.dumps(value))
        for name, value in values
        # `{**other, name: value}` are two options; if `other` is of the same option, `value` replaces its value.
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
    """Return the options sent by the form, as JSON by name: the field `option-limit` gives `{"limit": 50}`.

    Raises `ImpossibleOptionsError` for a value that has not the type of an option.
    """
    return {
        option.name: _parse_value(option, form[f"option-{option.name}"])
        for option in game.options
        if f"option-{option.name}" in form
    }


def typed_options(game: AnyGame, form: Mapping[str, str]) -> dict[str, Any]:
    """Return the options sent by the form, as JSON by name, to show the form again; an invalid value stays as typed."""
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
        # `read_options` adds the defaults, and refuses options that conflict.
        return game.write_options(game.read_options(json, seats))
    except ImpossibleOptionsError:
        return dict(json)


def _field(option: Option, text: OptionText, value: object, impossible: AbstractSet[tuple[str, str]]) -> OptionField:
    """Return the field of an option with this chosen value; the values in `impossible` are not offered."""
    # Only an option that accepts numbers has a lowest number.
    accepts_numbers = option.lowest is not None
    choices = []
    # `special` are further values, which only some tables accept.
    for offered in map(plain_value, (*option.values, *option.special)):
        # Where a number may be typed, an empty field means None: it needs no choice of its own.
        if accepts_numbers and offered is None:
            continue
        sent, is_chosen = json.dumps(offered), _is_same_value(offered, value)
        # The chosen value is offered even if it is impossible now, so that the form shows it.
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
    """Return whether two values in JSON are equal and of the same type."""
    # Without the types, 1 would equal True.
    return type(offered) is type(value) and offered == value


def _parse_value(option: Option, text: str) -> object:
    """Return the value of an option from the text of its field: « 1 000 » is 1000, `true` is True, `drawn` a text.

    Raises `ImpossibleOptionsError` for a list, an object or a fraction.
    """
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
    # A JSON string may contain, as an escape, a character that cannot be stored, such as an unpaired surrogate.
    if isinstance(value, str) and not value.isprintable():
        value = plain
    if isinstance(value, (str, int, bool)) or value is None:
        return value
    raise ImpossibleOptionsError("option_value", article=option.article, field=option.name, value=plain[:40])
