"""The JSON of Piquet, for the schemas of the public formats; pydantic makes the schemas from these typed dictionaries.

A key that may be missing is `NotRequired`, and so are all keys of a class with `total=False`. A *coup* is one deal;
*elder* is the seat that does not deal. The *point*, *sequences* and *sets* are the combinations that are declared
before the first card (`declarations.py`). A *low* card is a 9 or lower, a *partie* a game from its first deal to its
end.
"""

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
# The number of cards of a point or sequence, and of a set.
_Length: TypeAlias = Annotated[int, Field(ge=MIN_LENGTH, le=MAX_LENGTH)]
_Size: TypeAlias = Literal[3, 4]
_SetRank: TypeAlias = Literal["A", "K", "Q", "J", "10"]
# A number of tricks, and points of the play.
_Count: TypeAlias = Annotated[int, Field(ge=0, le=TRICKS)]
_Points: TypeAlias = Annotated[int, Field(ge=0, le=99)]
# The limit of lists: sequences, sets or tricks.
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
    # What one seat declared.
    point: AnnouncedPoint | None
    sequences: Annotated[list[AnnouncedSequence], _UpToTwelve] | None
    sets: Annotated[list[AnnouncedSet], _UpToTwelve] | None


class CategoryObject(JsonObject, total=False):
    # What was scored in one category, and by which seat.
    winner: _Seat | None


class PointScore(CategoryObject, total=False):
    # An empty list is accepted if no seat scored.
    cards: _Length | tuple[()] | None


class SequencesScore(CategoryObject, total=False):
    lengths: Annotated[list[_Length], _UpToTwelve] | None


class SetsScore(CategoryObject, total=False):
    sizes: Annotated[list[_Size], _UpToTwelve] | None
    ranks: Annotated[list[_SetRank], _UpToTwelve] | None


class BeforePlay(JsonObject, total=False):
    # The facts before the play. The combinations are entered in one of three forms: what each seat scored (`point`,
    # `sequences`, `sets`), what it declared (`declared`, `answers`), or its cards (`hands`).
    elder: _Seat | None
    carte_blanche: tuple[bool, bool] | None
    point: PointScore | None
    sequences: SequencesScore | None
    sets: SetsScore | None
    declared: tuple[Announcements | None, Announcements | None] | None
    answers: dict[Category, Answer | None] | None
    hands: tuple[list[Card] | None, list[Card] | None] | None
    # The consequence of an irregularity.
    fault: PiquetIrregularity | None
    # The seat of a hand of fewer than twelve cards, and the number of its cards.
    short_hand: _Seat | None
    short_cards: Annotated[int, Field(ge=MIN_SHORT_HAND, le=MAX_SHORT_HAND)] | None


class Coup(BeforePlay, total=False):
    # mypy forbids another type for an inherited key: here it must be present.
    elder: Required[_Seat]  # type: ignore[misc]
    # The number of tricks by seat, and the seat that took the last one.
    tricks: tuple[_Count, _Count] | None
    last: _Seat | None
    # Instead of these, the seat that took each trick.
    winners: Annotated[list[_Seat], _UpToTwelve] | None
    # For each trick whether the lead and the winning card are low.
    low: Annotated[list[tuple[bool, bool]], _UpToTwelve] | None
    # If the order of the tricks is unknown, these decide whether elder has a *pic*: 30 points before the dealer scores.
    # They are elder's tricks and points before those of the dealer, and the points of each seat in the play.
    elder_run: _Count | None
    elder_points: _Points | None
    trick_points: tuple[_Points, _Points] | None


class Cancellation(JsonObject):
    # Why a coup is not counted: it is dealt again, or a seat loses the partie.
    kind: Literal[IrregularityKind.VOID, IrregularityKind.LOSES_PARTIE]
    seat: NotRequired[_Seat | None]
    article: NotRequired[str | None]


@with_config(ConfigDict(extra="allow"))  # any other keys are accepted
class CancelledCoup(JsonObject):
    """The rest of a coup that is not counted is not read."""

    fault: Cancellation


class DeclarationsContext(JsonObject, total=False):
    declarations: BeforePlay | CancelledCoup | None


class SettledResult(EndResult):
    # The points that the winner gets for the partie, None if nothing is settled. `rubicon` tells whether the winner
    # gets the sum of both totals, because the loser has fewer than 100 points; `lines` are the parts of the points with
    # their reasons.
    points: int | None
    rubicon: bool
    lines: list[dict[Literal["why", "points", "article"], Any]]
    # The target of points, None in a partie of a number of coups.
    limit: int | None
    wins: NotRequired[tuple[int, int]]
    """by seat, in a partie liée"""


Facts: TypeAlias = Coup | CancelledCoup
Context, Result = DeclarationsContext, SettledResult
