"""The objects of a file, which pydantic reads and `schema.json` describes; most become a row of a table.

A carnet is the notebook of a group of players; a soirée is an evening of cards, a partie a game to its end, and a
manche one deal of it. The *log* of a partie has a change for each version of it, and begins at the *base*, the state at
one version. The changes that are not undone form a *stack*. A *participant* is a player of a partie, numbered from 0 by
arrival.

Add a new column of a table here and in `transfer/writing.py`, or to the exceptions in
`tests/record/transfer/test_exchange.py`. Objects refer to each other by their position in the list, from 1.
"""

from __future__ import annotations

import datetime as dt
import re
from functools import partial
from typing import Annotated, Any, Literal, NotRequired, TypeVar

from pydantic import AfterValidator, AwareDatetime, BeforeValidator, ConfigDict, Field, ValidationInfo, with_config
from typing_extensions import TypedDict

from scorekeeper.games.shape import Json
from scorekeeper.partie.decide.entry import MOST_MANCHES
from scorekeeper.partie.payloads import KINDS
from scorekeeper.record.carnet import kept_questions
from scorekeeper.record.carnet.debts import MOST_CENTS, SIGN_LENGTH
from scorekeeper.record.carnet.decisions import WORDS_LENGTH
from scorekeeper.record.models import StakePer
from scorekeeper.record.names import NOTE_LENGTH, PLAYER_LENGTH, TITLE_LENGTH, clean_name, clean_note
from scorekeeper.record.transfer.errors import require

ItemT = TypeVar("ItemT")
# The keys of objects that refer to another object, with its list. The column of such a key has the id: `player_id`.
REFERENCES = {"soiree": "soirees", "source": "soirees", "target": "soirees", "player": "players", "partie": "parties"}
# The first and the last time that a file may have.
_FIRST = dt.datetime(1900, 1, 1, tzinfo=dt.UTC)
_LAST = dt.datetime(2200, 12, 31, tzinfo=dt.UTC)


def _check_position(name: str, position: int, info: ValidationInfo[Any]) -> int:
    """Refuse a position after the end of the list of this name.

    `reading.read_carnet` gives pydantic the lengths of the lists as the context.
    """
    # Raises `RefusedError` if the condition is false. The length of a list that the file does not have is 0.
    require(position <= info.context.get(name, 0))
    return position


def _not_a_number(value: object) -> object:
    """Refuse a number, also one as a text such as "2": pydantic would read it as a number of seconds."""
    require(isinstance(value, str) and not re.fullmatch(r"[+-]?[\d.]+", value.strip()))
    return value


# Both functions return the text trimmed, and raise `RefusedError` for control characters. The error needs no field: the
# path in the file is added to it.
_text = partial(clean_name, field="", longest=NOTE_LENGTH, required=False)
_note = partial(clean_note, field="")
# A list of which only the first error is found, so that a wrong file does not make a million errors.
FailFastList = Annotated[list[ItemT], Field(fail_fast=True)]
# `strict=False`: JSON has dates, times and pairs as texts and lists.
Day = Annotated[dt.date, Field(strict=False, ge=_FIRST.date(), le=_LAST.date()), BeforeValidator(_not_a_number)]
Timestamp = Annotated[AwareDatetime, Field(strict=False, ge=_FIRST, le=_LAST), BeforeValidator(_not_a_number)]
Text = Annotated[str, AfterValidator(_text)]
Name = Annotated[Text, Field(min_length=1, max_length=PLAYER_LENGTH)]
Title = Annotated[Text, Field(max_length=TITLE_LENGTH)]
Note = Annotated[str, AfterValidator(_note), Field(max_length=NOTE_LENGTH)]
Version = Annotated[int, Field(ge=1, le=1_000_000)]
# The position of an object in the list `players`, `soirees` or `parties` of the file, from 1.
PlayerPosition = Annotated[int, Field(ge=1), AfterValidator(partial(_check_position, "players"))]
SoireePosition = Annotated[int, Field(ge=1), AfterValidator(partial(_check_position, "soirees"))]
PartiePosition = Annotated[int, Field(ge=1), AfterValidator(partial(_check_position, "parties"))]
Count = Annotated[int, Field(ge=0)]
Options = Annotated[Json, Field(description="house rules by name, as `score` reads them")]


# The base class of all objects: no unknown key, and no value converted from another type. The docstring of a subclass
# is its description in `schema.json`.
@with_config(ConfigDict(extra="forbid", strict=True))
class FileObject(TypedDict):
    pass


class CarnetObject(FileObject):
    name: Title
    created_at: Timestamp


class PlayerObject(FileObject):
    name: Name
    retired_at: Timestamp | None
    created_at: Timestamp


# House rules saved under a name.
class PresetObject(FileObject):
    game: str
    name: Name
    seats: Count
    options: Options


