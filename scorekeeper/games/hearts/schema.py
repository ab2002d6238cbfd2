"""The JSON of Dame de Pique (Hearts), as typed dictionaries; `lamarque score --schema` makes JSON schemas of them.

A *manche* is one deal; its *context* is what is known of it apart from its cards: the kind of a volte (`moon`), which
is all scoring cards taken by one seat. A *side* is a seat, or a team. The text below a key is its description in the
schema. `JsonObject` allows no other keys; `LimitResult` has the keys of the end of a partie with a limit of points.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from scorekeeper.games.contract import POINTS_LIMIT
from scorekeeper.games.schema import JsonObject, LimitResult

_Points: TypeAlias = Annotated[int, Field(ge=-POINTS_LIMIT, le=POINTS_LIMIT)]
_Count: TypeAlias = Annotated[int, Field(ge=0, le=26)]  # Belmont has 26 hearts
# For each seat, its number of cards.
_Counts: TypeAlias = Annotated[list[_Count], Field(min_length=3, max_length=8)]
# The keys of the cards that can score: `H` is any heart, `last` the last trick.
_Key: TypeAlias = Literal["H", "QS", "JD", "7C", "KS", "AS", "last"]


class VolteContext(JsonObject, total=False):
    moon: Literal["others_plus", "self_minus"] | None


class CountsBySeat(VolteContext):
    taken: Annotated[dict[_Key, _Counts], Field(json_schema_extra={"required": ["H"]})]
    """by seat"""


class PointsBySide(VolteContext):
    points: Annotated[list[_Points], Field(min_length=2, max_length=8)]
    """by side"""


# The names that the schemas look for in every game.
Facts: TypeAlias = CountsBySeat | PointsBySide
Context, Result = VolteContext, LimitResult
