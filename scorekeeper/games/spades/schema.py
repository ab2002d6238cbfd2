"""The JSON of Atout Pique, for the schemas of the public formats."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias

from pydantic import Field

from scorekeeper.games.schema import JsonObject, LimitResult
from scorekeeper.games.spades.bids import TRICKS, Zero

_Count: TypeAlias = Annotated[int, Field(ge=0, le=TRICKS)]
_Bid: TypeAlias = _Count | Zero
_Bids: TypeAlias = tuple[_Bid, _Bid, _Bid, _Bid]


class BidsContext(JsonObject, total=False):
    bids: _Bids | None
    """by seat; 0 is nil"""


class BidsAndTricks(JsonObject):
    bids: _Bids
    tricks: tuple[_Count, _Count]
    """by team, 13 in all"""
    nil_tricks: NotRequired[dict[Literal["0", "1", "2", "3"], _Count] | None]
    """by seat of each nil bidder"""


Facts, Context, Result = BidsAndTricks, BidsContext, LimitResult
