"""Drop the bids and cards of the current manche when its dealer or order changes: they were of another deal.

A *manche* is one deal of a partie. Its *context* is what is known before its first card, such as bids.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from scorekeeper.partie.changes import OrderChanged, PartieChange, evolve
from scorekeeper.partie.refusals import RefusedError
from scorekeeper.partie.scored import ScoredState, score_state

ChangeT = TypeVar("ChangeT", bound=PartieChange)


def cards_decide_dealer(scored: ScoredState) -> bool:
    """Return whether the current manche has cards, in a game whose dealer decides who leads."""
    play, cards = scored.game.play, scored.entry.cards
    # `play` is None for a game without cards, and `play.leader` if the cards, not the dealer, decide who leads.
    if play is None or play.leader is None or cards is None:
        return False
    return bool(cards.plays)


def with_drops(scored: ScoredState, change: ChangeT) -> ChangeT:
    """Return the change, with the parts of the current manche that it drops in its field `drops`.

    Raises `RefusedError` if the dealer changes of a manche whose cards show who dealt it.
    """
    if scored.entry.context is None and scored.entry.cards is None:
        return change
    if isinstance(change, OrderChanged):
        return replace(change, drops=("context", "cards"))
    # The change is tried: only the dealer of the state after it shows whether the deal is another one.
    after = score_state(evolve(scored.state, scored.state.version + 1, change))
    if after.deal.dealer == scored.deal.dealer:
        return change
    if cards_decide_dealer(scored):
        raise RefusedError("cards_under_way")
    # If the dealer does not decide who leads, the cards do not depend on the dealer: only the context is dropped.
    if scored.game.play is None or scored.game.play.leader is None:
        return replace(change, drops=("context",))
    return replace(change, drops=("context", "cards"))
