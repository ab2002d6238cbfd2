"""The JSON Schemas of the lines of `score`, `judge` and `rules`, built when `--schema` asks for them.

A *line* is a line of input or output, one JSON object. The *options* of a game are the house rules, described from its
`Option`s. Its *facts* (what the table saw of a manche, a deal), its *context* (what is known before the first card,
such as bids) and the *result* of its ending are typed dictionaries in the module `schema` of its package; of a game
without them any object is valid. An *article* is a numbered rule, and a *ruling* a decision by the rules. A side is a
seat, or the seats of a team.

The names of the classes are names in the schemas, and a docstring would be a description there: they have comments.
"""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any, Literal, NotRequired, TypeAlias, get_args

from pydantic import ConfigDict, Field, TypeAdapter, with_config
from pydantic.json_schema import GenerateJsonSchema

from scorekeeper.cards.cards import Card
from scorekeeper.cards.verdicts import Choices, Claim, Ruling, Trick
from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame, Option, Penalty, plain_value
from scorekeeper.games.rulebook import LANGUAGES
from scorekeeper.games.schema import JsonObject, Seat
from scorekeeper.record.formats.score import EXPECTED

Schema: TypeAlias = dict[str, Any]
Article: TypeAlias = Annotated[str, Field(pattern="^[A-Z]+-[0-9]+$")]
Cards: TypeAlias = list[Card]
Plays: TypeAlias = list[Seat]  # indices of plays: like seats, they are whole numbers from 0
_PART = "#/$defs/"
_NULL = {"type": "null"}


@with_config(ConfigDict(extra="allow"))
class AnyObject(JsonObject):
    pass


# The keys that the facts of a manche and a line of `judge` share; a null value is the same as no key.
class SharedKeys(JsonObject, total=False):
    leader: Seat | None
    laid_open: list[Cards | None] | None
    """by seat, null for a hand that is not laid open"""
    order: list[Seat] | None
    """every seat once, in the order of play"""


# The keys that the facts of a manche have in every game.
class MancheKeys(SharedKeys, total=False):
    penalties: list[Penalty] | None
    revokes: list[Seat] | None
    plays: Cards | None


# The keys that a line of `judge` has in every game.
class JudgeKeys(SharedKeys, total=False):
    dealer: Seat | None
    hands: list[Cards | None] | None
    plays: Cards


# Points of one side in a manche, with the reason (`why`) as a key and the article.
class LineObject(JsonObject):
    side: Seat
    why: str
    points: int
    article: Article


# A manche of a sheet; `after_end` if it was played after the end of the partie (game).
class RowObject(JsonObject):
    lines: list[LineObject]
    points: list[int]
    totals: list[int]
    after_end: NotRequired[Literal[True]]


class EndingObject(JsonObject):
    why: str
    winners: Annotated[list[Seat], Field(min_length=1)]
    result: Any


class SheetObject(JsonObject):
    manches: list[RowObject]
    ending: EndingObject | None


class VerdictObject(JsonObject):
    # The play and its ruling, then the plays that it shows to be irregular.
    seat: Seat
    card: Card
    ruling: Ruling
    articles: list[Article]
    claims: list[Claim]
    exposes: Plays
    """indices of plays, as are the next three"""
    suspects: Plays
    proves: Plays
    exposed_now: Plays


# A declaration, for instance at Piquet, that the cards refute.
class RefutedObject(JsonObject):
    seat: Seat
    category: str
    article: Article
    item: AnyObject | None


class JudgedObject(JsonObject):
    # What was judged and what may follow, then the manche as `score` takes it, null before its end.
    verdicts: list[VerdictObject]
    tricks: list[Trick]
    next: Choices | None
    facts: Any
    refuted: list[RefutedObject]


# An answer in a few words, and as a sentence.
class AnswerObject(JsonObject):
    head: str
    sentence: str


# An answer that may be meant, with its question.
class CandidateObject(AnswerObject):
    question: str
    article: Article


class RulingObject(JsonObject):
    # The first answer, then what was computed and what else may have been meant.
    articles: Annotated[list[Article], Field(max_length=5)]
    ruling: Annotated[str, Field(min_length=1)]
    answer: AnswerObject | None
    certain: bool
    nearest: Annotated[list[str], Field(max_length=3)]
    figures: dict[str, int] | None
    options: list[str]
    candidates: Annotated[list[CandidateObject], Field(max_length=3)]


# Why a line is refused, for a program; `expected` shows what would be accepted.
class RefusalObject(JsonObject):
    code: str
    field: str | None
    article: Article | None
    expected: dict[Literal[EXPECTED], Any] | None  # type: ignore[valid-type]


class RefusedObject(JsonObject):
    error: str
    refusal: NotRequired[RefusalObject]  # a file that cannot be read has none


_ANSWERS = {"score": SheetObject, "judge": JudgedObject, "rules": RulingObject}


