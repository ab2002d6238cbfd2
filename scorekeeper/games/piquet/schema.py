"""The JSON of Piquet, for the schemas of the public formats."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, Required, TypeAlias

from pydantic import ConfigDict, Field, with_config

from scorekeeper.cards.cards import Card
from scorekeeper.games.piquet.coup import IrregularityKind, PiquetIrregularity
from scorekeeper.games.piquet.declarations import MAX_LENGTH, MIN_LENGTH, PIPS, Answer, Category
from scorekeeper.games.piquet.facts.amounts import MOST_ITEMS
from scorekeeper.games.piquet.facts.short_hand import MAX_SHORT_HAND, MIN_SHORT_HAND
from scorekeeper.games.piquet.options import TRICKS
from scorekeeper.games.schema import EndResult, JsonObject

_Seat: TypeAlias = Literal[0, 1]
_Length: TypeAlias = Annotated[int, Field(ge=MIN_LENGTH, le=MAX_LENGTH)]
_Size: TypeAlias = Literal[3, 4]
_SetRank: TypeAlias = Literal["A", "K", "Q", "J", "10"]
_Count: TypeAlias = Annotated[int, Field(ge=0, le=TRICKS)]
_Points: TypeAlias = Annotated[int, Field(ge=0, le=99)]
_UpToTwelve = Field(max_length=MOST_ITEMS)


class AnnouncedPoint(JsonObject):
    cards: _Length
    pips: NotRequired[Annotated[int, Field(ge=0, le=sum(PIPS.values()))] | None]


class AnnouncedSequence(JsonObject):
    length: _Length
    top: NotRequired[_SetRank | Literal["9", "8", "7"] | None]


class AnnouncedSet(JsonObject):
    rank: _SetRank
    size: _Size


class Announcements(JsonObject, total=False):
    point: AnnouncedPoint | None
    sequences: Annotated[list[AnnouncedSequence], _UpToTwelve] | None
    sets: Annotated[list[AnnouncedSet], _UpToTwelve] | None


class CategoryObject(JsonObject, total=False):
    winner: _Seat | None


class PointScore(CategoryObject, total=False):
    cards: _Length | tuple[()] | None


class SequencesScore(CategoryObject, total=False):
    lengths: Annotated[list[_Length], _UpToTwelve] | None


class SetsScore(CategoryObject, total=False):
    sizes: Annotated[list[_Size], _UpToTwelve] | None
    ranks: Annotated[list[_SetRank], _UpToTwelve] | None


class BeforePlay(JsonObject, total=False):
    # What each seat scored (`point`, `sequences`, `sets`), or what it declared, or its cards.
    elder: _Seat | None
    carte_blanche: tuple[bool, bool] | None
    point: PointScore | None
    sequences: SequencesScore | None
    sets: SetsScore | None
    declared: tuple[Announcements | None, Announcements | None] | None
    answers: dict[Category, Answer | None] | None
    hands: tuple[list[Card] | None, list[Card] | None] | None
    fault: PiquetIrregularity | None
    short_hand: _Seat | None
    short_cards: Annotated[int, Field(ge=MIN_SHORT_HAND, le=MAX_SHORT_HAND)] | None


class Coup(BeforePlay, total=False):
    elder: Required[_Seat]  # type: ignore[misc]
    tricks: tuple[_Count, _Count] | None
    last: _Seat | None
    winners: Annotated[list[_Seat], _UpToTwelve] | None
    low: Annotated[list[tuple[bool, bool]], _UpToTwelve] | None
    # These settle a pic if the order of the tricks is unknown.
    elder_run: _Count | None
    elder_points: _Points | None
    trick_points: tuple[_Points, _Points] | None


class Cancellation(JsonObject):
    kind: Literal[IrregularityKind.VOID, IrregularityKind.LOSES_PARTIE]
    seat: NotRequired[_Seat | None]
    article: NotRequired[str | None]


@with_config(ConfigDict(extra="allow"))
class CancelledCoup(JsonObject):
    """The rest of a coup that is not counted is not read."""

    fault: Cancellation


class DeclarationsContext(JsonObject, total=False):
    declarations: BeforePlay | CancelledCoup | None


class SettledResult(EndResult):
    # What the winner gets, and why.
    points: int | None
    rubicon: bool
    lines: list[dict[Literal["why", "points", "article"], Any]]
    limit: int | None
    wins: NotRequired[tuple[int, int]]
    """by seat, in a partie liée"""


Facts: TypeAlias = Coup | CancelledCoup
Context, Result = DeclarationsContext, SettledResult
