"""The objects of a file, which pydantic reads and `schema.json` describes; most become a row of a table.

A new column of a table must be added here and in `writing`, or to the exceptions in
`tests/record/transfer/test_exchange.py`. Objects refer to each other by their position in the list, from 1.
"""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import Annotated, Any, NotRequired, TypeVar

from pydantic import AfterValidator, AwareDatetime, ConfigDict, Field, ValidationInfo, with_config
from typing_extensions import TypedDict

from scorekeeper.games.shape import Json
from scorekeeper.record.carnet import kept_questions
from scorekeeper.record.carnet.debts import MOST_CENTS, SIGN_LENGTH
from scorekeeper.record.carnet.decisions import WORDS_LENGTH
from scorekeeper.record.models import ChangeKind, MancheState, StakePer
from scorekeeper.record.names import NOTE_LENGTH, PLAYER_LENGTH, TITLE_LENGTH, clean_name, clean_note
from scorekeeper.record.partie.manche_states import MOST_MANCHES
from scorekeeper.record.transfer.errors import require

ItemT = TypeVar("ItemT")
_FIRST, _LAST = dt.datetime(1900, 1, 1, tzinfo=dt.UTC), dt.datetime(2200, 12, 31, tzinfo=dt.UTC)


def _known_place(name: str, place: int, info: ValidationInfo[Any]) -> int:
    """Refuse a position after the end of its list; the lengths of the lists are in the context."""
    require(place <= info.context.get(name, 0))
    return place


_text = partial(clean_name, field="", longest=NOTE_LENGTH, required=False)
_note = partial(clean_note, field="")
Few = Annotated[list[ItemT], Field(fail_fast=True)]
Day = Annotated[dt.date, Field(strict=False, ge=_FIRST.date(), le=_LAST.date())]
Moment = Annotated[AwareDatetime, Field(strict=False, ge=_FIRST, le=_LAST)]
Text = Annotated[str, AfterValidator(_text)]
Name = Annotated[Text, Field(min_length=1, max_length=PLAYER_LENGTH)]
Title = Annotated[Text, Field(max_length=TITLE_LENGTH)]
Note = Annotated[str, AfterValidator(_note), Field(max_length=NOTE_LENGTH)]
Version = Annotated[int, Field(ge=1, le=1_000_000)]
PlayerPlace = Annotated[int, Field(ge=1), AfterValidator(partial(_known_place, "players"))]
SoireePlace = Annotated[int, Field(ge=1), AfterValidator(partial(_known_place, "soirees"))]
PartiePlace = Annotated[int, Field(ge=1), AfterValidator(partial(_known_place, "parties"))]
Count = Annotated[int, Field(ge=0)]
Options = Annotated[Json, Field(description="house rules by name, as `score` reads them")]


@with_config(ConfigDict(extra="forbid", strict=True))
class FileObject(TypedDict):
    pass


class CarnetObject(FileObject):
    name: Title
    created_at: Moment


class PlayerObject(FileObject):
    name: Name
    retired_at: Moment | None
    created_at: Moment


class PresetObject(FileObject):
    game: str
    name: Name
    seats: Count
    options: Options


class StakeObject(FileObject):
    per: Annotated[StakePer, Field(strict=False)]
    cents: Annotated[int, Field(ge=1, le=MOST_CENTS)]
    sign: Annotated[Text, Field(min_length=1, max_length=SIGN_LENGTH)]


class SoireeObject(FileObject):
    held_on: Day
    place: Title
    notes: Note
    version: Version
    created_at: Moment
    deleted_at: Moment | None
    stake: StakeObject | None


class RevokeObject(FileObject):
    seat: Count
    after: Count


class CardsObject(FileObject):
    leader: NotRequired[Any]
    plays: list[Any]
    laid_open: NotRequired[Any]
    revokes: NotRequired[Few[RevokeObject]]


class MancheObject(FileObject):
    """A deal: the current manche has `context` and `cards`; every manche that was recorded has `facts`."""

    position: Version
    state: Annotated[MancheState, Field(strict=False)]
    facts: Annotated[Json, Field(description="as `score` reads them; empty until it was recorded")]
    context: Json | None
    cards: CardsObject | None
    note: Note
    dealer: NotRequired[Annotated[Count | None, Field(description="a seat, from 0, if the table named it")]]


class ChangeObject(FileObject):
    """A version of a partie, with the values after it; `manche` is the position of its manche.

    The `facts` of a `dealer` are the first dealer, the named `dealers` by the position of their manche, and both
    `before`; those of `seats` are the two seats whose players changed places.
    """

    version: Version
    at: Moment
    kind: Annotated[ChangeKind, Field(strict=False)]
    manche: int | None
    facts: Json | None
    note: Note | None
    options: Json | None


class PartieObject(FileObject):
    """A partie: `seats` are positions in `players`, clockwise; with `paper` only the points of manches are known."""

    soiree: SoireePlace
    game: str
    paper: bool
    seats: Few[PlayerPlace]
    first_dealer: Annotated[Count, Field(description="a seat, from 0")]
    side_names: Few[Annotated[Text, Field(max_length=PLAYER_LENGTH)]] | None
    options: Options
    version: Version
    created_at: Moment
    abandoned_at: Moment | None
    deleted_at: Moment | None
    manches: Annotated[Few[MancheObject], Field(max_length=MOST_MANCHES)]
    changes: Annotated[Few[ChangeObject], Field(min_length=1)]


class RegroupingObject(FileObject):
    """Parties that were moved from one soirée to another; `place` and `notes` are those of the target before."""

    source: SoireePlace
    target: SoireePlace
    whole: bool
    parties: Few[PartiePlace]
    place: Title
    notes: Note
    at: Moment
    undone_at: Moment | None


class MergeObject(FileObject):
    """A player who was merged into another one, with the seats (`[partie, seat]`) that were given to that one."""

    player: PlayerPlace
    within: int | None
    name: Name
    retired_at: Moment | None
    created_at: Moment
    seats: Few[Annotated[tuple[PartiePlace, Count], Field(strict=False)]]
    at: Moment


class DecisionObject(FileObject):
    partie: PartiePlace
    article: Annotated[str, Field(pattern="^[A-Z]{1,3}-[0-9]{1,3}$")]
    quarrel: Annotated[str, Field(pattern="^[a-z0-9_]{1,80}$")] | None
    words: Annotated[Text, Field(min_length=1, max_length=WORDS_LENGTH)]
    at: Moment
    deleted_at: Moment | None


class QuestionObject(FileObject):
    """A question about the rules of a game that a member kept."""

    game: str
    words: Annotated[Text, Field(min_length=1, max_length=kept_questions.WORDS_LENGTH)]
    at: Moment