class _Generator(GenerateJsonSchema):
    """Describe a card by its code; omit titles that repeat a key."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ANN401, ARG002 - a private type
        return False

    def dataclass_schema(self, schema: Any) -> Schema:  # noqa: ANN401 - likewise
        if schema["cls"] is Card:
            return {"type": "string", "pattern": "^(([2-9]|10|[JQKA])[CDHS]|X[12])$", "examples": ["QS", "10H", "X1"]}
        return {**super().dataclass_schema(schema), "additionalProperties": False}


def json_schema(command: str) -> Schema:
    """Return the JSON Schema (draft 2020-12) of the lines of `score`, `judge` or `rules`."""
    # The schemas to which others refer, by name; the functions below add to it.
    parts: Schema = {}
    answer = _describe(_ANSWERS[command], parts)
    games = [game for game in GAMES.values() if command != "judge" or game.play is not None]
    lines = [_line(command, game, parts) for game in games]
    # The output does not name its game: its result or facts may be those of any game.
    if command == "score":
        results = [_own_shapes(game, "Result", parts)[0] for game in games]
        parts["EndingObject"]["properties"]["result"] = {"anyOf": results}
    elif command == "judge":
        manches = [{"$ref": _PART + _manche(game, parts)} for game in games]
        answer["properties"]["facts"] = {"anyOf": [*manches, _NULL]}
    parts |= {"input": {"anyOf": lines}, "output": answer, "refused": _describe(RefusedObject, parts)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Lines of `lamarque {command}`",
        "anyOf": [{"$ref": _PART + name} for name in ("input", "output", "refused")],
        "$defs": parts,
    }


def _line(command: str, game: AnyGame, parts: Schema) -> Schema:
    """Return the schema of a line for one game; add to `parts` what it refers to."""
    name = f"{game.slug}_options"
    parts[name] = _object({option.name: _option(option) for option in game.options})
    options = {"$ref": _PART + name}
    key: Schema = {"const": game.slug}
    # A family, such as the score sheet, makes a game for each name, and `named` is its function for this. The slugs of
    # these games begin with that of the family: "scoresheet:most:Belote".
    if game.named is not None:
        key = {"type": "string", "pattern": f"^{game.slug}(:|$)"}
    if command == "rules":
        named = {"game": {"anyOf": [key, _NULL]}, "options": {"anyOf": [options, _NULL]}}
        return _object({**named, "question": {"type": "string"}, "language": {"enum": [*LANGUAGES, None]}}, "question")
    table = {"game": key, "seats": {"enum": sorted(game.table_sizes)}, "options": options}
    if command == "score":
        manches = {"type": "array", "items": {"$ref": _PART + _manche(game, parts)}}
        return _object({**table, "manches": manches}, "game", "seats", "manches")
    # A context has one form only.
    (context,) = _own_shapes(game, "Context", parts)
    # Keys of the context that the game does not describe take any value: `True` is the schema that accepts all.
    any_context = dict.fromkeys(game.play.context if game.play else (), True)
    keys = {**table, **_describe(JudgeKeys, parts)["properties"], **any_context, **context["properties"]}
    return _object(keys, "game", "seats", *context.get("required", ()))


def _manche(game: AnyGame, parts: Schema) -> str:
    """Add the schema of a manche to `parts`: its facts, with the keys of every game. Return its name."""
    shared = _describe(MancheKeys, parts)["properties"]
    forms = []
    # Each form of the facts is valid in two ways: without cards, and with them. With all cards, the facts that follow
    # from them are `decided`: they need not be in the line, and are not read (T-7).
    decided = dict.fromkeys(game.play.decided if game.play else (), True)
    for facts in _own_shapes(game, "Facts", parts):
        keys = {**facts["properties"], **shared}
        required = [name for name in facts.get("required", ()) if name not in decided]
        played = {**keys, **decided, "plays": _describe(JudgeKeys, parts)["properties"]["plays"]}
        forms += [{**facts, "properties": keys}, {**facts, "properties": played, "required": [*required, "plays"]}]
    parts[f"{game.slug}_manche"] = {"anyOf": forms}
    return f"{game.slug}_manche"


def _option(option: Option) -> Schema:
    # `plain_value` returns a value of an option as JSON. The `special` values are those that only some tables accept.
    # An option with a `lowest` value also accepts any whole number from it to the highest.
    values = [plain_value(value) for value in (*option.values, *option.special)]
    described = {"description": option.article, "default": values[0]}
    if option.lowest is None:
        return {**described, "enum": values}
    between = {"type": "integer", "minimum": option.lowest, "maximum": option.highest}
    return {**described, "anyOf": [between, {"enum": values}]}


def _own_shapes(game: AnyGame, name: str, parts: Schema) -> list[Schema]:
    """Return the schema of `Facts`, `Context` or `Result` of a game; facts may have several forms."""
    module = f"{game.package}.schema"
    try:
        shape = getattr(import_module(module), name, AnyObject)
    except ModuleNotFoundError as error:
        # A game may have no module `schema`, or no package. If another module is missing, which `schema` imports, the
        # game is wrong.
        if not module.startswith(str(error.name)):
            raise
        shape = AnyObject
    # `get_args` returns the members of a union, none of another type.
    return [_describe(form, parts, f"{game.slug}_") for form in get_args(shape) or (shape,)]


def _describe(shape: Any, parts: Schema, prefix: str = "") -> Schema:  # noqa: ANN401 - a type
    """Return the schema of a type; add to `parts` the schemas of the classes in it, with a prefix to their names."""
    described = TypeAdapter(shape).json_schema(ref_template=f"{_PART}{prefix}{{model}}", schema_generator=_Generator)
    parts |= {prefix + name: part for name, part in described.pop("$defs", {}).items()}
    return described


# The names after the properties are those of the required ones.
def _object(properties: Schema, *required: str) -> Schema:
    return {"type": "object", "properties": properties, "required": [*required], "additionalProperties": False}
