"""The JSON of Atout Pique (Spades), as typed dictionaries; `lamarque score --schema` makes JSON schemas of them.

A *manche* is one deal; its *context* is what is known before its first card: the bids. A *nil* is a bid to take no
trick. A *side* is a seat, or a team. The text below a key is its description in the schema. `JsonObject` allows no
other keys; `LimitResult` has the keys of the end of a partie with a target of points.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias

from pydantic import Field

from scorekeeper.games.schema import JsonObject, LimitResult
from scorekeeper.games.spades.bids import Zero

# Numbers of tricks: at most 13, or 17 with three players.
_Count: TypeAlias = Annotated[int, Field(ge=0, le=13)]
_CountOfThree: TypeAlias = Annotated[int, Field(ge=0, le=17)]
# A number of tricks, or the text of a nil.
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


# The names that the schemas look for in every game.
Facts, Context, Result = BidsAndTricks, BidsContext, LimitResult
