"""The turn of deal and of play: the dealers and orders that the table entered, else the seats in their own turn.

A *manche* is one deal of a partie. The table may *name* another dealer for a manche, or another *order* of play from it
on; without that the turn goes on, as the game says. An order has every seat once, seat 0 first, and None is the order
by number.
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
"""The changes in order; the first one has the first dealer."""


def turn_changes(first_dealer: int, manches: Iterable[tuple[int | None, Sequence[int] | None, bool]]) -> TurnChanges:
    """Return the changes of the turn from the (dealer, order, whether it is in the sheet) of each manche.

    The last of them is the current manche, which counts as in the sheet. The changes of a manche that was removed from
    the sheet apply to the manche that took its place.

    Example: seat 0 deals first, and the table names seat 2 for the second manche:
    `turn_changes(0, [(None, None, True), (2, None, True)])` is `(TurnChange(0, 0, None), TurnChange(1, 2, None))`.
    """
    # What was named and is not in `changes` yet.
    dealer: int | None = first_dealer
    order: Order | None = None
    changes: list[TurnChange] = []
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
    orders = [change.order for change in changes if change.at <= count and change.order is not None]
    if not orders:
        return None
    return seating_order(orders[-1])


def seating_order(order: Sequence[int]) -> Order | None:
    """Return an order of play, None if it is that of the seats."""
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
    """Return the deal after these manches: the turn goes on from the latest named dealer, in the order of that time."""
    # The turn goes on from the manche of the index `start`, at this table.
    start = 0
    table = Table(seats)
    for change in changes:
        if change.at > len(played):
            break
        if change.dealer is not None:
            start = change.at
            table = replace(table, dealer=change.dealer)
        # Another order only: the turn goes on in it from the dealer of the manche before.
        elif change.at > start:
            before = game.deal(rules, table, played[start : change.at - 1]).dealer
            start = change.at - 1
            table = replace(table, dealer=before)
        if change.order is not None:
            table = replace(table, order=seating_order(change.order))
    deal = game.deal(rules, table, played)
    if not start:
        return deal
    # What a game adds to a deal depends on every manche, and the dealer only on those since the named one.
    return replace(deal, dealer=game.deal(rules, table, played[start:]).dealer)
