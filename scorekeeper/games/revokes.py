"""Revokes (T-5): the option that sets their price, and the seats that the arbiter blames for them.

A *revoke* is a card that did not follow the suit led, from a hand that could. A *play* is the index of a card in the
order of play; the states of a play, such as *cleared*, are in `cards/verdicts.py`.
"""

from __future__ import annotations

from typing import Any

from scorekeeper.cards.verdicts import Ruling
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.contract import AnyGame, Option

PRICE_OPTION = "revoke"


def price_option(game: AnyGame) -> Option | None:
    """Return the option that sets the price of a revoke, None when the game has none."""
    return next((option for option in game.options if option.name == PRICE_OPTION), None)


def price_of(game: AnyGame, options: Any) -> Any:  # noqa: ANN401 - each game has its own options, and their values
    """Return the price of a revoke; None if the price is the default one or the game has no such option."""
    option = price_option(game)
    if option is None:
        return None
    price = getattr(options, PRICE_OPTION)
    if price == option.values[0]:
        return None
    return price


def blamed_seats(arbiter: Arbiter, index: int) -> frozenset[int]:
    """Return the seats at fault according to the verdict of this play.

    They are the seats of the plays that it proves irregular and, if the play itself is forbidden, its own seat.
    """
    verdict = arbiter.verdicts[index]
    plays = {*verdict.exposes, *verdict.proves}
    # A forbidden card may be the fault of another seat: the page shows this one, and the table decides (T-5).
    if verdict.ruling is Ruling.FORBIDDEN and index not in arbiter.cleared | arbiter.unsettled:
        plays.add(index)
    return frozenset(arbiter.verdicts[play].seat for play in plays)
