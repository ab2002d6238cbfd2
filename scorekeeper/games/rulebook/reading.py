"""Read the data files of a rulebook strictly: an incomplete entry raises an error that names it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Any, TypeVar

LANGUAGES = ("fr", "en")
T = TypeVar("T")
_MOST_LISTED = 20  # known names in the error for an unknown one


class RulebookError(ValueError):
    """Raised for a rulebook file that is incomplete or names something unknown."""

    def __init__(self, entry: str, problem: str) -> None:
        """Name the article, source or other entry, and its problem."""
        super().__init__(f"{entry}: {problem}")


def has_data(package: str, name: str) -> bool:
    """Return whether the package's `rulebook` folder has this file; a game outside the app may leave some out."""
    return (files(package) / "rulebook" / name).is_file()


def read_data(package: str, name: str) -> dict[str, Any]:
    """Parse a file of the package's `rulebook` folder. Raises `RulebookError` when it is missing or no TOML."""
    if not has_data(package, name):
        raise RulebookError(name, f"missing from {package}")
    try:
        return tomllib.loads((files(package) / "rulebook" / name).read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(name, str(error)) from error


def value_name(value: object) -> str:
    """Return the name of an option's value in the data files: a string itself, any other value as JSON."""
    return value if isinstance(value, str) else json.dumps(value)


def with_null(value: Any) -> Any:  # noqa: ANN401 - any value of a data file
    """Replace every `"null"` in a value with None, as TOML has no null."""
    if isinstance(value, Mapping):
        return {key: with_null(item) for key, item in value.items()}
    if isinstance(value, list):
        return [with_null(item) for item in value]
    return None if value == "null" else value


def in_each_language(read: Callable[[str], T]) -> Mapping[str, T]:
    """Return the result of `read` by language."""
    return MappingProxyType({language: read(language) for language in LANGUAGES})


def field(where: str, table: object, name: str) -> object:
    """Return the value of a field, None when it is missing."""
    if not isinstance(table, Mapping):
        raise RulebookError(where, f"a table with {name!r} is missing")
    return table.get(name)


def table_of(where: str, table: object, name: str) -> Mapping[str, Any]:
    """Return a required field that is a table."""
    found = field(where, table, name)
    if not isinstance(found, Mapping):
        raise RulebookError(where, f"a table {name!r} is missing")
    return found


def required_text(where: str, table: object, name: str) -> str:
    """Return a required field that is a non-empty text."""
    found = field(where, table, name)
    if not isinstance(found, str) or not found.strip():
        raise RulebookError(where, f"{name!r} is missing or empty")
    return found


def required_names(where: str, table: object, name: str) -> tuple[str, ...]:
    """Return a required field that is a list of texts, which may be empty."""
    found = field(where, table, name)
    if not isinstance(found, list) or not all(isinstance(item, str) for item in found):
        raise RulebookError(where, f"{name!r} must be a list of names")
    return tuple(found)


def required_sentences(where: str, table: object, name: str, fewest: int = 1) -> tuple[str, ...]:
    """Return a required field that is a list of at least `fewest` different, non-empty texts."""
    found = required_names(where, table, name)
    if not all(text.strip() for text in found) or len(set(found)) < len(found):
        raise RulebookError(where, f"{name!r} has an empty text, or one twice")
    if len(found) < fewest:
        raise RulebookError(where, f"{name!r} has {len(found)} texts, {fewest} are needed")
    return found


def lookup(where: str, kind: str, name: str, among: Mapping[str, T]) -> T:
    """Return the value of a name in `among`. Raises `RulebookError` when the name is unknown."""
    if name not in among:
        known = f", not one of {', '.join(among)}" if len(among) <= _MOST_LISTED else ""
        raise RulebookError(where, f"unknown {kind} {name!r}{known}")
    return among[name]


def refuse_unknown_keys(where: str, table: Mapping[str, object], expected: set[str]) -> None:
    """Raise `RulebookError` if a table has an unexpected key."""
    other = set(table) - expected
    if other:
        raise RulebookError(where, f"unknown key {min(other)!r}")
