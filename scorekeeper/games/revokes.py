"""Revokes (T-5): the option that sets their price, and the seats that the arbiter blames for them.

A *revoke* is a card that did not follow the suit led, from a hand that could. The *arbiter* judges each card: its
*verdict* says whether the card breaks a rule, and which earlier cards it proves irregular. A *play* is the index of a
card in the order of play; the states of a play, such as *cleared*, are in `cards/verdicts.py`. T-5 is the article
(numbered rule) about revokes.
"""

from __future__ import annotations

from typing import Any

from scorekeeper.cards.verdicts import Ruling
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.contract import AnyGame, Option

# The name of the option in every game that has it.
PRICE_OPTION = "revoke"


def price_option(game: AnyGame) -> Option | None:
    """Return the option that sets the price of a revoke, None when the game has none."""
    return next((option for option in game.options if option.name == PRICE_OPTION), None)


def price_of(game: AnyGame, options: Any) -> Any:  # noqa: ANN401 - each game has its own options, and their values
    """Return the price of a revoke that the table has agreed on: a number of points, or a value such as "three_tricks".

    None if it is the default price, which is nothing, and for a game without such an option. `options` are the house
    rules of the partie (a game to its end).
    """
    option = price_option(game)
    if option is None:
        return None
    price = getattr(options, PRICE_OPTION)
    # The first of the values is the default.
    if price == option.values[0]:
        return None
    return price


def blamed_seats(arbiter: Arbiter, index: int) -> frozenset[int]:
    """Return the seats at fault according to the verdict of this play.

    They are the seats of the plays that it proves irregular and, if the play itself is forbidden, its own seat.
    """
    verdict = arbiter.verdicts[index]
    # The earlier plays that this card shows to be irregular in every deal that counts (`exposes`), and the plays that
    # it shows to be irregular in every deal that fits the cards seen (`proves`).
    plays = {*verdict.exposes, *verdict.proves}
    # A card is forbidden because of earlier cards, one of which may be the irregular one. The page shows this seat, and
    # the table decides (T-5). Cleared and unsettled plays are those that later cards may excuse.
    if verdict.ruling is Ruling.FORBIDDEN and index not in arbiter.cleared | arbiter.unsettled:
        plays.add(index)
    return frozenset(arbiter.verdicts[play].seat for play in plays)
