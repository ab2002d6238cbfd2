"""Name another dealer, of one manche or of all, or another order of play.

A *manche* is one deal of a partie. The dealer whose turn it is, by the game and the first dealer, is not *named*. An
*order* has every seat once, seat 0 first; None is the order by number. The facts of a recorded manche *fix* its dealer
if they have who led first and the dealer decides who leads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.games.contract import Order
from scorekeeper.games.manche_json import read_order
from scorekeeper.partie.changes import DealerNamed, FirstDealerChanged, OrderChanged
from scorekeeper.partie.decide.dropping import with_drops
from scorekeeper.partie.decide.entry import refuse_if_over, require_seat
from scorekeeper.partie.refusals import RefusedError
from scorekeeper.partie.scored import ScoredState, turns_with
from scorekeeper.partie.turns import NamedTurn


def change_dealer(
    scored: ScoredState, seat: int, *, from_first: bool = False
) -> DealerNamed | FirstDealerChanged | None:
    """Name the dealer of the current manche; the turn goes on from there.

    With `from_first`, change the first dealer, and with it the dealers of all manches. Raises `RefusedError` when a
    recorded manche shows that another seat dealt it, or the current manche has cards that another seat led.
    """
    refuse_if_over(scored, "over_unchanged")
    require_seat(scored, seat)
    if from_first or not scored.manches:
        return _change_first_dealer(scored, seat)
    if seat == scored.deal.dealer:
        return None
    return with_drops(scored, DealerNamed(dealer=seat))


def change_order(scored: ScoredState, seats: Sequence[int]) -> OrderChanged | None:
    """Change the order of play, of deal and of the pass from the current manche on.

    Each seat keeps its player and its points. Raises `ImpossibleFactsError` unless every seat is in the order once,
    and `RefusedError` for an order that parts partners, or when the current manche has cards.
    """
    refuse_if_over(scored, "over_unchanged")
    # None if it is the order by number.
    entered = read_order([*seats], scored.seats)
    # That one is named as a tuple, `(0, 1, 2, 3)`: None in the change means that the former order goes on.
    order = entered or tuple(range(scored.seats))
    if parts_partners(scored, order):
        raise RefusedError("partners_parted", field="order")
    if entered == scored.order:
        return None
    if scored.entry.cards is not None and scored.entry.cards.plays:
        raise RefusedError("cards_under_way")
    return with_drops(scored, OrderChanged(order=order))


def parts_partners(scored: ScoredState, order: Sequence[int]) -> bool:
    """Return whether partners would not sit opposite each other in this order."""
    sides = [scored.side_of[seat] for seat in order]
    # The places of each side must be those that it has in the order by number: both lists have, for each place, the
    # first place of the same side. Example: the sides 0 1 0 1 and 1 0 1 0 are both 0 1 0 1, and 0 0 1 1 is 0 0 2 2.
    return [sides.index(side) for side in sides] != [scored.side_of.index(side) for side in scored.side_of]


def fixed_dealers(scored: ScoredState) -> list[int]:
    """Return the indexes of the recorded manches whose facts decide who dealt, because they have the first leader."""
    return [index for index in range(len(scored.played)) if _recorded_leader(scored, index) is not None]


def dealers_by_first(scored: ScoredState) -> list[list[int]]:
    """Return for each first dealer the dealers of all manches, the next one included, if no other dealer is named."""
    # The named orders without the named dealers. Only the first change, which is that of the first manche, gets a
    # dealer: each seat in turn.
    orders = [turn._replace(dealer=None) for turn in scored.turns]
    firsts = [(NamedTurn(first, orders[0].order), *orders[1:]) for first in range(scored.seats)]
    counts = range(len(scored.played) + 1)
    return [[scored.deal_with(turns, count).dealer for count in counts] for turns in firsts]


def next_dealer(scored: ScoredState, named: int | None, order: Order | None) -> int:
    """Return who would deal next if the table named this dealer, or none, and went on in this order."""
    return scored.deal_with(turns_with(scored.state, named, order), len(scored.played)).dealer


def _change_first_dealer(scored: ScoredState, seat: int) -> FirstDealerChanged:
    """Change who dealt first so that this seat deals next. Raises `RefusedError` when a recorded manche forbids it."""
    # The dealers of all manches, of which the last one is that of the current manche.
    dealers = next((dealers for dealers in dealers_by_first(scored) if dealers[-1] == seat), None)
    if dealers is None or fixed_dealers(scored):
        raise RefusedError("dealer_fixed")
    return with_drops(scored, FirstDealerChanged(dealer=dealers[0]))


def may_deal(scored: ScoredState, index: int, dealer: int) -> bool:
    """Return whether this seat may have dealt a recorded manche, by who led first in it."""
    leader = _recorded_leader(scored, index)
    play = scored.game.play
    if leader is None or play is None or play.leader is None:
        return True
    return play.leader(replace(scored.table_of(index), dealer=dealer)) == leader


def _recorded_leader(scored: ScoredState, index: int) -> object:
    """Return the seat that led first, if the dealer decides who leads and the facts of the manche have it."""
    play = scored.game.play
    cards = scored.played[index].cards
    if play is None or play.leader is None:
        return None
    if cards is not None:
        return cards.leader
    return play.leader_in(scored.facts[index])
