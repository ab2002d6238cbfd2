"""Strict readers for the data files of a rulebook: errors name the entry and the problem."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Any, TypeVar

LANGUAGES = ("fr", "en")
T = TypeVar("T")


class RulebookError(ValueError):
    """A rulebook file is incomplete or names something unknown."""

    def __init__(self, entry: str, problem: str) -> None:
        """`entry` is the article, source or other entry with the problem."""
        super().__init__(f"{entry}: {problem}")


def read_data(package: str, name: str) -> dict[str, Any]:
    """Parse a file of the `rulebook` folder of that package. Raises `RulebookError` if it is missing."""
    file = files(package) / "rulebook" / name
    if not file.is_file():
        raise RulebookError(name, f"missing from {package}")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def value_name(value: object) -> str:
    """Return the name of an option's value in the data files and addresses: a text as it is, others as JSON."""
    return value if isinstance(value, str) else json.dumps(value)


def with_null(value: Any) -> Any:  # noqa: ANN401 - any value of a data file
    """Replace every `"null"` by None, since TOML has no null."""
    if isinstance(value, Mapping):
        return {key: with_null(one) for key, one in value.items()}
    if isinstance(value, list):
        return [with_null(one) for one in value]
    return None if value == "null" else value


def in_each_language(read: Callable[[str], T]) -> Mapping[str, T]:
    """Call `read` for each language, and return the results by language."""
    return MappingProxyType({language: read(language) for language in LANGUAGES})


def field(where: str, table: object, name: str) -> object:
    """Return the value of a key of a table, None if it is missing."""
    if not isinstance(table, Mapping):
        raise RulebookError(where, f"a table with {name!r} is missing")
    return table.get(name)


def table_of(where: str, table: object, name: str) -> Mapping[str, Any]:
    """Return the table with this key."""
    found = field(where, table, name)
    if not isinstance(found, Mapping):
        raise RulebookError(where, f"a table {name!r} is missing")
    return found


def words(where: str, table: object, name: str) -> str:
    """Return the text with this key, which is not empty."""
    found = field(where, table, name)
    if not isinstance(found, str) or not found.strip():
        raise RulebookError(where, f"{name!r} is missing or empty")
    return found


def names(where: str, table: object, name: str) -> tuple[str, ...]:
    """Return the list of texts with this key, which may be empty."""
    found = field(where, table, name)
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise RulebookError(where, f"{name!r} must be a list of names")
    return tuple(found)


def sentences(where: str, table: object, name: str, fewest: int = 1) -> tuple[str, ...]:
    """Return the list of texts with this key: at least `fewest`, none empty, none twice."""
    found = names(where, table, name)
    if not all(one.strip() for one in found) or len(set(found)) < len(found):
        raise RulebookError(where, f"{name!r} has an empty text, or one twice")
    if len(found) < fewest:
        raise RulebookError(where, f"{name!r} has {len(found)} texts, {fewest} are needed")
    return found


def known(where: str, kind: str, name: str, among: Mapping[str, T]) -> T:
    """Return the known value of this name. Raises `RulebookError` for an unknown name."""
    if name not in among:
        raise RulebookError(where, f"unknown {kind} {name!r}")
    return among[name]


def refuse_other(where: str, table: Mapping[str, object], expected: set[str]) -> None:
    """Raise `RulebookError` for a table with an unexpected key."""
    other = set(table) - expected
    if other:
        raise RulebookError(where, f"unknown key {min(other)!r}")