# The amount paid for each point, partie or rank (`per`) of a soirée; `sign` is that of the currency.
class StakeObject(FileObject):
    per: Annotated[StakePer, Field(strict=False)]
    cents: Annotated[int, Field(ge=1, le=MOST_CENTS)]
    sign: Annotated[Text, Field(min_length=1, max_length=SIGN_LENGTH)]


class SoireeObject(FileObject):
    held_on: Day
    place: Title
    notes: Note
    version: Version
    created_at: Timestamp
    deleted_at: Timestamp | None
    stake: StakeObject | None
    zone: NotRequired[Annotated[Text, Field(max_length=PLAYER_LENGTH, description="the IANA time zone")] | None]


class MancheObject(FileObject):
    """A manche that was recorded; `kept` if it is in the sheet, `taken_back` if its recording was undone."""

    version: Annotated[int, Field(ge=-1_000_000, le=1_000_000, description="that recorded it; negative if unknown")]
    facts: Annotated[Json, Field(description="as `score` reads them")]
    note: Note
    kept: bool
    dealer: NotRequired[Annotated[Count, Field(description="a seat, from 0, if the table named it")]]
    order: NotRequired[Annotated[FailFastList[Count], Field(description="the seats in turn from here on")]]
    taken_back: NotRequired[bool]


class OldPayload(FileObject):
    """The payload of a change up to the base: the values after it."""

    facts: NotRequired[Json]
    note: NotRequired[Note]
    options: NotRequired[Json]


# A row of the log of a partie; `kind` is the kind of change, such as `recorded`, and `payload` has its values.
class ChangeObject(FileObject):
    """A version of a partie.

    Up to the base the `payload` has no more than the `facts`, the `note` and the `options` after the change.
    """

    version: Version
    at: Timestamp
    kind: Literal[KINDS]  # type: ignore[valid-type]
    payload: Json
    below: NotRequired[Annotated[Version, Field(description="the change below it in the stack")]]
    manche: NotRequired[Annotated[int, Field(description="the version of its manche")]]


class BaseObject(FileObject):
    """The state of a partie after the `version` at which its changes can be read again."""

    version: Version
    state: Json


class PartieObject(FileObject):
    """A partie. The other objects refer to a participant by its number, from 0.

    The first participants have the seats of their numbers, clockwise. `progress` has the `stays` of each seat, each
    `since` a version, and the participant for whom it `counts_for`; the `stack` of the changes that are not undone; and
    the `entry` of the current manche.
    """

    soiree: SoireePosition
    game: str
    paper: Annotated[bool, Field(description="whether only the points of manches are known")]
    created_at: Timestamp
    abandoned_at: Timestamp | None
    deleted_at: Timestamp | None
    version: Version
    participants: Annotated[FailFastList[PlayerPosition], Field(description="positions in `players`")]
    options: Options
    first_dealer: Annotated[Count, Field(description="a seat, from 0")]
    side_names: FailFastList[Annotated[Text, Field(max_length=PLAYER_LENGTH)]] | None
    manches: Annotated[FailFastList[MancheObject], Field(max_length=MOST_MANCHES)]
    progress: Json
    base: BaseObject
    changes: FailFastList[ChangeObject]


# It is `whole` if the two soirées were joined, and not only one partie moved.
class RegroupingObject(FileObject):
    """Parties that were moved from one soirée to another; `place` and `notes` are those of the target before."""

    source: SoireePosition
    target: SoireePosition
    whole: bool
    parties: FailFastList[PartiePosition]
    place: Title
    notes: Note
    at: Timestamp
    undone_at: Timestamp | None


class MergeObject(FileObject):
    """A merge of two players, with the values that the other player had before."""

    player: Annotated[PlayerPosition, Field(description="the one who stays")]
    name: Name
    retired_at: Timestamp | None
    created_at: Timestamp
    participants: Annotated[
        FailFastList[Annotated[tuple[PartiePosition, Count], Field(strict=False)]],
        Field(description="`[partie, number]` of each"),
    ]
    at: Timestamp


# What the table decided on an article (a numbered rule) of a partie, or on one of its disputed cases (`quarrel`), as
# the table typed it (`words`).
class DecisionObject(FileObject):
    partie: PartiePosition
    article: Annotated[str, Field(pattern="^[A-Z]{1,3}-[0-9]{1,3}$")]
    quarrel: Annotated[str, Field(pattern="^[a-z0-9_]{1,80}$")] | None
    words: Annotated[Text, Field(min_length=1, max_length=WORDS_LENGTH)]
    at: Timestamp
    deleted_at: Timestamp | None


class QuestionObject(FileObject):
    """A question about the rules of a game that a member kept."""

    game: str
    words: Annotated[Text, Field(min_length=1, max_length=kept_questions.WORDS_LENGTH)]
    at: Timestamp
