"""Typed dictionaries of JSON that several games share; pydantic reads them for `lamarque score --schema`.

Only the schemas import this module and the modules `schema` of the games. The text below a key is its description.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

Seat: TypeAlias = Annotated[int, Field(ge=0)]


@with_config(ConfigDict(extra="forbid", use_attribute_docstrings=True))
class JsonObject(TypedDict):
    pass


class EndResult(JsonObject):
    after: Annotated[int, Field(ge=1)]
    """the number of manches"""
    totals: list[int]


class LimitResult(EndResult):
    limit: int
    reached: list[Seat]
