"""The games the house knows: the one list that names them all."""

from __future__ import annotations

from scorekeeper.games.contract import AnyGame
from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.piquet import PIQUET
from scorekeeper.games.spades import SPADES

ALL: tuple[AnyGame, ...] = (HEARTS, SPADES, PIQUET)
BY_SLUG = {game.slug: game for game in ALL}
