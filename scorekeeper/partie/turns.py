"""Who deals and in which order the seats play: as the table said, or else in turn.

A *partie* is a game to its end, a *manche* one deal of it, and the *sheet* the list of its recorded manches that are
not deleted. The table may *name* another dealer for a manche, or another *order* of play from it on. Without that the
turn to deal passes as the game says, usually to the next seat. An order has every seat once, seat 0 first: `(0, 2, 1,
3)`. None is the order by number, `(0, 1, 2, 3)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

from scorekeeper.games.contract import AnyGame, Deal, MancheFacts, Order, Table


class NamedTurn(NamedTuple):
    """The dealer and the order of play that the table named for a manche."""

    # The seat that deals it, None if none was named.
    dealer: int | None

    # The order of play from this manche on, None if the former one goes on.
    order: Order | None = None


Turns: TypeAlias = tuple[NamedTurn, ...]
"""By manche in the sheet, and of the current one at the end; the first one has the first dealer of the partie."""


def turns_of(first_dealer: int, manches: Iterable[tuple[int | None, Sequence[int] | None, bool]]) -> Turns:
    """Return what was named for each manche of a partie that `first_dealer` begins.

    `manches` has for each manche (the dealer named for it, the order named for it, whether it is in the sheet). The
    last one is the current manche, which counts as in the sheet. What was named for a deleted manche applies to the
    manche that took its place.

    Example: seat 0 deals first, and the table names seat 2 for the second manche:
    `turns_of(0, [(None, None, True), (2, None, True)])` is `(NamedTurn(0), NamedTurn(2))`.
    """
    turns = []
    turn = NamedTurn(first_dealer)
    for dealer, order, in_sheet in manches:
        if dealer is not None:
            turn = turn._replace(dealer=dealer)
        if order is not None:
            turn = turn._replace(order=tuple(order))
        # What was named for a removed manche waits for the next one that is in the sheet.
        if in_sheet:
            turns.append(turn)
            turn = NamedTurn(None)
    return tuple(turns)


def order_after(turns: Turns, count: int) -> Order | None:
    """Return the order of play after this number of manches, None if it is that of the seats."""
    # What was named for the next manche, whose index is `count`, applies already.
    orders = [turn.order for turn in turns[: count + 1] if turn.order is not None]
    if not orders:
        return None
    return seating_order(orders[-1])


def seating_order(order: Sequence[int]) -> Order | None:
    """Return an order of play as a tuple, but None if it is the order by number."""
    if [*order] == [*range(len(order))]:
        return None
    return tuple(order)


def deal_after(
    game: AnyGame,
    rules: Any,  # noqa: ANN401 - each game has its own options type
    seats: int,
    turns: Turns,
    played: Sequence[MancheFacts[Any]],
) -> Deal:
    """Return the deal after these manches: the turn goes on from the latest named dealer, in the orders named since.

    `game.deal(rules, table, manches)` gives the deal after these manches, at a table that `table.dealer` began.
    """
    # The manche of the index `start` is dealt by `table.dealer`. The turn goes on from it.
    start = 0
    table = Table(seats)
    for index, turn in enumerate(turns[: len(played) + 1]):
        if turn.dealer is not None:
            start = index
            table = replace(table, dealer=turn.dealer)
        # Only another order was named: the turn goes on in it from the dealer of the manche before, which is found in
        # the former order.
        elif turn.order is not None:
            before = game.deal(rules, table, played[start : index - 1]).dealer
            start = index - 1
            table = replace(table, dealer=before)
        if turn.order is not None:
            table = replace(table, order=seating_order(turn.order))
    deal = game.deal(rules, table, played)
    if not start:
        return deal
    # What a game adds to a deal, such as the pass of Hearts, depends on the number of all manches; the dealer depends
    # only on those from `start` on.
    return replace(deal, dealer=game.deal(rules, table, played[start:]).dealer)
