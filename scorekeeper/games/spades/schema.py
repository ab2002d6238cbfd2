"""The JSON of Atout Pique, for the schemas of the public formats."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias

from pydantic import Field

from scorekeeper.games.schema import JsonObject, LimitResult
from scorekeeper.games.spades.bids import Zero

_Count: TypeAlias = Annotated[int, Field(ge=0, le=13)]
_CountOfThree: TypeAlias = Annotated[int, Field(ge=0, le=17)]
_Bid: TypeAlias = _Count | Zero
_BidOfThree: TypeAlias = _CountOfThree | Zero
_Bids: TypeAlias = tuple[_Bid, _Bid, _Bid, _Bid] | tuple[_BidOfThree, _BidOfThree, _BidOfThree]


class BidsContext(JsonObject, total=False):
    bids: _Bids | None
    """by seat; 0 is nil"""


class BidsAndTricks(JsonObject):
    bids: _Bids
    tricks: Annotated[list[_CountOfThree], Field(min_length=2, max_length=4)]
    """by side, 13 in all, 17 with three players"""
    nil_tricks: NotRequired[dict[Literal["0", "1", "2", "3"], _CountOfThree] | None]
    """by seat of each nil bidder"""


Facts, Context, Result = BidsAndTricks, BidsContext, LimitResult
