"""Revokes (T-5): the option by which a game says what one costs, and whom the arbiter has proven to have made one."""

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


def proven_by(arbiter: Arbiter, index: int) -> frozenset[int]:
    """The seats that the play of this index proves irregular: by an earlier card, or by this one where no other may be.

    Where a card is forbidden only if nobody else is to blame, it proves nothing yet of who played it.
    """
    verdict = arbiter.verdicts[index]
    plays = set(verdict.exposes)
    if verdict.ruling is Ruling.FORBIDDEN and index not in arbiter.cleared | arbiter.doubtful | arbiter.unsettled:
        plays.add(index)
    return frozenset(arbiter.verdicts[play].seat for play in plays)
