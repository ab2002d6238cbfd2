"""The JSON of a sheet, as typed dictionaries; `lamarque score --schema` makes JSON schemas of them.

A *manche* is one deal, and its *facts* are its points; the *result* is that of a partie, a game to its end. The text
below a key is its description in the schema. `JsonObject` allows no other keys; `EndResult` has those of any end.
"""

from __future__ import annotations

from typing import Literal, NotRequired

from scorekeeper.games.schema import EndResult, JsonObject


class Facts(JsonObject):
    points: list[int]
    """by side"""
    last: NotRequired[Literal[0, 1]]
    """1 if the table stopped after this manche"""


class Result(EndResult):
    # The points that end the partie, None if the table decides.
    limit: int | None
