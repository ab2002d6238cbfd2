"""Revokes (T-5): the option by which a game says what one costs, and whom the arbiter names for one."""

from __future__ import annotations

from typing import Any

from scorekeeper.cards.verdicts import Ruling
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.contract import AnyGame, Option

OPTION = "revoke"


def price_option(game: AnyGame) -> Option | None:
    """The option that says what a revoke costs, its default nothing; None where the game has none."""
    return next((option for option in game.options if option.name == OPTION), None)


def price_of(game: AnyGame, options: Any) -> Any:  # noqa: ANN401 - each game has its own options, and their values
    """What a revoke costs under these options, None where nothing was agreed."""
    option = price_option(game)
    price = None if option is None else getattr(options, OPTION)
    return None if option is None or price == option.values[0] else price


def blamed_by(arbiter: Arbiter, index: int) -> frozenset[int]:
    """The seats that the arbiter names at the play of this index: it proves an earlier card irregular, or is forbidden.

    That others may be to blame for a forbidden card is said beside it, and the table decides (T-5); one that was
    cleared since, or of which that cannot be told, blames nobody.
    """
    verdict = arbiter.verdicts[index]
    plays = {*verdict.exposes, *verdict.proves}
    if verdict.ruling is Ruling.FORBIDDEN and index not in arbiter.cleared | arbiter.unsettled:
        plays.add(index)
    return frozenset(arbiter.verdicts[play].seat for play in plays)


def revoked(arbiter: Arbiter) -> frozenset[int]:
    """The seats with a play on record as irregular that does not follow the suit led (T-4)."""
    plays = (arbiter.verdicts[index] for index in arbiter.irregular)
    return frozenset(play.seat for play in plays if play.turn.led not in {None, play.card.suit})
