"""The objects of a file, as pydantic reads them and `schema.json` describes them: most become a row of a table.

A column added to a table belongs here and in `writing`, or among those that `tests/record/test_exchange.py` leaves out.
What refers to another thing does so by its place in its list, from 1.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, NotRequired, TypeVar

from pydantic import AfterValidator, ConfigDict, Field, ValidationInfo, with_config
from pydantic_core import CoreSchema, core_schema
from typing_extensions import TypedDict

from scorekeeper.games.shape import Json, quotable
from scorekeeper.record.current_manche import MOST_MANCHES
from scorekeeper.record.decisions import WORDS_LENGTH
from scorekeeper.record.exchange.faults import require
from scorekeeper.record.models import ChangeKind, MancheState, StakePer
from scorekeeper.record.names import NOTE_LENGTH, PLAYER_LENGTH, TITLE_LENGTH, clean_name, clean_note
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.stakes import MOST_CENTS, SIGN_LENGTH

ItemT = TypeVar("ItemT")
DateT = TypeVar("DateT", dt.date, dt.datetime)
_YEARS = range(1900, 2201)
_DAY = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
_TIME = "[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6})?(Z|[+-][0-9]{2}:[0-9]{2})"


@dataclass(frozen=True)
class Between:
    """A whole number between two bounds, the higher one known or the length of a list of the file."""

    lowest: int
    highest: int | None = None
    among: str = ""

    def __get_pydantic_core_schema__(self, *_: object) -> CoreSchema:
        """Read a number so that its fault names both bounds."""
        number = core_schema.int_schema(ge=self.lowest, le=self.highest)
        return core_schema.with_info_before_validator_function(self._check, number)

    def _check(self, value: Any, info: ValidationInfo[Any]) -> Any:  # noqa: ANN401 - whatever a file says
        highest = self.highest or info.context.get(self.among, 2**53)
        possible = type(value) is int and self.lowest <= value <= highest
        require(possible, "not_between", value=quotable(value), lowest=self.lowest, highest=highest)
        return value


def _date(text: str, read: Callable[[str], DateT]) -> DateT:
    with suppress(ValueError):
        date = read(text)
        if date.year in _YEARS:
            return date
    raise RefusedError("no_moment", value=quotable(text))


def _moment(text: str) -> dt.datetime:
    at = _date(text, dt.datetime.fromisoformat)
    require(at.tzinfo, "no_moment", value=quotable(text))
    return at.astimezone(dt.UTC)


_day = partial(_date, read=dt.date.fromisoformat)
_text = partial(clean_name, field="", longest=NOTE_LENGTH, required=False)
_note = partial(clean_note, field="")
Few = Annotated[list[ItemT], Field(fail_fast=True)]
Day = Annotated[str, AfterValidator(_day), Field(json_schema_extra={"pattern": f"^{_DAY}$"})]
Moment = Annotated[str, AfterValidator(_moment), Field(json_schema_extra={"pattern": f"^{_DAY}T{_TIME}$"})]
Text = Annotated[str, AfterValidator(_text)]
Name = Annotated[Text, Field(min_length=1, max_length=PLAYER_LENGTH)]
Title = Annotated[Text, Field(max_length=TITLE_LENGTH)]
Note = Annotated[str, AfterValidator(_note), Field(max_length=NOTE_LENGTH)]
Version = Annotated[int, Between(1, 1_000_000)]
PlayerPlace = Annotated[int, Between(1, among="players"), Field(description="a place among `players`, from 1")]
SoireePlace = Annotated[int, Between(1, among="soirees"), Field(description="a place among `soirees`, from 1")]
PartiePlace = Annotated[int, Between(1, among="parties"), Field(description="a place among `parties`, from 1")]
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
    cents: Annotated[int, Between(1, MOST_CENTS)]
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
    """A deal: `context` and `cards` are of one that is current, `facts` of any that was recorded once."""

    position: Version
    state: Annotated[MancheState, Field(strict=False)]
    facts: Annotated[Json, Field(description="as `score` reads them; empty until it was recorded")]
    context: Json | None
    cards: CardsObject | None
    note: Note


class ChangeObject(FileObject):
    """A version of a partie, and what was so after it; `manche` is the position of the one it is about."""

    version: Version
    at: Moment
    kind: Annotated[ChangeKind, Field(strict=False)]
    manche: int | None
    facts: Json | None
    note: Note | None
    options: Json | None


class PartieObject(FileObject):
    """`seats` are places among `players`, clockwise; with `paper` only the points of its manches are known."""

    soiree: SoireePlace
    game: str
    paper: bool
    seats: Annotated[list[PlayerPlace], Field(fail_fast=True), Field(min_length=2)]
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
    """Parties that went from one soirée to another; `place` and `notes` are those of the other before."""

    source: SoireePlace
    target: SoireePlace
    whole: bool
    parties: Few[PartiePlace]
    place: Title
    notes: Note
    at: Moment
    undone_at: Moment | None


class MergeObject(FileObject):
    """A player who was written down twice, with the seats (`[partie, seat]`) of the second one."""

    player: PlayerPlace
    within: Annotated[int, Between(1, among="merges")] | None
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


CARNET = tuple(CarnetObject.__annotations__)
PLAYER = tuple(PlayerObject.__annotations__)
PRESET = tuple(PresetObject.__annotations__)
SOIREE = tuple(SoireeObject.__annotations__)
STAKE = tuple(StakeObject.__annotations__)
PARTIE = tuple(PartieObject.__annotations__)
MANCHE = tuple(MancheObject.__annotations__)
CHANGE = tuple(ChangeObject.__annotations__)
REGROUPING = tuple(RegroupingObject.__annotations__)
MERGE = tuple(MergeObject.__annotations__)
DECISION = tuple(DecisionObject.__annotations__)
