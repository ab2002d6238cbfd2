"""Check JSON input: return typed values, or raise an error with a key and details instead of a sentence.

The argument `field_name` is the key of the value in the public formats, `article` the number of the rule that a wrong
value breaks, such as T-5. *Facts* are what the table saw of a deal, *options* the house rules.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeAlias, TypeGuard, TypeVar

ChoiceT = TypeVar("ChoiceT")
Json: TypeAlias = Mapping[str, Any]

_QUOTE_LENGTH = 40  # characters of a value in an error message
_LONG_BITS = 64  # an integer with this many bits or more is not shown


# Pages turn the key into a sentence. The sentence of a key is in `web/games/<slug>/text.py`, or in `web/text/errors.py`
# if all games share it; `tests/data/sentences/` lists the sentences with their keys.
class ImpossibleError(ValueError):
    """Raised for impossible input: `key` names the error, `details` its values, `article` the rule it breaks.

    Example: the message of `ImpossibleError("too_low", field="points", lowest=0)` is "too_low in points, lowest 0".
    """

    def __init__(self, key: str, *, article: str | None = None, field: str | None = None, **details: object) -> None:
        """Store the error; `field` is the name of its fact or option in the public formats."""
        self.key, self.article, self.field, self.details = key, article, field, details
        # The message for programs, as in the example of the class.
        message = key
        if field:
            message += f" in {field}"
        for name, value in details.items():
            # The lists of accepted values are for programs, and too long for a message.
            if value is not None and not isinstance(value, list):
                message += f", {name} {value}"
        if article:
            message += f" ({article})"
        super().__init__(message)


class ImpossibleOptionsError(ImpossibleError):
    """Raised for house rules that conflict or that this number of players cannot use."""


class ImpossibleFactsError(ImpossibleError):
    """Raised for facts that cannot be, such as tricks that do not add up, or a card played twice."""


class IncompleteFactsError(ImpossibleFactsError):
    """Raised for possible facts of which one is missing, such as the kind of a volte, which the table chooses (DP-22).

    A volte is all scoring cards of a deal of Hearts taken by one player.
    """


def read_object(
    value: object, known: Collection[str], field_name: str | None = None, article: str | None = None
) -> Json:
    """Return the value, a JSON object. Raises `ImpossibleFactsError` for another value or a key that is not `known`."""
    if not isinstance(value, Mapping):
        raise ImpossibleFactsError("not_an_object", field=field_name, article=article)
    unknown = [name for name in value if name not in known]
    if unknown:
        # The first in alphabetical order, so that the same object always gives the same error.
        raise ImpossibleFactsError("unknown_fact", field=quotable(min(map(str, unknown))), keys=[*known])
    return value


def is_list(value: object) -> TypeGuard[Sequence[Any]]:
    """Return whether a value is a list; a string is not."""
    return isinstance(value, Sequence) and not isinstance(value, str)


def read_choice(
    value: object, choices: Mapping[str, ChoiceT], key: str, field_name: str, article: str | None = None
) -> ChoiceT:
    """Return what `choices` has under the name `value`, such as the suit of `"H"`.

    Raises `ImpossibleFactsError` with the key `key` if `value` is no name in `choices`.
    """
    if not isinstance(value, str) or value not in choices:
        raise ImpossibleFactsError(key, field=field_name, article=article, value=quotable(value), values=[*choices])
    return choices[value]


def read_list(value: object, field_name: str, article: str | None = None, *, count: int | None = None) -> Sequence[Any]:
    """Return a list of any values, or of exactly `count`. Raises `ImpossibleFactsError`."""
    if not is_list(value):
        raise ImpossibleFactsError("not_a_list", field=field_name, article=article)
    if count not in {None, len(value)}:
        raise ImpossibleFactsError("wrong_length", field=field_name, article=article, expected=count, found=len(value))
    return value


def read_whole(value: object, lowest: int, highest: int, field_name: str, article: str | None = None) -> int:
    """Return an integer, not a boolean, between two bounds. Raises `ImpossibleFactsError`."""
    # A boolean is an instance of int too.
    if type(value) is not int:
        details = {"lowest": lowest, "highest": highest}
        raise ImpossibleFactsError("not_whole", field=field_name, article=article, value=quotable(value), **details)
    if value < lowest:
        raise ImpossibleFactsError("too_low", field=field_name, article=article, value=quotable(value), lowest=lowest)
    if value > highest:
        raise ImpossibleFactsError(
            "too_high", field=field_name, article=article, value=quotable(value), highest=highest
        )
    return value


def read_wholes(value: object, count: int, lowest: int, highest: int, field_name: str) -> tuple[int, ...]:
    """Return exactly `count` integers between two bounds. Raises `ImpossibleFactsError`."""
    items = read_list(value, field_name, count=count)
    return tuple(read_whole(item, lowest, highest, field_name) for item in items)


def quotable(value: object) -> str:
    """Return an invalid value as a short text for an error message; for a list or object, only its type."""
    # The digits of a very long integer take too much time.
    if isinstance(value, int) and value.bit_length() >= _LONG_BITS:
        return "…"
    if value is None or isinstance(value, (str, int, float, bool)):
        return str(value)[:_QUOTE_LENGTH]
    return type(value).__name__
