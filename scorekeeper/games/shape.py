"""What comes from outside, as JSON: read into shape, or refused with a key and figures and no words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeAlias, TypeGuard, TypeVar

ChoiceT = TypeVar("ChoiceT")
Json: TypeAlias = Mapping[str, Any]

_QUOTED = 40
_LONG_BITS = 64


class ImpossibleError(ValueError):
    """Nonsense from the scribe: `key` says what is wrong, `figures` by how much, `article` by which rule."""

    def __init__(self, key: str, *, article: str | None = None, field: str | None = None, **figures: object) -> None:
        """Name the fault; `field` is the fact or option it stands in, as the public formats call it."""
        self.key, self.article, self.field, self.figures = key, article, field, figures
        details = "".join(f", {name} {value}" for name, value in figures.items() if value is not None)
        super().__init__(f"{key}{f' in {field}' if field else ''}{details}{f' ({article})' if article else ''}")


class ImpossibleOptionsError(ImpossibleError):
    """House rules that cannot stand together, or that no such table can play."""


class ImpossibleFactsError(ImpossibleError):
    """Facts that do not add up."""


class UndecidedError(ImpossibleFactsError):
    """Facts that add up, but whose reading the table has to choose (DP-22 `choice`)."""


def read_object(
    value: object, known: Collection[str], field_name: str | None = None, article: str | None = None
) -> Json:
    """An object that has no keys but these. Raises `ImpossibleFactsError`."""
    if not isinstance(value, Mapping):
        raise ImpossibleFactsError("not_an_object", field=field_name, article=article)
    refuse_unknown(value, known)
    return value


def refuse_unknown(value: Mapping[Any, Any], known: Collection[str]) -> None:
    """Refuse an object with a key that nothing is known by. Raises `ImpossibleFactsError`."""
    unknown = [name for name in value if name not in known]
    if unknown:
        raise ImpossibleFactsError("unknown_fact", field=quotable(min(map(str, unknown))))


def is_list(value: object) -> TypeGuard[Sequence[Any]]:
    """Whether a value is a list; a text is none."""
    return isinstance(value, Sequence) and not isinstance(value, str)


def read_choice(
    value: object, choices: Mapping[str, ChoiceT], key: str, field_name: str, article: str | None = None
) -> ChoiceT:
    """What a word stands for among these. Raises `ImpossibleFactsError` of this key for anything else."""
    if not isinstance(value, str) or value not in choices:
        raise ImpossibleFactsError(key, field=field_name, article=article, value=quotable(value))
    return choices[value]


def read_list(value: object, field_name: str, article: str | None = None) -> Sequence[Any]:
    """A list, whatever it holds. Raises `ImpossibleFactsError`."""
    if not is_list(value):
        raise ImpossibleFactsError("not_a_list", field=field_name, article=article)
    return value


def read_whole(value: object, lowest: int, highest: int, field_name: str, article: str | None = None) -> int:
    """A whole number between two bounds, and no boolean. Raises `ImpossibleFactsError`."""
    if type(value) is not int:
        raise ImpossibleFactsError("not_whole", field=field_name, article=article, value=quotable(value))
    if value < lowest:
        raise ImpossibleFactsError("too_low", field=field_name, article=article, value=quotable(value), lowest=lowest)
    if value > highest:
        raise ImpossibleFactsError(
            "too_high", field=field_name, article=article, value=quotable(value), highest=highest
        )
    return value


def read_wholes(value: object, count: int, lowest: int, highest: int, field_name: str) -> tuple[int, ...]:
    """Exactly `count` whole numbers between two bounds. Raises `ImpossibleFactsError`."""
    if not is_list(value):
        raise ImpossibleFactsError("not_a_list", field=field_name)
    if len(value) != count:
        raise ImpossibleFactsError("wrong_length", field=field_name, expected=count, found=len(value))
    return tuple(read_whole(item, lowest, highest, field_name) for item in value)


def quotable(value: object) -> str:
    """Nonsense in a form that a sentence can quote: short, and never the inside of a nested thing."""
    if isinstance(value, int) and value.bit_length() >= _LONG_BITS:
        return "…"
    if value is None or isinstance(value, (str, int, float, bool)):
        return str(value)[:_QUOTED]
    return type(value).__name__
