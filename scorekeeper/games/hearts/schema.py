"""The JSON of Dame de Pique, for the schemas of the public formats."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from scorekeeper.games.contract import POINTS_LIMIT
from scorekeeper.games.schema import JsonObject, LimitResult

_Points: TypeAlias = Annotated[int, Field(ge=-POINTS_LIMIT, le=POINTS_LIMIT)]
_Count: TypeAlias = Annotated[int, Field(ge=0, le=26)]  # Belmont has 26 hearts
_Counts: TypeAlias = Annotated[list[_Count], Field(min_length=3, max_length=8)]
_Key: TypeAlias = Literal["H", "QS", "JD", "7C", "KS", "AS", "last"]


class VolteContext(JsonObject, total=False):
    moon: Literal["others_plus", "self_minus"] | None


class CountsBySeat(VolteContext):
    taken: Annotated[dict[_Key, _Counts], Field(json_schema_extra={"required": ["H"]})]
    """by seat"""


class PointsBySide(VolteContext):
    points: Annotated[list[_Points], Field(min_length=2, max_length=8)]
    """by side"""


Facts: TypeAlias = CountsBySeat | PointsBySide
Context, Result = VolteContext, LimitResult
