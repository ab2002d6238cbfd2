"""Values that a JSON Schema describes, and the tables of options in docs/formats.md."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from scorekeeper.games import GAMES
from scorekeeper.games.contract import Option, plain_value

Json = dict[str, Any]
SLUGS = ("hearts", "spades", "piquet", "scoresheet")
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 14) | st.sampled_from(["", "x", "2", "nil", "QS"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["x", "seat", "H"]), inner, max_size=2),
    max_leaves=4,
)


def plain_values(option: Option) -> list[Any]:
    """Return the values of an option as JSON, the default first."""
    return [plain_value(value) for value in (*option.values, *option.special)]


def values_of(schema: Any, parts: Json) -> st.SearchStrategy[Any]:  # noqa: ANN401 - an object or a boolean
    """Return a strategy of the values that a schema describes, with the keywords that the schemas of the app have."""
    if schema in (True, {}):
        return ANYTHING
    if "$ref" in schema:
        return values_of(parts[schema["$ref"].removeprefix("#/$defs/")], parts)
    if "anyOf" in schema:
        return st.one_of([values_of(one, parts) for one in schema["anyOf"]])
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    return _BY_TYPE[schema["type"]](schema, parts)


def _objects(schema: Json, parts: Json) -> st.SearchStrategy[Json]:
    if "propertyNames" in schema:
        names = values_of(schema["propertyNames"], parts)
        some = st.dictionaries(names, values_of(schema["additionalProperties"], parts), max_size=3)
        required = {name: values_of(schema["additionalProperties"], parts) for name in schema.get("required", ())}
        return st.tuples(some, st.fixed_dictionaries(required)).map(lambda pair: {**pair[0], **pair[1]})
    keys = {name: values_of(one, parts) for name, one in schema["properties"].items()}
    required = {name: keys.pop(name) for name in schema.get("required", ())}
    return st.fixed_dictionaries(required, optional=keys)


def _lists(schema: Json, parts: Json) -> st.SearchStrategy[list[Any]]:
    if "items" in schema:
        longest = schema.get("maxItems", 4)
        return st.lists(values_of(schema["items"], parts), min_size=schema.get("minItems", 0), max_size=longest)
    return st.tuples(*(values_of(one, parts) for one in schema.get("prefixItems", ()))).map(list)


def _texts(schema: Json, _parts: Json) -> st.SearchStrategy[str]:
    return (
        st.from_regex(schema["pattern"], fullmatch=True)
        if "pattern" in schema
        else st.text(min_size=schema.get("minLength", 0))
    )


_BY_TYPE = {
    "object": _objects,
    "array": _lists,
    "string": _texts,
    "integer": lambda schema, _: st.integers(schema.get("minimum"), schema.get("maximum")),
    "boolean": lambda _, __: st.booleans(),
    "null": lambda _, __: st.none(),
}


def option_rows(slug: str) -> list[str]:
    """Return the rows of a table of options in Markdown."""
    return [_row(option) for option in GAMES[slug].options]


def _row(option: Option) -> str:
    default, *others = (f"`{json.dumps(value)}`" for value in plain_values(option))
    if option.lowest is not None:
        others = [*(one for one in others if one == "`null`"), f"`{option.lowest}` to `{option.highest}`"]
    return f"| `{option.name}` | {default} | {', '.join(others)} | {option.article} |"
