"""The JSON of a sheet, for the schemas of the public formats."""

from __future__ import annotations

from typing import Literal, NotRequired

from scorekeeper.games.schema import EndResult, JsonObject


class Facts(JsonObject):
    points: list[int]
    """by side"""
    last: NotRequired[Literal[0, 1]]
    """1 if the table stopped after this manche"""


class Result(EndResult):
    limit: int | None
