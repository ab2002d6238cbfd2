"""Who deals and in which order the seats play: as the table said, or else in turn.

A *partie* is a game to its end, a *manche* one deal of it, and the *sheet* the list of its recorded manches that are
not deleted. The table may *name* another dealer for a manche, or another *order* of play from it on. Without that the
turn to deal passes as the game says, usually to the next seat. An order has every seat once, seat 0 first: `(0, 2, 1,
3)`. None is the order by number, `(0, 1, 2, 3)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from scorekeeper.games.contract import AnyGame, Deal, MancheFacts, Order, Table


@dataclass(frozen=True, slots=True)
class TurnChange:
    """A dealer or an order of play that the table named."""

    # The index of the manche.
    at: int

    # The seat that deals it, None if none was named.
    dealer: int | None

    # The order of play from this manche on, None if the former one goes on.
    order: Order | None


TurnChanges: TypeAlias = tuple[TurnChange, ...]
"""The changes in the order of their manches; the first one has the first dealer of the partie."""


def turn_changes(first_dealer: int, manches: Iterable[tuple[int | None, Sequence[int] | None, bool]]) -> TurnChanges:
    """Return the changes of the turn in a partie that `first_dealer` begins.

    `manches` has for each manche (the dealer named for it, the order named for it, whether it is in the sheet). The
    last one is the current manche, which counts as in the sheet. The changes of a deleted manche apply to the manche
    that took its place.

    Example: seat 0 deals first, and the table names seat 2 for the second manche:
    `turn_changes(0, [(None, None, True), (2, None, True)])` is `(TurnChange(0, 0, None), TurnChange(1, 2, None))`.
    """
    # What was named and is not in `changes` yet.
    dealer: int | None = first_dealer
    order: Order | None = None
    changes: list[TurnChange] = []
    # The index of the next manche in the sheet.
    index = 0
    for named, new_order, in_sheet in manches:
        if named is not None:
            dealer = named
        if new_order is not None:
            order = tuple(new_order)
        # What was named for a removed manche waits for the next one that is in the sheet.
        if in_sheet:
            if dealer is not None or order is not None:
                changes.append(TurnChange(index, dealer, order))
            dealer = order = None
            index += 1
    return tuple(changes)


def order_after(changes: TurnChanges, count: int) -> Order | None:
    """Return the order of play after this number of manches, None if it is that of the seats."""
    # A change of the next manche, whose index is `count`, applies already.
    orders = [change.order for change in changes if change.at <= count and change.order is not None]
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
    changes: TurnChanges,
    played: Sequence[MancheFacts[Any]],
) -> Deal:
    """Return the deal after these manches: the turn goes on from the latest named dealer, in the orders named since.

    `game.deal(rules, table, manches)` gives the deal after these manches, at a table that `table.dealer` began.
    """
    # The manche of the index `start` is dealt by `table.dealer`. The turn goes on from it.
    start = 0
    table = Table(seats)
    for change in changes:
        if change.at > len(played):
            break
        if change.dealer is not None:
            start = change.at
            table = replace(table, dealer=change.dealer)
        # Only another order was named: the turn goes on in it from the dealer of the manche before, which is found in
        # the former order.
        elif change.at > start:
            before = game.deal(rules, table, played[start : change.at - 1]).dealer
            start = change.at - 1
            table = replace(table, dealer=before)
        if change.order is not None:
            table = replace(table, order=seating_order(change.order))
    deal = game.deal(rules, table, played)
    if not start:
        return deal
    # What a game adds to a deal, such as the pass of Hearts, depends on the number of all manches; the dealer depends
    # only on those from `start` on.
    return replace(deal, dealer=game.deal(rules, table, played[start:]).dealer)
