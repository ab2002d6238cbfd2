"""Revokes (T-5): the option that sets their price, and the seats that the arbiter blames for them."""

from __future__ import annotations

from typing import Any

from scorekeeper.cards.verdicts import Ruling
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.contract import AnyGame, Option

OPTION = "revoke"


def price_option(game: AnyGame) -> Option | None:
    """Return the option that sets the price of a revoke, None when the game has none."""
    return next((option for option in game.options if option.name == OPTION), None)


def price_of(game: AnyGame, options: Any) -> Any:  # noqa: ANN401 - each game has its own options, and their values
    """Return the price of a revoke under these options, None when it is the default."""
    option = price_option(game)
    price = None if option is None else getattr(options, OPTION)
    return None if option is None or price == option.values[0] else price


def blamed_by(arbiter: Arbiter, index: int) -> frozenset[int]:
    """Return the seats that the arbiter blames at this play: it proves earlier cards irregular, or is forbidden.

    Others may be to blame for a forbidden card: the page shows it and the table decides (T-5). A forbidden card that is
    cleared or unsettled since does not count.
    """
    verdict = arbiter.verdicts[index]
    plays = {*verdict.exposes, *verdict.proves}
    if verdict.ruling is Ruling.FORBIDDEN and index not in arbiter.cleared | arbiter.unsettled:
        plays.add(index)
    return frozenset(arbiter.verdicts[play].seat for play in plays)


def revoked(arbiter: Arbiter) -> frozenset[int]:
    """Return the seats with a play recorded as irregular that does not follow the suit led (T-4)."""
    plays = (arbiter.verdicts[index] for index in arbiter.irregular)
    return frozenset(play.seat for play in plays if play.turn.led not in {None, play.card.suit})
