"""The JSON of Petite Belote, for the schemas of the public formats."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias

from petite_belote.facts import TOTAL
from pydantic import Field

from scorekeeper.games.schema import JsonObject, LimitResult, Seat

_Trump: TypeAlias = Literal["C", "D", "H", "S"]
_Points: TypeAlias = Annotated[int, Field(ge=0, le=TOTAL)]


class Context(JsonObject):
    trump: _Trump
    taker: NotRequired[Seat | None]


class Facts(JsonObject):
    trump: _Trump
    taker: Seat
    points: tuple[_Points, _Points]
    """by team, 162 in all"""
    capot: NotRequired[bool | None]


Result = LimitResult
