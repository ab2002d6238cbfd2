"""The JSON of a sheet, for the schemas of the public formats."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field

from scorekeeper.games.contract import POINTS_LIMIT
from scorekeeper.games.schema import EndResult, JsonObject


class Facts(JsonObject):
    points: list[Annotated[int, Field(ge=-POINTS_LIMIT, le=POINTS_LIMIT)]]
    """by side"""
    last: NotRequired[Literal[0, 1]]
    """1 if the table stopped after this manche"""


class Result(EndResult):
    limit: int | None
