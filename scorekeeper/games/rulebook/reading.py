"""Read the data files of a rulebook with pydantic: an incomplete entry raises an error that names it.

A file is a TOML table of entries by name. The *shape* of an entry is the type that pydantic makes of it: a dataclass,
or an `Annotated` type with a dataclass and validators of this module. A *validator* is a function that checks or
converts a value; a `ValueError` that it raises is an error of that entry. Example: `[DP-1.fr]` and `[DP-1.en]` in the
file are the field `texts` of the article (numbered rule) `DP-1`, which has the texts by language.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    with_config,
)

LANGUAGES = ("fr", "en")
_MOST_LISTED = 20  # known names in the error for an unknown one


class RulebookError(ValueError):
    """Raised for a rulebook file that is incomplete or names something unknown."""

    def __init__(self, entry: str, problem: str) -> None:
        """Name the article, source or other entry, and its problem."""
        super().__init__(f"{entry}: {problem}")


def read_data(package: str, name: str, *, required: bool = True) -> dict[str, Any]:
    """Parse a file of the package's `rulebook` folder. Raises `RulebookError` when it is missing or no TOML.

    A game outside the app may leave out a file that is not `required`: its data are empty.
    """
    file = files(package) / "rulebook" / name
    if not file.is_file():
        if required:
            raise RulebookError(name, f"missing from {package}")
        return {}
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(name, str(error)) from error


def value_name(value: object) -> str:
    """Return the name of an option's value in the data files: a string itself, any other value as JSON.

    The value 500 is `"500"`, and None is `"null"`.
    """
    return value if isinstance(value, str) else json.dumps(value)


def word_count(text: str) -> int:
    """Return the number of words; punctuation between spaces is no word, as in "Belote : 20 points" (three words)."""
    return sum(any(map(str.isalnum, word)) for word in text.split())


def with_null(value: Any) -> Any:  # noqa: ANN401 - any value of a data file
    """Replace every `"null"` in a value with None, as TOML has no null."""
    if isinstance(value, Mapping):
        return {key: with_null(item) for key, item in value.items()}
    if isinstance(value, list):
        return [with_null(item) for item in value]
    return None if value == "null" else value


def parse(shape: Any, data: object, **known: Collection[str]) -> Any:  # noqa: ANN401 - any shape of data
    """Return the data in this shape. Raises `RulebookError`.

    A keyword argument has the names of one kind that the data may use: the validator `known_name("article")` accepts
    those of `article=["DP-1", "DP-2"]`.
    """
    # pydantic checks the data and makes the objects; the validators get `known` as the context.
    try:
        return _adapter(shape).validate_python(data, context=known)
    except ValidationError as error:
        # The path of the first error in the data, such as `DP-1.texts.fr`, and its message.
        first = error.errors()[0]
        raise RulebookError(".".join(map(str, first["loc"])), first["msg"].removeprefix("Value error, ")) from error


def parse_entries(shape: Any, key: str, entries: object, **known: Collection[str]) -> dict[str, Any]:  # noqa: ANN401
    """Return the entries of a file by name, each in this shape.

    The name of an entry also becomes one of its fields, which has the name `key`: with `key="number"`, the field
    `number` of the entry `[DP-1]` is `"DP-1"`. `known` and the errors are those of `parse`.
    """
    if isinstance(entries, Mapping):
        named = dict(entries)
        for name, entry in entries.items():
            # A value that is no table stays as it is, and `parse` refuses it.
            if isinstance(entry, Mapping):
                named[name] = {key: name, **entry}
        entries = named
    found: dict[str, Any] = parse(dict[str, shape], entries, **known)
    return found


def by_language(field: str) -> BeforeValidator:
    """Return a validator that moves the texts of an entry, one for each language, into one field, a mapping.

    `field` is the name of this field. For the field `texts`, an entry is changed from

        {"fr": "Cible", "en": "Target"}

    to

        {"texts": {"fr": "Cible", "en": "Target"}}
    """

    def move(entry: object) -> object:
        if not isinstance(entry, Mapping):
            return entry
        rest = {name: value for name, value in entry.items() if name not in LANGUAGES}
        return {**rest, field: {language: entry.get(language) for language in LANGUAGES}}

    return BeforeValidator(move)


def known_name(kind: str) -> AfterValidator:
    """Return a validator that refuses a name which is not one of the known ones of this kind."""

    def check(name: str, info: ValidationInfo[Any]) -> str:
        # `info.context` is the argument `known` of `parse`: by kind, the names.
        names = info.context[kind]
        if name not in names:
            problem = f"unknown {kind} {name!r}"
            # A short list helps to find the right name; the articles of a game are too many to list.
            if len(names) <= _MOST_LISTED:
                problem += f", not one of {', '.join(names)}"
            raise ValueError(problem)
        return name

    return AfterValidator(check)


def _check_unique(names: tuple[str, ...]) -> tuple[str, ...]:
    if len({*names}) < len(names):
        problem = "the same text twice"
        raise ValueError(problem)
    return names


# Cached, because pydantic takes long to build the reader of a shape.
@cache
def _adapter(shape: Any) -> TypeAdapter[Any]:  # noqa: ANN401 - as `parse`
    return TypeAdapter(shape)


# `Sentence` is a text that is not empty, `Sentences` are several different ones, `Texts` has one for each language.
Sentence = Annotated[str, Field(pattern=r"\S")]
Sentences = Annotated[tuple[Sentence, ...], AfterValidator(_check_unique)]
Texts = Mapping[str, Sentence]
# Before a value is read, each `"null"` in it becomes None.
WithNull = BeforeValidator(with_null)
# The number of an article that exists: one of the `article` names of `parse`.
ArticleNumber = Annotated[str, known_name("article")]
# A decorator of a dataclass: its entries may have no other keys than its fields.
STRICT = with_config(ConfigDict(extra="forbid"))
