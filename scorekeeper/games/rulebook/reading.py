"""Reading the data files of a rulebook strictly: what is incomplete is refused with the entry and the problem."""

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
        """Say which article, source or other entry is at fault, and why."""
        super().__init__(f"{entry}: {problem}")


def read_data(package: str, name: str) -> dict[str, Any]:
    """Parse a file of the `rulebook` folder inside that package. Raises `RulebookError` when it is not there."""
    file = files(package) / "rulebook" / name
    if not file.is_file():
        raise RulebookError(name, f"missing from {package}")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def value_name(value: object) -> str:
    """The name that a value of an option has in the data files: its text, or as JSON writes it."""
    return value if isinstance(value, str) else json.dumps(value)


def with_null(value: Any) -> Any:  # noqa: ANN401 - any value of a data file
    """The same value with null wherever `"null"` stands for it: TOML has none."""
    if isinstance(value, Mapping):
        return {key: with_null(one) for key, one in value.items()}
    if isinstance(value, list):
        return [with_null(one) for one in value]
    return None if value == "null" else value


def in_each_language(read: Callable[[str], T]) -> Mapping[str, T]:
    """What `read` makes of each language."""
    return MappingProxyType({language: read(language) for language in LANGUAGES})


def field(where: str, table: object, name: str) -> object:
    """What a table has under this name, None when it has nothing."""
    if not isinstance(table, Mapping):
        raise RulebookError(where, f"a table with {name!r} is missing")
    return table.get(name)


def table_of(where: str, table: object, name: str) -> Mapping[str, Any]:
    """The table under this name."""
    found = field(where, table, name)
    if not isinstance(found, Mapping):
        raise RulebookError(where, f"a table {name!r} is missing")
    return found


def words(where: str, table: object, name: str) -> str:
    """The text under this name, which is not empty."""
    found = field(where, table, name)
    if not isinstance(found, str) or not found.strip():
        raise RulebookError(where, f"{name!r} is missing or empty")
    return found


def names(where: str, table: object, name: str) -> tuple[str, ...]:
    """The list of texts under this name, which may be empty."""
    found = field(where, table, name)
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise RulebookError(where, f"{name!r} must be a list of names")
    return tuple(found)


def sentences(where: str, table: object, name: str, fewest: int = 1) -> tuple[str, ...]:
    """The texts under this name: so many at least, none empty, none twice."""
    found = names(where, table, name)
    if not all(one.strip() for one in found) or len(set(found)) < len(found):
        raise RulebookError(where, f"{name!r} has an empty text, or one twice")
    if len(found) < fewest:
        raise RulebookError(where, f"{name!r} has {len(found)} texts, {fewest} are needed")
    return found


def known(where: str, kind: str, name: str, among: Mapping[str, T]) -> T:
    """What this name stands for among the known ones."""
    if name not in among:
        raise RulebookError(where, f"unknown {kind} {name!r}")
    return among[name]


def refuse_other(where: str, table: Mapping[str, object], expected: set[str]) -> None:
    """Refuse a table with a key that means nothing."""
    other = set(table) - expected
    if other:
        raise RulebookError(where, f"unknown key {min(other)!r}")
