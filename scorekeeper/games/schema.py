"""Typed dictionaries of JSON that several games share; pydantic reads them for `lamarque score --schema`.

Only the schemas import this module and the modules `schema` of the games. The text below a key is its description.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

# A place at the table, from 0 on.
Seat: TypeAlias = Annotated[int, Field(ge=0)]


# Unknown keys are refused; the text below a key becomes its description.
@with_config(ConfigDict(extra="forbid", use_attribute_docstrings=True))
class JsonObject(TypedDict):
    pass


class EndResult(JsonObject):
    # The result of a partie that has ended.
    after: Annotated[int, Field(ge=1)]
    """the number of manches"""
    totals: list[int]


class LimitResult(EndResult):
    # The result of a partie that ends at a limit of points, and the seats that reached it.
    limit: int
    reached: list[Seat]
